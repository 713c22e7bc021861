//! Taking keys from blocks, one or many, and moving past some.

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use ids_core::GenerateError;
use ids_reserve::{KeyOptions, StoreError};

use crate::{
    NOW, begun,
    between::{Control, Fault},
    controlled, end, holder, memory, options, reserve, resource, spans,
};

#[test]
fn the_next_block_is_fetched_ahead() {
    let (store, control) = (memory(), Control::default());
    let (mut keeper, mut keys) = controlled(&store, options(100..=100), NOW, &control);
    assert_eq!(keeper.resource(), &resource());
    assert_eq!((keys.take(), control.calls()), (Err(GenerateError::Spent), 0), "nothing is asked");
    assert!(keeper.extend().unwrap());
    assert_eq!((end(&store), control.calls()), (101, 1), "one block");
    for key in 1..=9 {
        assert_eq!(keys.take(), Ok(key));
        keeper.extend().unwrap();
        assert_eq!(control.calls(), 1, "not before a tenth is used");
    }
    assert_eq!(keys.take(), Ok(10));
    for _ in 0..3 {
        keeper.extend().unwrap();
        assert_eq!((end(&store), keys.left(), control.calls()), (201, 190, 2), "once");
    }
    // The store is away: there is enough for a while.
    control.set(Fault::UNHEARD);
    for key in 11..=200 {
        assert_eq!(keys.take(), Ok(key));
        assert_eq!(keeper.extend().is_err(), key >= 110);
    }
    assert_eq!((keys.left(), keys.take()), (0, Err(GenerateError::Spent)));
    control.set(None);
    keeper.extend().unwrap();
    assert_eq!(keys.take(), Ok(201));
}

#[test]
fn a_stated_share_is_used_before_the_next() {
    let rows: [(u8, u64, u64); 6] =
        [(0, 100, 1), (1, 100, 1), (33, 100, 33), (50, 3, 2), (100, 100, 100), (10, 1, 1)];
    for (percent, size, used) in rows {
        let store = memory();
        let options = KeyOptions { prefetch: percent, ..options(size..=size) };
        let (mut keeper, mut keys) = begun(&store, options);
        for taken in 1..=used {
            assert_eq!(keys.take(), Ok(taken));
            keeper.extend().unwrap();
            let expected = if taken < used { size } else { 2 * size };
            assert_eq!(end(&store), 1 + expected, "{percent} % of {size}, {taken} taken");
        }
    }
}

#[test]
fn many_at_once_end_with_the_block() {
    let store = memory();
    let (mut keeper, mut keys) = begun(&store, options(10..=20));
    let (_other, mut others) = begun(&store, options(10..=20));
    assert_eq!(keys.take_many(0), Ok(1..1));
    assert_eq!(keys.take_many(4), Ok(1..5));
    keeper.extend().unwrap();
    assert_eq!((keys.left(), end(&store)), (26, 41));
    // Nothing is lost between two blocks.
    assert_eq!(keys.take_many(100), Ok(5..11));
    assert_eq!(keys.take_many(u64::MAX), Ok(21..41));
    assert_eq!(keys.take_many(1), Err(GenerateError::Spent));
    assert_eq!(others.take_many(5), Ok(11..16));
}

#[test]
fn exactly_so_many_are_consecutive() {
    let store = memory();
    let (mut keeper, mut keys) = holder(&store, options(10..=40));
    let (mut other, _others) = holder(&store, options(10..=10));
    let mut exactly = |count| reserve(&mut keys, count);
    assert_eq!(exactly(41), Err(GenerateError::TooMany { max: 40 }));
    keeper.extend().unwrap();
    other.extend().unwrap();
    assert_eq!(exactly(4), Ok(1..5));
    // No block has that many: the keeper fetches one.
    assert_eq!(exactly(30), Err(GenerateError::Spent));
    keeper.extend().unwrap();
    assert_eq!(end(&store), 51);
    assert_eq!(exactly(30), Ok(21..51), "the rest of the first block is skipped");
    // Two short blocks: the first one makes room.
    keeper.extend().unwrap();
    assert_eq!(exactly(5), Ok(51..56));
    keeper.extend().unwrap();
    assert_eq!(end(&store), 131);
    assert_eq!(exactly(0), Ok(56..56));
}

#[test]
fn two_blocks_that_are_too_short_make_room() {
    let store = memory();
    let (mut keeper, mut keys) = begun(&store, options(2..=40));
    assert_eq!(keys.take(), Ok(1));
    keeper.extend().unwrap();
    assert_eq!(keys.left(), 5, "2 and 4 keys");
    let mut tries = 0;
    let taken = loop {
        match reserve(&mut keys, 30) {
            Ok(taken) => break taken,
            Err(refusal) => assert_eq!(refusal, GenerateError::Spent),
        }
        tries += 1;
        assert!(tries < 4, "it ends");
        keeper.extend().unwrap();
    };
    assert_eq!(taken, 7..37);
}

#[test]
fn a_returned_block_that_is_too_short_is_not_the_answer() {
    let store = memory();
    let (mut keeper, mut keys) = begun(&store, options(10..=30));
    let (mut other, others) = begun(&store, options(10..=30));
    drop(others);
    other.extend().unwrap();
    assert_eq!(keys.take_many(10), Ok(1..11));
    assert_eq!(reserve(&mut keys, 30), Err(GenerateError::Spent));
    // One turn of the keeper: it gets the ten keys that the other returned, and asks again.
    keeper.extend().unwrap();
    assert_eq!((keys.left(), end(&store)), (40, 51), "10 and 30 keys");
    assert_eq!(reserve(&mut keys, 30), Ok(21..51));
}

