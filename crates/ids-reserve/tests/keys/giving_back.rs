//! The end of a holder: what is left is granted again, once.

use ids_reserve::{
    GenerateError, KeyOptions,
    SpanState::{Held, Returned, Used},
    StoreError,
};

use crate::{
    NOW, begun,
    between::{Control, Fault},
    controlled, end, holder, memory, options, spans,
};

#[test]
fn what_is_left_is_granted_again_once() {
    let store = memory();
    let (mut keeper, mut keys) = begun(&store, options(100..=100));
    let (mut other, mut others) = begun(&store, options(100..=100));
    assert_eq!(keys.take_many(30), Ok(1..31));
    keeper.extend().unwrap();
    drop(keys);
    assert!(!keeper.extend().unwrap());
    let after = [(1..31, Used), (31..101, Returned), (101..201, Held), (201..301, Returned)];
    assert_eq!(spans(&store), after);
    for _ in 0..3 {
        assert!(!keeper.extend().unwrap(), "once");
        assert_eq!(spans(&store), after);
    }
    // A holder that had higher keys goes on upwards.
    assert_eq!(others.take_many(50), Ok(101..151));
    other.extend().unwrap();
    assert_eq!(others.take_many(50), Ok(151..201));
    assert_eq!(others.take_many(5), Ok(201..206), "those above its own");
    // A new one begins with the lowest.
    let (mut late, mut keys) = begun(&store, options(100..=100));
    assert_eq!(keys.take_many(200), Ok(31..101));
    late.extend().unwrap();
    assert_eq!(keys.take(), Ok(301));
    assert!(spans(&store).iter().all(|(_, state)| *state != Returned));
}

/// The answer to the last request, or to the giving back, is lost.
#[test]
fn a_lost_answer_wastes_nothing() {
    for fault in [Fault::UNHEARD, Fault::UNANSWERED] {
        let (store, control) = (memory(), Control::default());
        let (mut keeper, mut keys) = controlled(&store, options(10..=10), NOW, &control);
        control.set(fault);
        assert!(keeper.extend().unwrap_err().is_transient());
        assert_eq!(keys.take(), Err(GenerateError::Spent));
        assert!(keeper.extend().unwrap_err().is_transient());
        control.set(None);
        keeper.extend().unwrap();
        assert_eq!((keys.take(), end(&store)), (Ok(1), 11), "one block, not three");
        // The next one is on its way at the end.
        control.set(fault);
        keeper.extend().unwrap_err();
        drop(keys);
        for _ in 0..2 {
            assert!(keeper.extend().unwrap_err().is_transient());
        }
        control.set(None);
        assert!(!keeper.extend().unwrap());
        assert_eq!(spans(&store), [(1..2, Used), (2..21, Returned)], "{fault:?}");
    }
}

/// No key is left, and then another holder gives some back.
#[test]
fn what_is_given_back_after_the_last_key_is_granted() {
    let (store, control) = (memory(), Control::default());
    let few = || KeyOptions { keys: 1..21, ..options(10..=10) };
    let (mut keeper, mut keys) = controlled(&store, few(), NOW, &control);
    let (mut other, mut others) = holder(&store, few());
    keeper.extend().unwrap();
    other.extend().unwrap();
    assert_eq!((keys.take_many(10), others.take_many(3)), (Ok(1..11), Ok(11..14)));
    keeper.extend().unwrap();
    for _ in 0..3 {
        assert_eq!(keys.take(), Err(GenerateError::Exhausted));
        let before = control.calls();
        keeper.extend().unwrap();
        assert_eq!(control.calls(), before + 1, "it asks once for each time that it is due");
    }
    drop(others);
    assert!(!other.extend().unwrap());
    assert_eq!(keys.take(), Err(GenerateError::Exhausted), "it knows of nothing yet");
    keeper.extend().unwrap();
    assert_eq!(keys.take_many(10), Ok(14..21));
    keeper.extend().unwrap();
    assert_eq!(keys.take(), Err(GenerateError::Exhausted));
}

#[test]
fn a_holder_that_took_nothing_gives_all_back() {
    let (store, control) = (memory(), Control::default());
    let (mut keeper, keys) = controlled(&store, options(10..=10), NOW, &control);
    drop(keys);
    assert!(!keeper.extend().unwrap());
    assert_eq!(control.calls(), 0, "it had nothing");
    let (mut keeper, keys) = begun(&store, options(10..=10));
    drop(keys);
    keeper.run(|_| ()).unwrap();
    assert_eq!(spans(&store), [(1..11, Returned)]);
}

/// The last of several handles ends it.
#[test]
fn the_last_handle_ends_it() {
    let store = memory();
    let (mut keeper, keys) = holder(&store, options(10..=10));
    let mut shared = keys.shared();
    let mut clone = shared.clone();
    keeper.extend().unwrap();
    assert_eq!((shared.take(), clone.take()), (Ok(1), Ok(2)));
    drop(shared);
    assert!(keeper.extend().unwrap());
    assert_eq!(clone.take(), Ok(3));
    drop(clone);
    assert!(!keeper.extend().unwrap());
}

/// A store that was put back to an older copy: the keys in hand may be granted to another.
#[test]
fn an_older_copy_of_the_store_ends_the_keys() {
    let store = memory();
    let (mut keeper, mut keys) = holder(&store, options(10..=10));
    let empty = store.copy(NOW);
    keeper.extend().unwrap();
    let backup = store.copy(NOW);
    assert_eq!(keys.take(), Ok(1));
    keeper.extend().unwrap();
    assert_eq!(keys.left(), 19);
    store.restore(&backup);
    assert_eq!(keys.take_many(9), Ok(2..11), "not noticed yet");
    assert_eq!(keys.take(), Ok(11));
    // The unprotected way: another holder is granted the same block.
    let (_other, mut others) = begun(&store, options(10..=10));
    assert_eq!(others.take(), Ok(11));
    store.restore(&empty);
    let error = keeper.extend().unwrap_err();
    assert!(matches!(error, StoreError::Restored { stored: 0, seen: 21 }), "{error}");
    assert_eq!((keys.left(), keys.take()), (0, Err(GenerateError::Spent)));
    // What it had may be another's: it gives nothing back.
    drop(keys);
    assert!(!keeper.extend().unwrap());
    store.restore(&backup);
    assert_eq!(spans(&store), [(1..11, Held)]);
}

/// A store that may be another one by now: it may grant the keys in hand to another.
#[test]
fn a_broken_store_ends_the_keys() {
    let (store, control) = (memory(), Control::default());
    let (mut keeper, mut keys) = controlled(&store, options(10..=10), NOW, &control);
    keeper.extend().unwrap();
    assert_eq!(keys.take(), Ok(1));
    control.set(Fault::BROKEN);
    assert_eq!(keeper.extend().unwrap_err().kind(), "broken");
    assert_eq!((keys.left(), keys.take()), (0, Err(GenerateError::Spent)));
    // It was the right store after all. What was in hand is neither issued nor given back.
    control.set(None);
    assert!(keeper.extend().unwrap());
    assert_eq!(keys.take(), Ok(11));
    drop(keys);
    assert!(!keeper.extend().unwrap());
    assert_eq!(spans(&store), [(1..12, Used), (12..21, Returned)]);
}
