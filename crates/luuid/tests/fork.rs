//! After `fork()`, keys with a guard stop in the child. That the random sources of `ids-core` differ there, its own
//! tests show.
#![cfg(all(unix, feature = "rng", not(miri)))]

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use ids_testkit::assert_guarded;
use luuid::{Generator, Group, Key, Keys};

const GROUP: Group = Group::from_name("person");

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
