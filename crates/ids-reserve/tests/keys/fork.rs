//! After `fork()` the child gets no key of its parent.
#![cfg(all(unix, not(miri)))]

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use ids_reserve::GenerateError;
use ids_testkit::{FORKED, Way, after_fork, assert_guarded, assert_repeats};
use luuid::{Generator, Group, Keys};

use crate::{NOW, begun, between::Control, controlled, memory, options};

#[test]
fn the_child_is_told_before_its_first_key() {
    let store = memory();
    let (_keeper, mut keys) = begun(&store, options(1_000_000..=1_000_000));
    assert_guarded(|| keys.take().map(u128::from));
    assert_guarded(|| keys.take_many(1).map(|keys| u128::from(keys.start)));
    let mut shared = keys.shared();
    assert_guarded(|| shared.take().map(u128::from));
    let rng = ChaCha8Rng::seed_from_u64(7);
    let mut generator = Generator::new(Keys::with_counter(shared), rng, Group::from_name("person"));
    assert_guarded(|| generator.generate());
}

/// The unprotected way: a block in hand, and no guard.
#[test]
fn a_block_without_a_guard_repeats() {
    let mut block = Keys::block(1..10_000).unwrap();
    assert_repeats(|| block.take().map(|key| u128::from(key.to_bits())));
}

/// It neither asks the store, over its parent's connection, nor gives back what its parent uses.
#[test]
fn the_keeper_does_nothing_in_the_child() {
    for way in Way::ALL {
        let (store, control) = (memory(), Control::default());
        let (mut keeper, keys) = controlled(&store, options(5_000..=5_000), NOW, &control);
        keeper.extend().unwrap();
        let mut keys = Some(keys);
        let (ours, theirs) = after_fork(*way, |child| {
            if !child {
                return keys.as_mut()?.take().ok().map(u128::from);
            }
            // The last handle of the child.
            drop(keys.take());
            let calls = control.calls();
            let refused = keeper.extend().is_err_and(|error| error.kind() == "forked");
            (refused && control.calls() == calls).then_some(FORKED)
        });
        assert!(ours.into_iter().eq(1..=1000), "{way:?}");
        assert!(theirs.into_iter().all(|answer| answer == FORKED), "{way:?}");
        assert!(keeper.extend().unwrap());
        drop(keys);
        assert!(!keeper.extend().unwrap());
    }
}

/// A copy that no guard can see, as of a virtual machine: the second one that asks is told.
#[test]
fn a_copy_that_asks_second_gets_no_more() {
    let store = memory();
    let rng = || ChaCha8Rng::seed_from_u64(99);
    let copy = |store: &crate::Memory| options(10..=10).keys(store.clone(), NOW, rng()).unwrap();
    // Two machines from one snapshot: the same holder, the same requests.
    let [(mut one, mut ones), (mut two, mut twos)] = [(); 2].map(|()| copy(&store));
    one.extend().unwrap();
    two.extend().unwrap();
    assert_eq!((ones.take(), twos.take()), (Ok(1), Ok(1)), "until the next extension they repeat");
    // From here on the two differ, as their random sources do after a reseeding.
    let (_third, mut thirds) = begun(&store, options(10..=10));
    assert_eq!(thirds.take(), Ok(11));
    one.extend().unwrap();
    assert_eq!(ones.take_many(9), Ok(2..11));
    one.extend().unwrap();
    assert_eq!(ones.take(), Ok(21));
    one.extend().unwrap();
    assert_eq!(two.extend().unwrap_err().kind(), "lost");
    assert_eq!(twos.take(), Err(GenerateError::Spent));
}
