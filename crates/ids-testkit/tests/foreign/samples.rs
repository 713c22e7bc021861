//! Identifiers for tests: each field's smallest and largest value, and others, are met.

use std::collections::HashSet;

use arbitrary::{Arbitrary, Unstructured};
use ids_core::{Id, format::Field};
use ids_testkit::SplitMix;
use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::TestRunner,
};
use quickcheck::Gen;

use crate::each;

const EACH: usize = 400;

/// How many identifiers of `EACH` have the smallest and the largest value of each open field, and
/// that no value else is rare.
#[track_caller]
fn covers<I: Id>(ids: &[I]) {
    assert_eq!(ids.len(), EACH);
    let all: HashSet<I> = ids.iter().copied().collect();
    assert!(all.len() > EACH / 3, "{} of {EACH} differ", all.len());
    let open = |field: &&Field| field.fixed().is_none();
    for field in I::LAYOUT.fields().iter().filter(open) {
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

fn quickchecked<I: Id + quickcheck::Arbitrary>() {
    let mut source = Gen::from_size_and_seed(100, 7);
    let ids: Vec<I> = (0..EACH).map(|_| I::arbitrary(&mut source)).collect();
    for id in &ids {
        assert!(id.shrink().take(50).all(|smaller| smaller < *id), "{id:?}");
    }
    covers(&ids);
}

#[test]
fn by_arbitrary() {
    each!(fuzzed);
}

#[test]
fn by_proptest() {
    each!(proptested);
}

#[test]
fn by_quickcheck() {
    each!(quickchecked);
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
