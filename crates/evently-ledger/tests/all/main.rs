//! Chains, appenders and ledgers, over stores in memory.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod appender;
mod chain;
mod gate;
mod ledger;
mod parallel;
mod real;
mod serde;
mod shared;
mod store;

use evently_ledger::{Appender, NewEvent, Store, UnixTime};

const NOW: UnixTime = UnixTime::from_micros(1_633_278_732_816_530);
const GENESIS: &[u8] = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":null}"#;

const fn new(json: &str) -> NewEvent<'_> {
    NewEvent::new(json.as_bytes())
}

fn begin<S: Store>(store: S) -> Appender<S> {
    Appender::begin(store, &NOW, NewEvent::new(GENESIS)).unwrap()
}
