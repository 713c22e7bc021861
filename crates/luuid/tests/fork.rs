//! After `fork()`, parent and child give different identifiers: of the same keys.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(all(unix, feature = "rng", not(miri)))]

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use getrandom::SysRng;
use ids_testkit::{EACH, FORKED, Way, after_fork, assert_guarded, assert_repeats, or_forked};
use luuid::{GenerateError, Generator, Group, IdRng, Key, Keys, LocalRng, Luuid};

const GROUP: Group = Group::from_name("person");

/// How many of a thousand identifiers that the parent makes after a fork are also among a thousand
/// that the child makes, at most, and how many of their keys: by whichever way it was made.
fn both_in_common(mut next: impl FnMut() -> Result<Luuid, GenerateError>) -> (usize, usize) {
    for _ in 0..10 {
        next().unwrap();
    }
    let common = |way: &Way| {
        let (ours, theirs) = after_fork(*way, |_| or_forked(next()));
        let keys: Vec<_> = theirs.iter().map(|id| Luuid::KEY.get(*id)).collect();
        let ids = ours.iter().filter(|id| theirs.contains(id)).count();
        (ids, ours.iter().filter(|id| keys.contains(&Luuid::KEY.get(**id))).count())
    };
    Way::ALL.iter().map(common).max().unwrap()
}

/// No identifier twice, but every key: what the documentation says of blocks and processes.
#[test]
fn every_source_of_ours_differs() {
    let mut local = Generator::new(Keys::counter(), LocalRng, GROUP);
    assert_eq!(both_in_common(|| local.generate()), (0, EACH));
    let mut kept = Generator::new(Keys::counter(), IdRng::from_os().unwrap(), GROUP);
    assert_eq!(both_in_common(|| kept.generate()), (0, EACH));
    let mut system = Generator::new(Keys::counter(), SysRng, GROUP);
    assert_eq!(both_in_common(|| system.generate()), (0, EACH));
}

/// What the test above would see without a guard.
#[test]
fn a_source_that_does_not_notice_repeats_itself() {
    let mut unguarded = Generator::new(Keys::counter(), ChaCha8Rng::seed_from_u64(7), GROUP);
    assert_eq!(both_in_common(|| unguarded.generate()), (EACH, EACH));
}

#[test]
fn bare_keys_repeat_themselves() {
    let mut keys = Keys::counter();
    assert_repeats(|| keys.take().map(Key::to_bits));
}

#[test]
fn guarded_keys_stop() {
    let key = |key: Key| u128::from(key.to_bits());
    let mut owned = Keys::counter().with_fork_guard();
    assert_guarded(|| owned.take().map(key));
    assert_guarded(|| owned.reserve(1).map(|keys| keys.start));
    let shared = Keys::counter().with_fork_guard().shared();
    assert_guarded(|| shared.handle().take().map(key));
    let mut handle = shared.handle();
    assert_guarded(|| handle.take().map(key));
    let seeded = ChaCha8Rng::seed_from_u64(7);
    let mut generator = Generator::new(Keys::counter().with_fork_guard(), seeded, GROUP);
    assert_guarded(|| generator.generate());
}

/// Told by the error, the child goes on with a block of its own.
#[test]
fn a_child_that_was_stopped_goes_on() {
    for way in Way::ALL {
        let mut keys = Keys::block(1..10_001).unwrap().with_fork_guard();
        let (ours, theirs) = after_fork(*way, |_| {
            let answer = or_forked(keys.take().map(Key::to_bits));
            if answer == Some(FORKED) {
                keys = Keys::block(10_001..20_001).ok()?.with_fork_guard();
            }
            answer
        });
        assert!(ours.iter().copied().eq(1..1001), "{way:?}");
        assert_eq!(theirs[0], FORKED, "{way:?}");
        assert!(theirs[1..].iter().copied().eq(10_001..11_000), "{way:?}");
    }
}
