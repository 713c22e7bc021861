//! Records that share a key, and the plan that mends it.

use std::collections::{BTreeMap, BTreeSet};

use ids_reserve::{GenerateError, reassign};
use luuid::{Group, Key, Luuid, Version};
use proptest::prelude::*;

fn id(key: u64, group: u16, random: u64) -> Luuid {
    Luuid::new(Key::new(key).unwrap(), Group::new(group).unwrap(), random).unwrap()
}

/// Keys from this one on, for every group.
fn keys_from(first: u64) -> impl FnMut(Group) -> Result<Key, GenerateError> {
    let mut keys = first..;
    move |_| Ok(Key::new(keys.next().unwrap()).unwrap())
}

/// (what, ids, plan), an id being (key, group, random part).
#[test]
fn the_smallest_random_part_stays() {
    type Id = (u64, u16, u64);
    type Row = (&'static str, &'static [Id], &'static [(Id, Id)]);
    let rows: &[Row] = &[
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
        let plan = reassign(&ids.iter().copied().map(of).collect(), keys_from(100)).unwrap();
        let expected = expected.iter().map(|(from, to)| (of(*from), of(*to)));
        assert_eq!(plan, expected.collect(), "{what}");
    }
}

#[test]
fn what_has_no_plan() {
    let stuck = |key: u64| move |_| Ok(Key::new(key).unwrap());
    let three = [id(1, 2, 3), id(1, 2, 4), id(1, 2, 5)].into();
    for key in [1, 100] {
        assert_eq!(
            reassign(&three, stuck(key)),
            Err(GenerateError::Exhausted),
            "it repeats itself"
        );
    }
    assert_eq!(reassign(&three, |_| Err(GenerateError::Spent)), Err(GenerateError::Spent));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// No two share after it, and the smallest stay.
    #[test]
    fn laws(
        ids in proptest::collection::btree_set(
            (1..8_u64, 0..3_u16, 0..50_u64, any::<bool>()),
            0..60,
        ),
        first in 1..12_u64,
    ) {
        let given: BTreeSet<_> = ids
            .into_iter()
            .map(|(key, group, random, eight)| {
                let id = id(key, group, random);
                if eight { id.to_version(Version::V8) } else { id }
            })
            .collect();
        let plan = reassign(&given, keys_from(first)).unwrap();
        for (from, to) in &plan {
            prop_assert!(!given.contains(to));
            prop_assert_eq!(from.group(), to.group());
            prop_assert_eq!((from.random(), from.version()), (to.random(), to.version()));
            // Another one, with no greater random part, keeps the key.
            let kept = |id: &&Luuid| {
                (id.group(), id.key()) == (from.group(), from.key())
                    && !plan.contains_key(*id)
            };
            let kept: Vec<_> = given.iter().filter(kept).collect();
            prop_assert_eq!(kept.len(), 1);
            prop_assert!((kept[0].random(), kept[0]) < (from.random(), from));
        }
        let after: BTreeSet<_> = given.iter().map(|id| *plan.get(id).unwrap_or(id)).collect();
        let shared: BTreeSet<_> = after.iter().map(|id| (id.group(), id.key())).collect();
        prop_assert_eq!(shared.len(), given.len());
        prop_assert_eq!(reassign(&after, keys_from(first)).unwrap(), BTreeMap::new());
    }
}
