//! Monotonic generators under the clock simulator.
#![cfg(not(miri))]

use core::time::Duration;

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use flax_id::{FlaxId, Generator, Policy, UnixTime};
use ids_testkit::{Report, SimClock, simulate};

const START: UnixTime = UnixTime::from_millis(1_444_939_825_807);
const COUNT: u64 = if cfg!(debug_assertions) { 100_000 } else { 5_000_000 };

fn run(seed: u64, max_ahead: Duration) -> Report {
    let clock = SimClock::new(seed, START);
    let mut generator = Generator::monotonic(&clock, ChaCha8Rng::seed_from_u64(seed))
        .with_policy(Policy::Borrow { max_ahead });
    let report = simulate(&clock, COUNT, || generator.generate(), FlaxId::time, max_ahead);
    assert_eq!((report.acknowledged, report.violations()), (COUNT, 0), "{clock:?} {report}");
    report
}

#[test]
fn waiting() {
    for seed in 1..5 {
        let report = run(seed, Duration::ZERO);
        assert!(report.refused > 0, "the clock never stepped back: {report}");
    }
}

#[test]
fn running_ahead() {
    for (seed, millis) in [(11, 1), (12, 1000), (13, 300_000)] {
        let _ = run(seed, Duration::from_millis(millis));
    }
}

/// What the tests above would see without an order.
#[test]
fn independent_identifiers_are_in_no_order() {
    let clock = SimClock::new(1, START);
    let mut generator = Generator::new(&clock, ChaCha8Rng::seed_from_u64(1));
    let report = simulate(&clock, COUNT, || generator.generate(), FlaxId::time, Duration::ZERO);
    assert!(report.reordered > COUNT / 10, "{report}");
    assert_eq!(report.duplicated, 0, "{report}");
}
