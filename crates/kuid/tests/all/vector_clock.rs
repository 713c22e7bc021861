//! Vector clocks: examples, and the laws of a join.
#![cfg(feature = "alloc")]

use kuid::{Kuid, Local, NodeId, VectorClock};
use proptest::prelude::*;

fn id(second: u64, sequence: u64) -> Local {
    Local::from_parts(1539, second, 0, sequence).unwrap()
}

const A: NodeId = NodeId::from_name("a@host");
const B: NodeId = NodeId::from_name("b@host");

#[test]
fn entries_only_grow() {
    let mut clock = VectorClock::new();
    assert_eq!(clock.latest(A), None);
    clock.observe(A, id(2, 0));
    clock.observe(A, id(1, 9));
    assert_eq!(clock.latest(A), Some(id(2, 0)));
    let global: Kuid<5> = id(2, 1).to_global(A);
    clock.observe_global(global);
    assert_eq!(clock.latest(A), Some(id(2, 1)));
    assert_eq!(clock.iter().collect::<Vec<_>>(), [(A, id(2, 1))]);
}

#[test]
fn what_the_other_has_that_is_news() {
    let here = VectorClock::from_iter([(A, id(1, 1))]);
    let there = VectorClock::from_iter([(A, id(2, 2)), (B, id(1, 0))]);
    let news: Vec<_> = here.diff(&there).collect();
    let mut expected = [(A, id(2, 2)), (B, id(1, 0))];
    expected.sort_unstable();
    assert_eq!(news, expected);
    assert_eq!(there.diff(&here).count(), 0);
    assert_eq!(Local::distance(id(2, 2), here.latest(A).unwrap()).0, 1_000_000);
}

/// A map, each node at most once.
#[cfg(feature = "serde")]
#[test]
fn in_serde() {
    let json = r#"{"00000001":".5.tXbhdV.3","03eb2732":"..........."}"#;
    let id: Local = ".5.tXbhdV.3".parse().unwrap();
    let nodes = [(NodeId::from_bits(0x03eb_2732), Local::MIN), (NodeId::from_bits(1), id)];
    let clock = VectorClock::from_iter(nodes);
    assert_eq!(serde_json::to_string(&clock).unwrap(), json);
    assert_eq!(serde_json::from_str::<VectorClock>(json).unwrap(), clock);
    let bytes = postcard::to_allocvec(&clock).unwrap();
    assert_eq!(postcard::from_bytes::<VectorClock>(&bytes).unwrap(), clock);
    assert_eq!(serde_json::from_str::<VectorClock>("{}").unwrap(), VectorClock::new());
    for (json, why) in [
        (r#"{"00000001":"...........","00000001":"..........."}"#, "of node 00000001"),
        (r#"{"1":"..........."}"#, "1 byte,"),
        ("[]", "a map from nodes to local identifiers"),
    ] {
        let error = serde_json::from_str::<VectorClock>(json).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

prop_compose! {
    // Few nodes and few identifiers, so that they meet.
    fn any_clock()(
        entries in prop::collection::vec((0..4_u32, 0..4_u64, 0..3_u64), 0..6),
    ) -> VectorClock {
        let entry = |(node, second, number)| (NodeId::from_bits(node), id(second, number));
        entries.into_iter().map(entry).collect()
    }
}

proptest! {
    #[test]
    fn a_join_is_the_least_that_descends_from_both(
        a in any_clock(), b in any_clock(), c in any_clock(),
    ) {
        let both = a.join(&b);
        prop_assert!(both.descends(&a) && both.descends(&b));
        prop_assert_eq!(c.descends(&both), c.descends(&a) && c.descends(&b));
        prop_assert_eq!(&both, &b.join(&a));
        prop_assert_eq!(a.join(&b).join(&c), a.join(&b.join(&c)));
        prop_assert_eq!(a.join(&a), a);
    }

    #[test]
    fn descending_is_an_order(a in any_clock(), b in any_clock(), c in any_clock()) {
        prop_assert!(a.descends(&a) && a.descends(&VectorClock::new()));
        prop_assert_eq!(a.descends(&b) && b.descends(&a), a == b);
        if a.descends(&b) && b.descends(&c) {
            prop_assert!(a.descends(&c));
        }
    }

    #[test]
    fn the_difference_is_what_a_join_adds(a in any_clock(), b in any_clock()) {
        let mut told = a.clone();
        told.extend(a.diff(&b));
        prop_assert_eq!(told, a.join(&b));
        for (node, latest) in a.diff(&b) {
            prop_assert_eq!(Some(latest), b.latest(node));
            prop_assert!(a.latest(node) < Some(latest));
        }
        prop_assert_eq!(a.descends(&b), a.join(&b) == a);
    }
}
