//! A program that keeps its events in a ledger file: `append FILE < EVENTS`.
//!
//! ```sh
//! event='{"commandId":"1","event":"Served","entities":{},"meta":{},"data":15}'
//! append() { cargo run -p evently-ledger --example ledger-append -- "$PWD/tennis.ndjson"; }
//! first=$(append <<<"$event")
//! second=$(append <<<"$event")
//! [ "$first" = "$second" ] && echo "appended once, as $first"
//! ```
//!
//! ```text
//! appended once, as ...
//! ```
//!
//! Each line of standard input is an event: an object with `event`, `entities`, `meta` and `data`.
//! Its `commandId` is the key under which it is appended once. So the program, run again with the
//! same input, prints the same ids and stores nothing.

use core::{error::Error, time::Duration};
use std::{io, path::Path};

use evently_ledger::{Appender, NewEvent, SystemClock, file::FileStore};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let mut ledger = open(Path::new(&path))?;
    for event in io::stdin().lines() {
        let event = event?;
        let id = ledger
            .append(&SystemClock, NewEvent::new(event.as_bytes()).with_key_field("commandId"))?;
        // It is on the disk, and stays there whatever happens now.
        println!("{id}");
    }
    Ok(())
}

/// Opens the ledger, or creates it. Another process that appends is waited for.
fn open(path: &Path) -> Result<Appender<FileStore>, Box<dyn Error>> {
    if !path.exists() {
        let event =
            br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"name":"example"}}"#;
        return Ok(Appender::begin(FileStore::create(path), &SystemClock, NewEvent::new(event))?);
    }
    let store = FileStore::repair_within(path, Duration::from_secs(10))?;
    if let Some(kept) = store.repaired() {
        // A crash while an event was written, which was not acknowledged.
        eprintln!("a torn line is kept in {}", kept.display());
    }
    Ok(Appender::open(store)?)
}
