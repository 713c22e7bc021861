//! One ledger file that many threads append to: each event is on the disk before its id is returned.
//!
//! ```sh
//! cargo run -p evently-ledger --example ledger-many-threads
//! ```
//!
//! ```text
//! 4 threads appended 40 events; the ledger has 41, and all verify
//! ```

use core::error::Error;
use std::{fs, thread};

use evently_ledger::{Appender, LedgerError, NewEvent, SystemClock, Verifier, file::FileStore};

const THREADS: usize = 4;
const EACH: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("ledger-threads-{}", std::process::id()));
    fs::create_dir(&folder)?;
    let path = folder.join("ledger.ndjson");
    let created = NewEvent::new(br#"{"event":"Created","entities":{},"meta":{},"data":null}"#);
    let ledger = Appender::begin(FileStore::create(&path), &SystemClock, created)?;

    // What waits while the disk writes shares the next write.
    let ledger = ledger.shared(SystemClock, || FileStore::open(&path));
    let work = |number: usize| {
        for event in 0..EACH {
            let json = format!(
                r#"{{"event":"Counted","entities":{{"thread":["{number}"]}},"meta":{{}},"data":{event}}}"#
            );
            // After a crash the thread appends all its events again: those with a key that is there
            // are not stored twice.
            let key = format!("{number}-{event}");
            let event = NewEvent::new(json.as_bytes()).with_key(&key);
            ledger.append(event)?;
        }
        Ok::<_, LedgerError<_>>(())
    };
    thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> =
            (0..THREADS).map(|number| scope.spawn(move || work(number))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no panic"))
    })?;

    let count = Verifier::from_genesis(None).verify_lines(&fs::read(&path)?)?;
    let appended = THREADS * EACH;
    println!(
        "{THREADS} threads appended {appended} events; the ledger has {count}, and all verify"
    );
    fs::remove_dir_all(&folder)?;
    Ok(())
}
