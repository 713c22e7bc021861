//! Generators under clocks that do what the tests say.
#![allow(
    clippy::unwrap_used,
    clippy::unchecked_time_subtraction,
    reason = "a failure is a failed test"
)]

#[macro_use]
mod drifts;

use core::time::Duration;

use ids_core::format::Scheme;
use kuid::{
    Drift, DynamicNode, GenerateError, Generator, Local, LocalNode, ManualClock, Node, NodeId,
    Policy, RangeError, UnixTime,
};
use proptest::prelude::*;

/// In the last tick of a second, which is the last of a mega-second.
const NOW: UnixTime = UnixTime::new(1_539_999_999, 999_424_000);
/// The end of that tick.
const NEXT: UnixTime = UnixTime::from_secs(1_540_000_000);
const TICK: Duration = Duration::from_micros(1024);
const PER_TICK: u64 = 1 << 14;
/// The start of the last tick.
const LAST: UnixTime = UnixTime::new(1_048_575_999_999, 999_424_000);

const fn parts(id: Local) -> [u64; 4] {
    [id.mega(), id.second(), id.fraction(), id.sequence()]
}

#[test]
fn numbers_inside_the_tick_begin_at_zero() {
    let clock = ManualClock::new(NOW);
    let mut generator = Generator::new(&clock, LocalNode);
    assert_eq!(parts(generator.generate().unwrap()), [1539, 999_999, 976, 0]);
    assert_eq!(parts(generator.generate().unwrap()), [1539, 999_999, 976, 1]);
    clock.set(NEXT);
    assert_eq!(parts(generator.generate().unwrap()), [1540, 0, 0, 0]);
}

/// One generator through the edges of seconds and of millions of them.
#[test]
fn the_first_of_each_tick_is_that_of_its_instant() {
    let node = Node::<8>::new(NodeId::from_bits(0xdead_beef));
    let clock = ManualClock::new(UnixTime::EPOCH);
    let mut locals = Generator::new(&clock, LocalNode);
    let mut globals = Generator::new(&clock, node);
    let second = Duration::from_secs(1);
    let mega = UnixTime::from_secs(1_000_000);
    for now in [
        UnixTime::EPOCH,
        TICK.into(),
        (second - Duration::from_nanos(1)).into(),
        second.into(),
        (2 * second - TICK).into(),
        (2 * second).into(),
        mega.saturating_sub(Duration::from_nanos(1)),
        mega,
        mega + TICK,
        mega + second,
        NOW,
        NEXT,
        LAST.saturating_sub(second),
        LAST,
    ] {
        clock.set(now);
        let first = Local::first_at(now).unwrap();
        for number in 0..2 {
            let local = Local::from_bits(first.to_bits() + number);
            assert_eq!(locals.generate(), Ok(local), "{now:?}");
            let global = local.to_global(node.node_id());
            assert_eq!(globals.generate(), Ok(global), "{now:?}");
        }
    }
}

#[test]
fn clocks_outside_the_format_are_errors() {
    let after = GenerateError::Time(RangeError::AfterEnd { last: LAST });
    for time in [LAST + Duration::from_micros(576), UnixTime::MAX] {
        assert_eq!(Generator::new(time, LocalNode).generate(), Err(after));
    }
    let policy = Policy::Borrow { max_ahead: Duration::MAX };
    let mut generator = Generator::new(LAST, LocalNode).with_policy(policy);
    let last = generator.reserve(PER_TICK).unwrap().next_back().unwrap();
    assert_eq!(parts(last), [1_048_575, 999_999, 976, 16_383]);
    for _ in 0..3 {
        assert_eq!(generator.generate(), Err(GenerateError::Exhausted));
    }
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
