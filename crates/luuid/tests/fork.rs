//! After `fork()`, keys with a guard stop in the child. That the random sources of `ids-core` differ there, its own
//! tests show.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(all(unix, feature = "rng", not(miri)))]

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use ids_testkit::{FORKED, Way, after_fork, assert_guarded, assert_repeats, or_forked};
use luuid::{Generator, Group, Key, Keys};

const GROUP: Group = Group::from_name("person");

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
