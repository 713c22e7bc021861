//! The generator under a clock that goes wrong in all the ways clocks do.

use core::time::Duration;

use ids_testkit::{SimClock, simulate};
use siq::{DomainHash, Generator, Policy, Qualifier, Siq, UnixTime};

const START: UnixTime = UnixTime::from_secs(1_732_104_000);
const DOMAIN: DomainHash = DomainHash::from_bits(0x86ce_1947);

/// All identifiers of a run, over all qualifiers and both policies.
const COUNT: u64 = if cfg!(miri) { 4_000 } else { 10_000_000 };

/// One generator and one clock for all qualifiers, one after the other and then all again.
fn run(seed: u64, max_ahead: Duration, count: u64) {
    let clock = SimClock::new(seed, START);
    let policy = match max_ahead {
        Duration::ZERO => Policy::Wait,
        _ => Policy::Borrow { max_ahead },
    };
    let mut generator = Generator::new(&clock, DOMAIN, 1).with_policy(policy);
    for &qualifier in Qualifier::ALL {
        let mut sequence = generator.sequence(qualifier);
        let share = count / Qualifier::ALL.len() as u64;
        let report = simulate(&clock, share, || sequence.generate(), Siq::time, max_ahead);
        let outcome = (report.acknowledged, report.violations());
        assert_eq!(outcome, (share, 0), "{qualifier} {clock:?} {report}");
    }
}

#[test]
fn waiting() {
    for seed in 0..4 {
        run(seed, Duration::ZERO, COUNT / 8);
    }
}

#[test]
fn borrowing() {
    for (seed, micros) in [(4, 16), (5, 100), (6, 10_000), (7, 1_000_000)] {
        run(seed, Duration::from_micros(micros), COUNT / 8);
    }
}
