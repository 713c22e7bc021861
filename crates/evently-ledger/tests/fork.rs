//! After `fork()`: a chain goes on in the process that has read the ledger's last event.
#![cfg(all(unix, feature = "fork", not(miri)))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use evently_ledger::{AppendError, Chain, Clock, EventId, ForkGuard, UnixTime};
use ids_core::GenerateError;
use ids_testkit::{assert_guarded, assert_repeats};

const NOW: UnixTime = UnixTime::from_secs(1_735_689_600);
const EVENT: &[u8] = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{}}"#;

/// Appends an event again and again, without allocating: the child may not.
fn append<C: Clock>(clock: C) -> impl FnMut() -> Result<EventId, GenerateError> {
    let mut record = Vec::with_capacity(1000);
    let mut chain = Chain::begin(&clock, EVENT, &mut record).unwrap();
    move || {
        record.clear();
        chain.append(&clock, EVENT, &mut record).map_err(|error| match error {
            AppendError::Clock(error) => error.into(),
            _ => GenerateError::Exhausted,
        })
    }
}

#[test]
fn a_chain_on_both_sides_is_two_ledgers() {
    assert_repeats(append(NOW));
}

#[test]
fn a_guarded_clock_stops_it() {
    assert_guarded(append(ForkGuard::of(NOW)));
}
