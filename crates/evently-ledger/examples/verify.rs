//! Verifies a ledger that someone sent, and says where it was changed.
//!
//! ```sh
//! cargo run -p evently-ledger --example ledger-verify
//! ```
//!
//! ```text
//! as it was written: 1000 events verified, SHA-256 ...
//! one digit changed: record 500 (line 501, byte ...
//! ```

use core::error::Error;

use evently_ledger::{Chain, UnixTime, parallel::Verification};

/// A ledger of a thousand events, as the other party wrote it.
fn ledger() -> Result<String, Box<dyn Error>> {
    let mut text = Vec::new();
    let created = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":null}"#;
    let start = UnixTime::from_secs(1_767_225_600);
    let mut chain = Chain::begin(&start, created, &mut text)?;
    for number in 1..1000 {
        text.push(b'\n');
        let event = format!(r#"{{"event":"Counted","entities":{{}},"meta":{{}},"data":{number}}}"#);
        chain.append(&start, event.as_bytes(), &mut text)?;
    }
    text.push(b'\n');
    Ok(String::from_utf8(text)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let sent = ledger()?;
    // A file is a reader too; the memory does not grow with its length.
    let verification = Verification { threads: 2, digest: true, ..Verification::default() };
    let (report, read) = verification.run(sent.as_bytes());
    read?;
    assert_eq!(report.first, None);
    // Events that are missing at the end leave no trace in a ledger. Compare this with the sender's.
    let digest = report.digest.ok_or("it was asked for")?;
    println!("as it was written: {} events verified, SHA-256 {}", report.events, digest.encode());

    let changed = sent.replace("\"data\":500,", "\"data\":501,");
    let (report, read) = verification.run(changed.as_bytes());
    read?;
    println!("one digit changed: {}", report.first.ok_or("not noticed")?);
    Ok(())
}
