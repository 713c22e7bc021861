//! After `fork()`, parent and child give different identifiers.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(all(unix, feature = "rng", not(miri)))]

use core::time::Duration;

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use flax_id::{FlaxId, GenerateError, Generator, IdRng, LocalRng};
use getrandom::SysRng;
use ids_core::Id;
use ids_testkit::EACH;

/// A clock that stands still, so that only the random bits can differ.
const NOW: Duration = Duration::from_millis(1_444_939_825_807);

/// How many of a thousand identifiers that the parent makes after a fork are also among a thousand
/// that the child makes.
fn in_common(mut next: impl FnMut() -> Result<FlaxId, GenerateError>) -> usize {
    for _ in 0..10 {
        next().unwrap();
    }
    ids_testkit::in_common(|_| next().ok().map(Id::to_bits))
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
    let mut monotonic = Generator::monotonic(NOW, IdRng::from_os().unwrap());
    assert_eq!(in_common(|| monotonic.generate()), 0);
}

/// What the tests above would see without a guard.
#[test]
fn a_source_that_does_not_notice_repeats_itself() {
    let mut unguarded = Generator::new(NOW, ChaCha8Rng::seed_from_u64(7));
    assert_eq!(in_common(|| unguarded.generate()), EACH);
}
