//! After `fork()`: a chain goes on in the process that has read the ledger's last event.
#![cfg(all(unix, feature = "fork", not(miri)))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use evently_ledger::{AppendError, Chain, Clock, ClockError, FixedClock, GuardedClock, UnixTime};
use ids_testkit::{EACH, FORKED, Way, after_fork, in_common};

const NOW: UnixTime = UnixTime::from_secs(1_735_689_600);
const EVENT: &[u8] = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{}}"#;

/// Appends an event again and again, without allocating: the child may not.
fn append<C: Clock>(clock: C) -> impl FnMut() -> Option<u128> {
    let mut record = Vec::with_capacity(1000);
    let mut chain = Chain::begin(&clock, EVENT, &mut record).unwrap();
    move || {
        record.clear();
        match chain.append(&clock, EVENT, &mut record) {
            Ok(id) => Some(id.to_bits()),
            Err(AppendError::Clock(ClockError::Forked)) => Some(FORKED),
            Err(_) => None,
        }
    }
}

#[test]
fn a_chain_on_both_sides_is_two_ledgers() {
    let mut both = append(FixedClock::new(NOW));
    assert_eq!(in_common(Way::Fork, |_| both()), EACH);
}

#[test]
fn a_guarded_clock_stops_it() {
    for way in Way::ALL {
        let mut both = append(GuardedClock::new(FixedClock::new(NOW)));
        let (ours, theirs) = after_fork(*way, |_| both());
        assert!(!ours.contains(&FORKED), "{way:?}");
        assert_eq!(theirs, vec![FORKED; EACH], "{way:?}");
    }
}
