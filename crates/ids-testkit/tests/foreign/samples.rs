//! Identifiers for tests: each field's smallest and largest value, and others, are met. And texts
//! that are not identifiers: of many kinds, and close to one.

use std::collections::HashSet;

use arbitrary::{Arbitrary, Unstructured};
use ids_core::{Id, ParseError, format::Refused};
use ids_testkit::SplitMix;
use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::TestRunner,
};

use crate::each;

const EACH: usize = 400;

/// How many identifiers of `EACH` have the smallest and the largest value of each open field, and
/// that no value else is rare.
#[track_caller]
fn covers<I: Id>(ids: &[I]) {
    assert_eq!(ids.len(), EACH);
    let all: HashSet<I> = ids.iter().copied().collect();
    assert!(all.len() > EACH / 3, "{} of {EACH} differ", all.len());
    for field in I::LAYOUT.open() {
        let values = || ids.iter().map(|id| field.get(id.to_bits()));
        let count = |value| values().filter(|found| *found == value).count();
        for edge in [0, field.max()] {
            assert!(count(edge) > EACH / 10, "{} is {edge} in {}", field.name(), count(edge));
        }
        let others = values().filter(|value| ![0, field.max()].contains(value)).count();
        // A field of one bit has no others.
        assert!(field.width() == 1 || others > EACH / 10, "{}: {others}", field.name());
        let top = values().filter(|value| value >> (field.width() - 1) == 1).count();
        assert!(top > EACH / 5, "the highest bit of {} is set in {top}", field.name());
    }
}

fn fuzzed<I: Id + for<'a> Arbitrary<'a>>() {
    let mut random = SplitMix::new(7);
    let mut bytes = || (0..3).flat_map(|_| random.next_u64().to_le_bytes()).collect::<Vec<_>>();
    let id = |_| {
        let bytes = bytes();
        let mut bytes = Unstructured::new(&bytes);
        let id = I::arbitrary(&mut bytes).unwrap();
        assert!(bytes.is_empty(), "{} of {:?} are left", bytes.len(), I::size_hint(0));
        id
    };
    covers::<I>(&(0..EACH).map(id).collect::<Vec<_>>());
}

fn proptested<I: Id + proptest::arbitrary::Arbitrary>() {
    let mut runner = TestRunner::deterministic();
    let any = proptest::arbitrary::any::<I>();
    let mut ids = Vec::new();
    for _ in 0..EACH {
        let mut tree = any.new_tree(&mut runner).unwrap();
        ids.push(tree.current());
        // What a test shrinks to is an identifier, too, and no larger one.
        while tree.simplify() {}
        assert!(tree.current() <= ids[ids.len() - 1]);
    }
    covers(&ids);
}

/// Each is refused. Some have one mistake only, and the mistakes are of several kinds.
#[track_caller]
fn refuses<I>(refused: &[Refused<I>])
where
    I: Id + for<'a> TryFrom<&'a [u8], Error = ParseError>,
{
    let (mut kinds, mut widths, mut near) = (HashSet::new(), HashSet::new(), 0);
    for refused in refused {
        let number = refused.number().expect("no format here has all numbers");
        assert!(I::from_bits(number).is_err(), "{refused:?}");
        assert!(I::try_from(refused.bytes()).is_err(), "{refused:?}");
        kinds.insert(refused.text().parse::<I>().expect_err("no identifier").kind());
        widths.insert(refused.bytes().len());
        near += usize::from(number & I::LAYOUT.mask() == number);
    }
    assert!(kinds.contains("length") || kinds.contains("too_large"), "{kinds:?}");
    assert!(kinds.len() > 1 && widths.len() > 8, "{kinds:?} {widths:?}");
    // Where a field is fixed, a number of the right width is refused, too.
    let has_fixed = I::LAYOUT.fields().iter().any(|field| field.fixed().is_some());
    assert!(!has_fixed || near > EACH / 20, "{near}");
}

fn refused<I>()
where
    I: Id + for<'a> TryFrom<&'a [u8], Error = ParseError>,
{
    let mut random = SplitMix::new(7);
    let mut bytes = || (0..3).flat_map(|_| random.next_u64().to_le_bytes()).collect::<Vec<_>>();
    let fuzzed = |_| Refused::<I>::arbitrary(&mut Unstructured::new(&bytes())).unwrap();
    refuses(&(0..EACH).map(fuzzed).collect::<Vec<_>>());

    let mut runner = TestRunner::deterministic();
    let any = proptest::arbitrary::any::<Refused<I>>();
    let mut shrunk = |_| {
        let mut tree = any.new_tree(&mut runner).unwrap();
        let first = tree.current();
        while tree.simplify() {}
        [first, tree.current()]
    };
    refuses(&(0..EACH).flat_map(&mut shrunk).collect::<Vec<_>>());
}

#[test]
fn what_is_none() {
    each!(refused);
}

#[test]
fn by_arbitrary() {
    each!(fuzzed);
}

#[test]
fn by_proptest() {
    each!(proptested);
}

/// The format has two versions, and its layout only one.
#[test]
fn both_versions_of_luuid() {
    let mut runner = TestRunner::deterministic();
    let any = proptest::arbitrary::any::<luuid::Luuid>();
    let versions: HashSet<_> =
        (0..50).map(|_| any.new_tree(&mut runner).unwrap().current().version()).collect();
    assert_eq!(versions.len(), 2);
}
