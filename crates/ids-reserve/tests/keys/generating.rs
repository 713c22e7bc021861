//! LUUIDs of granted keys.

use core::time::Duration;

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use ids_core::Generate;
use luuid::{GenerateError, Generator, Group, Key, Keys};

use crate::{
    EACH, NOW, begun,
    between::{Control, Fault},
    controlled, holder, memory, options,
};

const GROUP: Group = Group::from_name("person");

fn rng() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(7)
}

/// The unprotected way: each process counts for itself.
#[test]
fn two_counters_share_every_key() {
    let ids = [1, 2].map(|seed| {
        let mut generator = Generator::new(Keys::counter(), ChaCha8Rng::seed_from_u64(seed), GROUP);
        [(); 100].map(|()| generator.generate().unwrap().key())
    });
    assert_eq!(ids[0], ids[1]);
}

#[test]
fn every_way_of_the_generator() {
    let store = memory();
    let (mut keeper, keys) = begun(&store, options(10..=50));
    let mut generator = Generator::new(Keys::with_counter(keys), rng(), GROUP);
    let mut ids = [generator.generate().unwrap(); 20];
    assert_eq!(generator.fill(&mut ids), Ok(9), "what the block has");
    assert_eq!(generator.fill(&mut ids), Err(GenerateError::Spent));
    keeper.extend().unwrap();
    assert_eq!(generator.keys_mut().reserve(51), Err(GenerateError::Exhausted));
    assert_eq!(generator.keys_mut().reserve(15), Ok(11..26));
    generator.keys_mut().rebase(Key::new(40).unwrap());
    assert_eq!(generator.generate(), Err(GenerateError::Spent));
    keeper.extend().unwrap();
    assert_eq!(generator.generate().unwrap().key(), Key::new(41).unwrap());
    let after = generator.generate().unwrap();
    let mut generator = generator.resume_after(after);
    assert_eq!(generator.generate().unwrap().key().to_bits(), 43);
}

/// A rebase before the first block.
#[test]
fn moved_on_before_anything_was_granted() {
    let store = memory();
    let (mut keeper, keys) = holder(&store, options(10..=50));
    let mut keys = Keys::with_counter(keys);
    keys.rebase(Key::new(7).unwrap());
    keeper.extend().unwrap();
    assert_eq!(keys.take().map(Key::to_bits), Ok(8));
    keys.rebase(Key::MAX);
    keeper.extend().unwrap();
    assert_eq!(keys.take(), Err(GenerateError::Exhausted));
}

/// The generator's owner waits while a keeper fetches in another thread.
#[test]
fn waiting_for_a_keeper() {
    let (store, control) = (memory(), Control::default());
    let (mut keeper, keys) = controlled(&store, options(1..=1_000), NOW, &control);
    let mut generator = Generator::new(Keys::with_counter(keys), rng(), GROUP);
    // The store is away, then comes back.
    control.set(Fault::UNANSWERED);
    keeper.extend().unwrap_err();
    assert_eq!(
        generator.blocking(Duration::from_millis(2)).generate(),
        Err(GenerateError::Spent),
        "its limit is not enough"
    );
    control.set(None);
    std::thread::scope(|scope| {
        scope.spawn(|| keeper.run(|_| ()).unwrap());
        let ids = generator.blocking(Duration::from_secs(3600)).take(EACH);
        let keys = ids.map(|id| id.unwrap().key().to_bits());
        assert!(keys.eq(1..=EACH as u64), "one holder alone has no gaps");
        drop(generator);
    });
}
