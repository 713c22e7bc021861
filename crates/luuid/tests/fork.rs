//! After `fork()`, parent and child give different identifiers: of the same keys.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(all(unix, feature = "rng", not(miri)))]

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use getrandom::SysRng;
use ids_core::Id;
use ids_testkit::{EACH, after_fork};
use luuid::{GenerateError, Generator, Group, IdRng, Keys, LocalRng, Luuid};

const GROUP: Group = Group::from_name("person");

/// How many of a thousand identifiers that the parent makes after a fork are also among a thousand
/// that the child makes, and how many of their keys.
fn in_common(mut next: impl FnMut() -> Result<Luuid, GenerateError>) -> (usize, usize) {
    for _ in 0..10 {
        next().unwrap();
    }
    let (ours, theirs) = after_fork(|_| next().ok().map(Id::to_bits));
    let keys: Vec<_> = theirs.iter().map(|id| Luuid::KEY.get(*id)).collect();
    let ids = ours.iter().filter(|id| theirs.contains(id)).count();
    (ids, ours.iter().filter(|id| keys.contains(&Luuid::KEY.get(**id))).count())
}

/// No identifier twice, but every key: what the documentation says of blocks and processes.
#[test]
fn every_source_of_ours_differs() {
    let mut local = Generator::new(Keys::counter(), LocalRng, GROUP);
    assert_eq!(in_common(|| local.generate()), (0, EACH));
    let mut kept = Generator::new(Keys::counter(), IdRng::from_os().unwrap(), GROUP);
    assert_eq!(in_common(|| kept.generate()), (0, EACH));
    let mut system = Generator::new(Keys::counter(), SysRng, GROUP);
    assert_eq!(in_common(|| system.generate()), (0, EACH));
}

/// What the test above would see without a guard.
#[test]
fn a_source_that_does_not_notice_repeats_itself() {
    let mut unguarded = Generator::new(Keys::counter(), ChaCha8Rng::seed_from_u64(7), GROUP);
    assert_eq!(in_common(|| unguarded.generate()), (EACH, EACH));
}
