//! After `fork()`, parent and child give different identifiers.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(all(unix, feature = "rng", not(miri)))]

use core::time::Duration;

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use flax_id::{FlaxId, GenerateError, Generator, IdRng, LocalRng, Policy, UnixTime};
use getrandom::SysRng;
use ids_core::clock::ForkGuard;
use ids_testkit::{EACH, Way, assert_guarded, or_forked};

/// A clock that stands still, so that only the random bits can differ.
const NOW: UnixTime = UnixTime::from_millis(1_444_939_825_807);

/// The first identifier of a millisecond may leave little room for steps, as its bits are random.
const AHEAD: Policy = Policy::Borrow { max_ahead: Duration::from_secs(60) };

/// How many of a thousand identifiers that the parent makes after a fork are also among a thousand
/// that the child makes, at most: by whichever way it was made.
fn in_common(mut next: impl FnMut() -> Result<FlaxId, GenerateError>) -> usize {
    for _ in 0..10 {
        next().unwrap();
    }
    let common = |way: &Way| ids_testkit::in_common(*way, |_| or_forked(next()));
    Way::ALL.iter().map(common).max().unwrap()
}

#[test]
fn new_differs() {
    assert_eq!(in_common(flax_id::new), 0);
}

#[test]
fn every_source_of_ours_differs() {
    let mut local = Generator::new(NOW, LocalRng);
    assert_eq!(in_common(|| local.generate()), 0);
    let mut kept = Generator::new(NOW, IdRng::from_os().unwrap());
    assert_eq!(in_common(|| kept.generate()), 0);
    let mut system = Generator::new(NOW, SysRng);
    assert_eq!(in_common(|| system.generate()), 0);
    let mut monotonic = Generator::monotonic(NOW, IdRng::from_os().unwrap()).with_policy(AHEAD);
    assert_eq!(in_common(|| monotonic.generate()), 0);
}

/// What the tests above would see without a guard.
#[test]
fn a_source_that_does_not_notice_repeats_itself() {
    let seeded = || ChaCha8Rng::seed_from_u64(7);
    let mut unguarded = Generator::new(NOW, seeded());
    assert_eq!(in_common(|| unguarded.generate()), EACH);
    let mut monotonic = Generator::monotonic(NOW, seeded()).with_policy(AHEAD);
    assert_eq!(in_common(|| monotonic.generate()), EACH);
}

#[test]
fn a_guarded_clock_stops_it() {
    let (clock, seeded) = (ForkGuard::of(NOW), || ChaCha8Rng::seed_from_u64(7));
    let mut independent = Generator::new(clock, seeded());
    assert_guarded(|| independent.generate());
    let mut monotonic = Generator::monotonic(clock, seeded()).with_policy(AHEAD);
    assert_guarded(|| monotonic.generate());
}
