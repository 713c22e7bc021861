//! Records that share a key, and the plan that mends it.

use core::{convert::Infallible, error::Error};
use std::collections::{BTreeMap, BTreeSet};

use ids_reserve::{ReassignError, reassign};
use luuid::{Group, Key, Luuid, Version};
use proptest::prelude::*;

fn id(key: u64, group: u16, random: u64) -> Luuid {
    Luuid::new(Key::new(key).unwrap(), Group::new(group).unwrap(), random).unwrap()
}

/// Keys from 100 on, for every group.
fn from_100() -> impl FnMut(Group) -> Result<Key, Infallible> {
    let mut keys = 100..;
    move |_| Ok(Key::new(keys.next().unwrap()).unwrap())
}

/// (what, ids, plan), an id being (key, group, random part).
#[test]
fn the_smallest_random_part_stays() {
    type Id = (u64, u16, u64);
    type Row = (&'static str, &'static [Id], &'static [(Id, Id)]);
    let rows: &[Row] = &[
        ("none", &[], &[]),
        ("one", &[(1, 2, 3)], &[]),
        ("all differ", &[(1, 2, 3), (2, 2, 3), (1, 3, 3)], &[]),
        ("a pair", &[(1, 2, 9), (1, 2, 3)], &[((1, 2, 9), (100, 2, 9))]),
        (
            "three, in any order",
            &[(1, 2, 9), (1, 2, 3), (1, 2, 5)],
            &[((1, 2, 5), (100, 2, 5)), ((1, 2, 9), (101, 2, 9))],
        ),
        (
            "a key that one of them has is passed over",
            &[(100, 2, 1), (1, 2, 9), (102, 2, 1), (1, 2, 3), (1, 2, 4)],
            &[((1, 2, 4), (101, 2, 4)), ((1, 2, 9), (103, 2, 9))],
        ),
        (
            "another group's key is not",
            &[(100, 3, 1), (1, 2, 9), (1, 2, 3)],
            &[((1, 2, 9), (100, 2, 9))],
        ),
        (
            "the widest",
            &[(1, 0xfff, (1 << 60) - 1), (1, 0xfff, 0)],
            &[((1, 0xfff, (1 << 60) - 1), (100, 0xfff, (1 << 60) - 1))],
        ),
    ];
    for (what, ids, expected) in rows {
        let of = |(key, group, random): Id| id(key, group, random);
        let plan = reassign(ids.iter().copied().map(of), from_100()).unwrap();
        let expected = expected.iter().map(|(from, to)| (of(*from), of(*to)));
        assert_eq!(plan, expected.collect(), "{what}");
    }
}

/// The two versions of an identifier have the same key and group.
#[test]
fn versions_share_their_keys() {
    let (six, eight) = (id(1, 2, 3), id(1, 2, 3).to_version(Version::V8));
    let plan = reassign([eight, six], from_100()).unwrap();
    assert_eq!(plan, [(eight, id(100, 2, 3).to_version(Version::V8))].into());
    let smaller = id(1, 2, 2).to_version(Version::V8);
    let plan = reassign([six, smaller], from_100()).unwrap();
    assert_eq!(plan, [(six, id(100, 2, 3))].into());
}

#[test]
fn what_has_no_plan() {
    let twice = id(1, 2, 3);
    let error = reassign([twice, id(1, 2, 4), twice], from_100()).unwrap_err();
    assert_eq!(error, ReassignError::Twice(twice));
    assert_eq!(error.to_string(), format!("{twice} was given twice: nothing tells the two apart"));
    let stuck = |key: u64| move |_| Ok::<_, Infallible>(Key::new(key).unwrap());
    let three = [id(1, 2, 3), id(1, 2, 4), id(1, 2, 5)];
    for key in [1, 100] {
        let error = reassign(three, stuck(key)).unwrap_err();
        assert_eq!(error, ReassignError::Repeats(Key::new(key).unwrap()));
        assert_eq!(error.to_string(), format!("the source of keys gave the key {key:x} twice"));
    }
    let spent = |_| Err(luuid::GenerateError::Spent);
    let error = reassign(three, spent).unwrap_err();
    assert_eq!(error, ReassignError::Keys(luuid::GenerateError::Spent));
    assert_eq!(error.to_string(), "the source of keys has no key");
    assert!(error.source().is_some());
    let kinds = [ReassignError::Twice(twice), ReassignError::Repeats(Key::MIN), error];
    assert_eq!(kinds.map(|error| error.kind()), ["twice", "repeats", "keys"]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// No two share after it, the smallest stay, and nothing depends on the order.
    #[test]
    fn laws(
        ids in proptest::collection::btree_set(
            (1..8_u64, 0..3_u16, 0..50_u64, any::<bool>()),
            0..60,
        ),
        first in 1..12_u64,
        shuffled in any::<prop::sample::Index>(),
    ) {
        let mut ids: Vec<_> = ids
            .into_iter()
            .map(|(key, group, random, eight)| {
                let id = id(key, group, random);
                if eight { id.to_version(Version::V8) } else { id }
            })
            .collect();
        let keys = || {
            let mut keys = first..;
            move |_| Ok::<_, Infallible>(Key::new(keys.next().unwrap()).unwrap())
        };
        let plan = reassign(ids.iter().copied(), keys()).unwrap();
        if !ids.is_empty() {
            let middle = shuffled.index(ids.len());
            ids.rotate_left(middle);
        }
        prop_assert_eq!(&reassign(ids.iter().copied(), keys()).unwrap(), &plan);
        let given: BTreeSet<_> = ids.iter().copied().collect();
        for (from, to) in &plan {
            prop_assert!(!given.contains(to));
            prop_assert_eq!(from.group(), to.group());
            prop_assert_eq!((from.random(), from.version()), (to.random(), to.version()));
            // Another one, with no greater random part, keeps the key.
            let kept = |id: &&Luuid| {
                (id.group(), id.key()) == (from.group(), from.key())
                    && !plan.contains_key(*id)
            };
            let kept: Vec<_> = ids.iter().filter(kept).collect();
            prop_assert_eq!(kept.len(), 1);
            prop_assert!((kept[0].random(), kept[0]) < (from.random(), from));
        }
        let after: Vec<_> = ids.iter().map(|id| *plan.get(id).unwrap_or(id)).collect();
        let shared: BTreeSet<_> = after.iter().map(|id| (id.group(), id.key())).collect();
        prop_assert_eq!(shared.len(), after.len());
        prop_assert_eq!(reassign(after, keys()).unwrap(), BTreeMap::new());
    }
}
