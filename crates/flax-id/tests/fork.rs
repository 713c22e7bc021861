//! After `fork()`, a generator under a guarded clock stops in the child. That the random sources of `ids-core` differ there,
//! its own tests show.
#![cfg(all(unix, feature = "rng", not(miri)))]

use core::time::Duration;

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use flax_id::{Generator, Policy, UnixTime};
use ids_core::clock::ForkGuard;
use ids_testkit::{assert_guarded, assert_repeats};

/// A clock that stands still, so that only the random bits can differ.
const NOW: UnixTime = UnixTime::from_millis(1_444_939_825_807);

/// The first identifier of a millisecond may leave little room for steps, as its bits are random.
const AHEAD: Policy = Policy::Borrow { max_ahead: Duration::from_secs(60) };

fn seeded() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(7)
}

#[test]
fn a_source_that_does_not_notice_repeats_itself() {
    let mut unguarded = Generator::new(NOW, seeded());
    assert_repeats(|| unguarded.generate());
    let mut monotonic = Generator::monotonic(NOW, seeded()).with_policy(AHEAD);
    assert_repeats(|| monotonic.generate());
}

#[test]
fn a_guarded_clock_stops_it() {
    let clock = ForkGuard::of(NOW);
    let mut independent = Generator::new(clock, seeded());
    assert_guarded(|| independent.generate());
    let mut monotonic = Generator::monotonic(clock, seeded()).with_policy(AHEAD);
    assert_guarded(|| monotonic.generate());
}
