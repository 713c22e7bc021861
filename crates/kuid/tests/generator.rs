//! Generators: their nodes, and what follows an identifier that no clock reads. The clocks that go wrong are in
//! `tests/all/laws.rs`.
#![allow(clippy::unwrap_used, reason = "a failure is a failed test")]

#[macro_use]
mod drifts;

use ids_core::format::Scheme;
use kuid::{
    Drift, DynamicNode, GenerateError, Generator, Local, LocalNode, Node, NodeId, RangeError,
    UnixTime,
};
use proptest::prelude::*;

/// In the last tick of a second, which is the last of a mega-second.
const NOW: UnixTime = UnixTime::new(1_539_999_999, 999_424_000);
/// The start of the last tick.
const LAST: UnixTime = UnixTime::new(1_048_575_999_999, 999_424_000);

const fn parts(id: Local) -> [u64; 4] {
    [id.mega(), id.second(), id.fraction(), id.sequence()]
}

#[test]
fn global_identifiers_are_the_local_ones_with_the_node() {
    let node = NodeId::from_bits(0xdead_beef);
    each_drift!(DRIFT => {
        let scheme = Node::<DRIFT>::new(node);
        assert_eq!(scheme.node_id(), node);
        let dynamic = DynamicNode::new(node, Drift::new(DRIFT.into()).unwrap());
        let clock = NOW;
        let mut locals = Generator::new(clock, LocalNode);
        let mut globals = Generator::new(clock, scheme);
        let mut numbers = Generator::new(clock, dynamic);
        for _ in 0..100 {
            let (local, global) = (locals.generate().unwrap(), globals.generate().unwrap());
            assert_eq!(global, local.to_global(node));
            assert_eq!(numbers.generate(), Ok(global.to_bits()));
            let position = LocalNode.position(local);
            assert_eq!(scheme.position(global), position);
            assert_eq!(dynamic.position(global.to_bits()), position);
        }
    });
}

#[test]
fn nodes_by_number() {
    assert_eq!(Node::<8>::COUNT, 1 << 32);
    for number in [0, 1, 7, 0x03eb_2732, (1 << 32) - 1] {
        let id = NodeId::from_bits(u32::try_from(number).unwrap());
        assert_eq!(Node::<8>::numbered(number), Ok(Node::new(id)));
    }
    for value in [1 << 32, u64::MAX] {
        let error = RangeError::Field { field: "node", value, max: 0xffff_ffff };
        assert_eq!(Node::<8>::numbered(value), Err(error));
    }
}

/// After one that no generator made, the next is the first that a generator makes above it.
#[test]
fn resumed_above_identifiers_that_no_clock_reads() {
    for (last, next) in [
        ([1539, 625_275, 977, 0], [1539, 625_276, 0, 0]),
        ([1539, 625_275, 1023, 16_383], [1539, 625_276, 0, 0]),
        ([1539, 999_999, 1000, 5], [1540, 0, 0, 0]),
        ([1539, 1_000_000, 0, 0], [1540, 0, 0, 0]),
        ([1539, 1_048_575, 1023, 16_383], [1540, 0, 0, 0]),
    ] {
        let [mega, second, fraction, sequence] = last;
        let last = Local::from_parts(mega, second, fraction, sequence).unwrap();
        let next_time = Local::from_parts(next[0], next[1], next[2], next[3]).unwrap().time();
        let mut generator = Generator::new(UnixTime::EPOCH, LocalNode).resume_after(last);
        assert_eq!(generator.generate(), Err(GenerateError::Wait { until: next_time }));
        let mut generator = Generator::new(next_time, LocalNode).resume_after(last);
        assert_eq!(parts(generator.generate().unwrap()), next);
    }
    let mut generator = Generator::new(LAST, LocalNode).resume_after(Local::MAX);
    assert_eq!(generator.generate(), Err(GenerateError::Exhausted));
}

proptest! {
    #[test]
    fn any_identifier_has_the_last_position_not_above_it(bits in any::<u64>()) {
        let id = Local::from_bits(bits);
        let position = LocalNode.position(id);
        prop_assert!(LocalNode.id(position) <= id);
        prop_assert_eq!(LocalNode.id(position) == id, id.is_regular());
        if position >> 14 < LocalNode.positions().last() {
            prop_assert!(LocalNode.id(position + 1) > id);
        }
    }
}
