//! The laws of every store, held by each.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[cfg(all(feature = "postgres", target_os = "linux"))]
mod cancelled;
#[cfg(any(feature = "sqlite", all(feature = "postgres", target_os = "linux")))]
mod checker;
#[cfg(any(feature = "sqlite", all(feature = "postgres", target_os = "linux")))]
mod databases;
#[cfg(all(feature = "file", feature = "postgres", feature = "sqlite", target_os = "linux"))]
mod faults;
#[cfg(all(feature = "postgres", target_os = "linux"))]
mod guards;
#[cfg(all(feature = "postgres", target_os = "linux"))]
mod isolation;
mod laws;
#[cfg(feature = "sqlite")]
mod parallel;
#[cfg(all(feature = "postgres", target_os = "linux"))]
mod pg_ledger;
#[cfg(all(feature = "file", feature = "postgres", feature = "sqlite", target_os = "linux"))]
mod planted;
#[cfg(all(feature = "postgres", target_os = "linux"))]
mod postgres;
mod shared;
#[cfg(feature = "sqlite")]
mod sqlite;
#[cfg(all(feature = "postgres", target_os = "linux"))]
mod tasks;
#[cfg(all(feature = "postgres", target_os = "linux"))]
mod transactions;
#[cfg(all(feature = "sqlite", target_os = "linux"))]
mod unwritable;

use evently_ledger::{
    Appender, EventId, MemoryStore, NewEvent, Store, UnixTime, parallel::Verification,
};

const CLOCK: UnixTime = UnixTime::from_secs(1_735_689_600);
const GENESIS: &str = r#"{"event":"Ledger Created","entities":{},"meta":{},"data":null}"#;

/// An event with these entities.
fn event(name: &str, entities: &str, data: usize) -> String {
    format!(r#"{{"event":"{name}","entities":{{{entities}}},"meta":{{}},"data":{data}}}"#)
}

const fn new(json: &str) -> NewEvent<'_> {
    NewEvent::new(json.as_bytes())
}

fn begin<S: Store>(store: S) -> Appender<S> {
    Appender::begin(store, &CLOCK, new(GENESIS)).unwrap()
}

/// How many events a ledger has, which is valid.
fn verified(store: &mut impl Store) -> u64 {
    let (report, ended) = Verification::default().run_store(store);
    ended.unwrap();
    assert_eq!(report.first, None);
    report.events
}

/// Another id of the same timestamp.
fn other(id: EventId) -> EventId {
    EventId::from_bits(id.to_bits() ^ 1 << 32).unwrap()
}

#[test]
fn memory() {
    laws::hold(MemoryStore::new);
}

#[cfg(feature = "file")]
#[test]
fn file() {
    use evently_ledger::file::FileStore;
    let folder = ids_testkit::Folder::new("ledger-file");
    let mut count = 0;
    laws::hold(|| {
        count += 1;
        FileStore::create(folder.path().join(format!("{count}.ndjson")))
    });
}
