//! The generators under a clock that goes wrong in all the ways clocks do.

#![cfg(not(miri))]

use core::time::Duration;

use ids_testkit::{SimClock, simulate};
use kuid::{Generator, Kuid, Local, LocalNode, Node, NodeId, Policy, UnixTime};

/// Shortly before the end of a million seconds, which the walk crosses in both directions.
const START: UnixTime = UnixTime::from_secs(1_731_999_990);

/// Identifiers of each run: ten million in all.
const COUNT: u64 = 1_000_000;

#[test]
fn local() {
    for (seed, micros) in [(1, 0), (2, 0), (3, 1_024), (4, 100_000)] {
        let max_ahead = Duration::from_micros(micros);
        let clock = SimClock::new(seed, START);
        let mut generator =
            Generator::new(&clock, LocalNode).with_policy(Policy::Borrow { max_ahead });
        let report = simulate(&clock, COUNT, || generator.generate(), Local::time, max_ahead);
        let outcome = (report.acknowledged, report.violations());
        assert_eq!(outcome, (COUNT, 0), "{clock:?} {report}");
    }
}

/// The identifiers of one node increase whatever the drift, and none has seconds or ticks that no
/// clock reads.
#[test]
fn global() {
    each_drift!(DRIFT => {
        let seed = u64::from(DRIFT);
        let max_ahead = Duration::from_secs(seed % 2);
        let clock = SimClock::new(seed, START);
        let mut generator = Generator::new(&clock, Node::<DRIFT>::new(NodeId::MAX))
            .with_policy(Policy::Borrow { max_ahead })
            .with_rolling_start(DRIFT.into());
        let next = || {
            let id = generator.generate()?;
            assert!(id.is_regular(), "{id}");
            Ok(id)
        };
        let report = simulate(&clock, COUNT, next, Kuid::time, max_ahead);
        let outcome = (report.acknowledged, report.violations());
        assert_eq!(outcome, (COUNT, 0), "{DRIFT} {clock:?} {report}");
    });
}
