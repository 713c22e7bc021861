//! The global identifier: every drift, its bytes, its text.

use kuid::{Drift, DriftError, Global, Kuid, Local, NodeId, ParseError, UnixTime};
use proptest::prelude::*;

const NODE: NodeId = NodeId::from_name("uid@127.0.0.1");

fn drifts() -> impl Iterator<Item = Drift> {
    (5..=10).map(|bits| Drift::new(bits).unwrap())
}

#[test]
fn drifts_are_5_to_10_bits() {
    for bits in [0, 1, 4, 11, 20, u32::MAX] {
        assert_eq!(Drift::new(bits), Err(DriftError { bits }));
    }
    let windows: Vec<_> = drifts().map(|drift| drift.window().as_secs()).collect();
    assert_eq!(windows, [32, 64, 128, 256, 512, 1024]);
    assert_eq!(Drift::default(), Drift::new(8).unwrap());
    for drift in drifts() {
        assert_eq!(drift.to_string(), drift.bits().to_string());
        assert_eq!(drift.to_string().parse(), Ok(drift));
    }
    let unknown = ParseError::Unknown { what: "drift", known: "5 to 10" };
    for (text, error) in [
        ("4", unknown),
        ("264", unknown),
        ("08", ParseError::LeadingZero { index: 0 }),
        ("+8", ParseError::Digit { index: 0, byte: b'+' }),
    ] {
        assert_eq!(text.parse::<Drift>(), Err(error), "{text}");
    }
    assert_eq!(Drift::new(11).unwrap_err().kind(), "range");
    assert_eq!(Drift::new(11).unwrap_err().to_string(), "a drift has 5 to 10 bits, not 11");
}

/// The definition, field by field.
fn by_hand(local: Local, node: NodeId, bits: u8) -> u128 {
    let (window, offset) = (local.second() >> bits, local.second() & ((1 << bits) - 1));
    u128::from(local.mega()) << 76
        | u128::from(window) << (56 + bits)
        | u128::from(node.to_bits()) << (24 + bits)
        | u128::from(offset) << 24
        | u128::from(local.fraction()) << 14
        | u128::from(local.sequence())
}

#[test]
fn distances_within_a_node_only() {
    let a = Local::from_parts(1539, 625_275, 422, 3).unwrap();
    let b = Local::from_parts(1539, 625_274, 976, 1).unwrap();
    let distance = |x, y| Global::distance(a.to_global(x), b.to_global(y));
    assert_eq!(distance(NODE, NODE), Some((432_704, 2)));
    assert_eq!(distance(NODE, NodeId::MIN), None);
}

prop_compose! {
    fn any_id()(bits in 0..1_u128 << 96) -> Global {
        Global::from_bits(bits).unwrap()
    }
}

proptest! {
    #[test]
    fn there_and_back(local in any::<u64>(), node in any::<u32>()) {
        let (local, node) = (Local::from_bits(local), NodeId::from_bits(node));
        each_drift!(DRIFT => {
            let id: Kuid<DRIFT> = local.to_global(node);
            prop_assert_eq!(id.to_bits(), by_hand(local, node, DRIFT));
            prop_assert_eq!((id.to_local(), id.node()), (local, node));
            let drift = Drift::new(DRIFT.into()).unwrap();
            prop_assert_eq!(drift.join(local, node), id.to_bits());
            prop_assert_eq!(drift.split(id.to_bits()), (local, node));
            prop_assert_eq!(id.time(), local.time());
        });
    }

    #[test]
    fn every_number_is_a_local_identifier_of_a_node(bits in 0..1_u128 << 96) {
        each_drift!(DRIFT => {
            let id = Kuid::<DRIFT>::from_bits(bits).unwrap();
            prop_assert_eq!(id.to_local().to_global(id.node()), id);
            let layout = Kuid::<DRIFT>::LAYOUT;
            let values: Vec<_> = layout.unpack(bits).map(|(_, value)| value).collect();
            prop_assert_eq!(layout.pack(&values), Ok(bits));
            prop_assert_eq!(values[2], u64::from(id.node().to_bits()));
            prop_assert_eq!(values[1] << DRIFT | values[3], id.to_local().second());
        });
    }

    #[test]
    fn in_the_order_of_local_identifiers(a in any_id(), b in any_id()) {
        // The order of one node is that of its local identifiers.
        each_drift!(DRIFT => {
            let [x, y] = [a, b].map(|id| Kuid::<DRIFT>::from_bytes(id.to_bytes()).to_local());
            let [one, other] = [x, y].map(|id| id.to_global::<DRIFT>(a.node()));
            prop_assert_eq!(one.cmp(&other), x.cmp(&y));
        });
    }

    #[test]
    fn ranges_hold_what_they_should(
        seconds in 0..(1_u64 << 20) * 1_000_000,
        local in any::<u64>(),
        node in any::<u32>(),
    ) {
        let time = UnixTime::from_secs(seconds);
        let (local, node) = (Local::from_bits(local), NodeId::from_bits(node));
        let inside = Local::new(time, local.sequence()).unwrap();
        each_drift!(DRIFT => {
            let range = Kuid::<DRIFT>::first_at(time).unwrap()..=Kuid::last_at(time).unwrap();
            prop_assert!(range.contains(&inside.to_global(node)));
            let window = |mega, second: u64| (mega, second >> DRIFT);
            prop_assert_eq!(
                range.contains(&local.to_global(node)),
                window(local.mega(), local.second()) == window(inside.mega(), inside.second())
            );
        });
    }
}
