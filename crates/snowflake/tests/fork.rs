//! After `fork()`: which generators repeat identifiers, and which do not.
#![cfg(all(unix, feature = "std", not(miri)))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::time::Duration;

use ids_core::clock::ForkGuard;
use ids_testkit::{assert_apart, assert_guarded, assert_repeats};
use snowflake::{
    DynamicNode, Generator, Kind, Node, Policy, SharedGenerator, SonyflakeV1, Twitter, UnixTime,
};

/// A clock that stands still, so that only the node and the sequence can differ.
const NOW: UnixTime = UnixTime::from_millis(1_656_432_460_105);

/// Sonyflake has 256 in a tick.
const AHEAD: Policy = Policy::Borrow { max_ahead: Duration::from_secs(60) };

fn worker(number: u64) -> DynamicNode {
    DynamicNode::new(Twitter::FLAVOUR, &[("datacenter", 1), ("worker", number)]).unwrap()
}

fn machine() -> Node<SonyflakeV1> {
    Node::new(&[(SonyflakeV1::MACHINE, 1)]).unwrap()
}

#[test]
fn a_child_with_a_worker_of_its_own_differs() {
    let [mut parent, mut child] = [1, 2].map(|number| Generator::new(NOW, worker(number)));
    assert_apart(|| parent.generate(), || child.generate());
}

#[test]
fn a_child_with_the_same_worker_repeats_its_parent() {
    let mut dynamic = Generator::new(NOW, worker(1));
    assert_repeats(|| dynamic.generate());
    let mut owner = Generator::new(NOW, machine()).with_policy(AHEAD);
    assert_repeats(|| owner.generate());
    let shared = Generator::shared(NOW, machine()).with_policy(AHEAD);
    assert_repeats(|| shared.generate());
}

#[test]
fn a_guarded_clock_stops_it() {
    let clock = ForkGuard::of(NOW);
    let mut dynamic = Generator::new(clock, worker(1)).with_policy(AHEAD);
    assert_guarded(|| dynamic.generate());
    let mut owner = Generator::new(clock, machine()).with_policy(AHEAD);
    assert_guarded(|| owner.generate());
    let shared: SharedGenerator<_, _> = Generator::shared(clock, machine()).with_policy(AHEAD);
    assert_guarded(|| shared.generate());
    let mut handle = shared.handle();
    assert_guarded(|| handle.generate());
}
