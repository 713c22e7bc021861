//! Keys: a block, a counter, what is left of them.

use core::{cell::Cell, ops::Range};

use ids_testkit::Granted;
use luuid::{GenerateError, Key, Keys, RangeError};
use proptest::prelude::*;

const LAST: u64 = (1 << 48) - 1;

#[test]
#[expect(clippy::reversed_empty_ranges, reason = "a range that ends before it begins is empty")]
fn key_zero_is_never_given() {
    assert_eq!(Keys::counter().take().map(u64::from), Ok(1));
    let mut keys = Keys::block(0..2).unwrap();
    assert_eq!(keys.left(), 1);
    assert_eq!(keys.take().map(u64::from), Ok(1));
    assert_eq!(keys.take(), Err(GenerateError::Exhausted));
    for empty in [0..0, 0..1, 1..1, 7..7, 7..3, 7..0] {
        let mut keys = Keys::block(empty.clone()).unwrap();
        assert_eq!(keys.left(), 0, "{empty:?}");
        assert_eq!(keys.take(), Err(GenerateError::Exhausted), "{empty:?}");
        assert_eq!(keys.reserve(1), Err(GenerateError::Exhausted), "{empty:?}");
    }
}

#[test]
fn the_last_key() {
    let wide = RangeError::Field { field: "key", value: LAST + 1, max: LAST };
    assert_eq!(Keys::block(1..LAST + 2).unwrap_err(), wide);
    assert!(Keys::block(u64::MAX..u64::MAX).is_err());
    let mut keys = Keys::block(LAST..LAST + 1).unwrap();
    assert_eq!(keys.take(), Ok(Key::MAX));
    assert_eq!(keys.take(), Err(GenerateError::Exhausted));
    let mut keys = Keys::counter();
    assert_eq!(keys.left(), LAST);
    keys.rebase(Key::new(LAST - 1).unwrap());
    assert_eq!(keys.take(), Ok(Key::MAX));
    assert_eq!(keys.take(), Err(GenerateError::Exhausted));
}

#[test]
fn shared_goes_on_where_the_owner_was() {
    let mut keys = Keys::block(10..13).unwrap();
    keys.take().unwrap();
    let shared = keys.shared();
    assert_eq!(shared.left(), 2);
    assert_eq!(shared.handle().take().map(u64::from), Ok(11));
    let mut handle = shared.handle();
    handle.rebase(Key::new(5).unwrap());
    assert_eq!(handle.reserve(1), Ok(12..13));
    assert_eq!(shared.handle().take(), Err(GenerateError::Exhausted));
    assert_eq!(shared.left(), 0);

    let shared = Keys::block(10..13).unwrap().shared();
    shared.handle().rebase(Key::new(11).unwrap());
    assert_eq!(shared.handle().take().map(u64::from), Ok(12));
}

#[test]
fn a_counter_whose_limit_is_extended() {
    let limit = &Cell::new(12);
    let mut keys = Keys::with_counter(Granted { counter: 10, limit });
    assert_eq!((keys.take().map(u64::from), keys.take().map(u64::from)), (Ok(10), Ok(11)));
    assert_eq!(keys.take(), Err(GenerateError::Spent));
    limit.set(14);
    assert_eq!(keys.reserve(3), Err(GenerateError::Spent));
    assert_eq!(keys.reserve(2), Ok(12..14));
    // Rebased past what is granted so far: nothing below is issued, now or later.
    keys.rebase(Key::new(29).unwrap());
    limit.set(30);
    assert_eq!(keys.take(), Err(GenerateError::Spent));
    limit.set(31);
    assert_eq!(keys.take().map(u64::from), Ok(30));
    // The format's own end is for good.
    limit.set(u64::MAX);
    keys.rebase(Key::MAX);
    assert_eq!(keys.take(), Err(GenerateError::Exhausted));
}

/// One call.
#[derive(Clone, Debug)]
enum Call {
    Take,
    Reserve(u64),
    Rebase(u64),
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        3 => Just(Call::Take),
        1 => (0..20_u64).prop_map(Call::Reserve),
        1 => (0..120_u64).prop_map(Call::Rebase),
    ]
}

proptest! {
    /// Both holders, against the rule in its simplest form: a next key that only grows.
    #[test]
    fn as_a_number_that_only_grows(
        block in (0..50_u64, 0..120_u64), calls in prop::collection::vec(call(), 0..60),
    ) {
        let (start, end) = block;
        let mut next = start.max(1);
        let mut owned = Keys::block(start..end).unwrap();
        let shared = Keys::block(start..end).unwrap().shared();
        for call in calls {
            let expected: Option<Range<u64>> = match call {
                Call::Rebase(last) => {
                    next = next.max(last + 1);
                    let last = Key::new(last).unwrap();
                    owned.rebase(last);
                    shared.handle().rebase(last);
                    None
                }
                Call::Take => Some(next..next + 1),
                Call::Reserve(count) => Some(next..next + count),
            };
            if let Some(expected) = expected {
                let count = expected.end - expected.start;
                let (ours, theirs) = match call {
                    Call::Take => {
                        let one = |key: Key| key.to_bits()..key.to_bits() + 1;
                        (owned.take().map(one), shared.handle().take().map(one))
                    }
                    _ => (owned.reserve(count), shared.handle().reserve(count)),
                };
                // Nothing from nothing is no error.
                let fits = count == 0 || expected.end <= end;
                if fits {
                    next = expected.end;
                    if count > 0 {
                        prop_assert_eq!(&ours, &Ok(expected));
                    }
                } else {
                    prop_assert_eq!(&ours, &Err(GenerateError::Exhausted));
                }
                prop_assert_eq!(ours, theirs);
            }
            let left = end.saturating_sub(next);
            prop_assert_eq!((owned.left(), shared.left()), (left, left));
        }
    }
}
