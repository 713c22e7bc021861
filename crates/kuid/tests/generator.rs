//! Generators under clocks that do what the tests say: what the rows of the vectors leave open.
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
#[cfg_attr(miri, ignore = "sixteen million steps take Miri hours")]
fn a_second_has_16_007_168_identifiers() {
    let second = UnixTime::from_secs(1_539_625_275);
    let policy = Policy::Borrow { max_ahead: Duration::from_secs(2) };
    let mut generator = Generator::new(second, LocalNode).with_policy(policy);
    let mut run = generator.reserve(16_007_168).unwrap();
    assert_eq!(run.next(), Some(Local::first_at(second).unwrap()));
    let end = second + Duration::from_nanos(999_999_999);
    assert_eq!(run.last(), Some(Local::last_at(end).unwrap()));
    assert_eq!(
        generator.generate(),
        Local::first_at(second + Duration::from_secs(1)).map_err(Into::into)
    );
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

#[test]
fn nodes_never_share_an_identifier() {
    let each = if cfg!(miri) { 100 } else { PER_TICK };
    let mut all = Vec::new();
    for node in [0, 1, u32::MAX] {
        let scheme = Node::<8>::new(NodeId::from_bits(node));
        all.extend(Generator::new(NOW, scheme).reserve(each).unwrap());
    }
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!((all.len(), count as u64), (count, 3 * each));
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

prop_compose! {
    fn regular()(
        mega in 0..1_u64 << 20,
        second in prop_oneof![Just(0), Just(999_999), 0..1_000_000_u64],
        fraction in prop_oneof![Just(0), Just(976), 0..977_u64],
        sequence in prop_oneof![Just(0), Just(16_383), 0..1_u64 << 14],
    ) -> Local {
        Local::from_parts(mega, second, fraction, sequence).unwrap()
    }
}

proptest! {
    #[test]
    fn positions_and_identifiers(id in regular(), other in regular()) {
        let (scheme, position) = (LocalNode, LocalNode.position(id));
        prop_assert_eq!(scheme.id(position), id);
        prop_assert_eq!(position.cmp(&scheme.position(other)), id.cmp(&other));
        prop_assert_eq!(position >> 14, Local::TICKS.at(id.time()).unwrap());
        if id.to_bits() < Local::last_at(LAST).unwrap().to_bits() {
            let next = scheme.id(position + 1);
            prop_assert!(next.is_regular() && next > id);
            let step = next.time().duration_since(id.time());
            prop_assert!(step.is_zero() || step == TICK || step == Duration::from_micros(576));
        }
    }

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

    /// Also where a second or a million of them ends.
    #[test]
    fn a_run_has_the_identifier_of_each_position(
        second in prop_oneof![0_u64..1 << 40, (1_u64..1 << 20).prop_map(|million| million * 1_000_000)],
        before in 0_u64..300,
        count in 0_usize..400,
    ) {
        let first = (second * 977 * PER_TICK).saturating_sub(before);
        let mut run = vec![Local::MAX; count];
        LocalNode.fill(first, &mut run);
        let each: Vec<_> = (first..).take(count).map(|position| LocalNode.id(position)).collect();
        prop_assert_eq!(run, each);
    }

    /// Also where it is of another second than the one before, earlier or later.
    #[test]
    fn the_next_identifier_is_that_of_its_position(
        places in prop::collection::vec((
            prop_oneof![0_u64..3, 999_999_u64..1_000_002, Just(LAST.as_secs())],
            prop_oneof![0_u64..3, 977 * PER_TICK - 3..977 * PER_TICK],
        ), 1..40),
    ) {
        let node = Node::<5>::new(NodeId::MAX);
        let mut kept = [0; 2];
        for (second, inside) in places {
            let position = second * 977 * PER_TICK + inside;
            prop_assert_eq!(LocalNode.next_id(&mut kept[0], position), LocalNode.id(position));
            prop_assert_eq!(node.next_id(&mut kept[1], position), node.id(position));
        }
    }
}