#[test]
fn keys_end_at_the_limit() {
    let store = memory();
    let keys_1_to_15 = || KeyOptions { keys: 1..16, ..options(10..=10) };
    let (mut keeper, mut keys) = begun(&store, keys_1_to_15());
    assert_eq!(keys.take_many(10), Ok(1..11));
    keeper.extend().unwrap();
    assert_eq!(keys.take_many(10), Ok(11..16), "what is left");
    assert!(keeper.extend().unwrap());
    assert_eq!(keys.take(), Err(GenerateError::Exhausted));
    let (_late, mut none) = begun(&store, keys_1_to_15());
    assert_eq!(none.take(), Err(GenerateError::Exhausted));
    // Key 0 is issued to those who ask for it.
    let store = memory();
    let (_keeper, mut keys) = begun(&store, KeyOptions { keys: 0..5, ..options(10..=10) });
    assert_eq!(keys.take_many(9), Ok(0..5));
}

#[test]
fn past_keys_that_were_inserted_by_hand() {
    let store = memory();
    let (mut keeper, mut keys) = begun(&store, options(10..=10));
    let (mut other, mut others) = begun(&store, options(10..=10));
    assert_eq!(others.take(), Ok(11));
    // (last, next key, end in the store afterwards)
    let rows = [
        (0, 1, 31),
        (5, 6, 31),
        // Lower than what was issued.
        (3, 7, 31),
        // Into the next block, and past both.
        (25, 26, 41),
        (1000, 1001, 1021),
    ];
    for (last, next, raised) in rows {
        keys.rebase(last).unwrap();
        keeper.extend().unwrap();
        assert_eq!(keys.take(), Ok(next), "past {last}");
        keeper.extend().unwrap();
        assert_eq!(end(&store), raised, "past {last}");
    }
    // What others get from now on is past them, too.
    assert_eq!(others.take_many(20), Ok(12..21));
    other.extend().unwrap();
    assert_eq!(others.take(), Ok(1021));
    keys.rebase(u64::MAX).unwrap();
    keeper.extend().unwrap();
    assert_eq!(keys.take(), Err(GenerateError::Exhausted));
    assert_eq!(end(&store), 1 << 48);
}

/// The unprotected way: a holder has a block, and does not learn of the keys that were inserted.
#[test]
fn without_a_rebase_a_key_is_issued_that_was_inserted_by_hand() {
    let store = memory();
    let (_keeper, mut keys) = begun(&store, options(10..=10));
    let inserted = [5];
    let issued = keys.take_many(10).unwrap();
    assert!(inserted.iter().any(|key| issued.contains(key)));
}

#[test]
fn returned_keys_below_a_rebase_are_skipped() {
    let store = memory();
    let (mut keeper, keys) = begun(&store, options(10..=10));
    drop(keys);
    keeper.extend().unwrap();
    let (mut keeper, mut keys) = holder(&store, options(10..=10));
    keys.rebase(4).unwrap();
    keeper.extend().unwrap();
    assert_eq!(keys.take(), Ok(11));
    assert_eq!(end(&store), 21);
    let states: Vec<_> =
        spans(&store).into_iter().map(|(keys, state)| (keys, state.name())).collect();
    assert_eq!(states, [(1..11, "skipped"), (11..21, "held")]);
}

#[test]
fn what_does_not_fit_is_refused() {
    let new = || KeyOptions::new("person").unwrap();
    let minute = core::time::Duration::from_secs(60);
    #[expect(clippy::reversed_empty_ranges, reason = "an empty range is what is refused")]
    let rows = [
        (KeyOptions { blocks: 0..=10, ..new() }, ", not 0..=10"),
        (KeyOptions { blocks: 11..=10, ..new() }, ", not 11..=10"),
        (KeyOptions { keys: 5..5, ..new() }, ", not 5..5"),
        (KeyOptions { keys: 0..1 << 63, ..new() }, ", not 0..9223372036854775808"),
        (KeyOptions { prefetch: 101, ..new() }, "a share in per cent is 0 to 100, not 101"),
        (KeyOptions { lasting: minute..minute + minute / 2, ..new() }, ", not 60s..90s"),
        (KeyOptions { label: "x".repeat(101).into(), ..new() }, "no control character"),
    ];
    for (row, said) in rows {
        let rng = ChaCha8Rng::seed_from_u64(0);
        let refused = row.keys(memory(), NOW, rng).map(drop);
        let Err(StoreError::Invalid(text)) = refused else { panic!("{row:?}") };
        assert!(text.ends_with(said), "{text}");
    }
    assert!(KeyOptions::new("two words").is_err());
}

/// What it has fetched stays, and no more comes.
#[test]
fn a_keeper_that_is_gone() {
    let store = memory();
    let (keeper, mut keys) = begun(&store, options(10..=10));
    drop(keeper);
    assert_eq!(keys.take_many(10), Ok(1..11));
    assert_eq!(keys.take(), Err(GenerateError::Spent));
}
