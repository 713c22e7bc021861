//! After `fork()`: which generators repeat identifiers, and which do not.
#![cfg(all(unix, feature = "std", not(miri)))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use ids_core::clock::ForkGuard;
use ids_testkit::{
    FORKED, Way, after_fork, assert_apart, assert_guarded, assert_repeats, or_forked,
};
use kuid::{Clock, Generator, LocalNode, Node, NodeId, UnixTime};

/// A clock that stands still, so that only the node and the numbers can differ.
const NOW: UnixTime = UnixTime::from_secs(1_539_625_275);

const fn node(number: u32) -> Node {
    Node::new(NodeId::from_bits(number))
}

#[test]
fn a_child_with_a_node_of_its_own_differs() {
    let [mut parent, mut child] = [1, 2].map(|number| Generator::new(NOW, node(number)));
    assert_apart(|| parent.generate(), || child.generate());
}

#[test]
fn a_child_with_the_same_node_repeats_its_parent() {
    let mut local = Generator::new(NOW, LocalNode);
    assert_repeats(|| local.generate());
    let mut global = Generator::new(NOW, node(1));
    assert_repeats(|| global.generate());
    let shared = Generator::shared(NOW, node(1));
    assert_repeats(|| shared.generate());
}

#[test]
fn a_guarded_clock_stops_it() {
    let clock = ForkGuard::of(NOW);
    let mut local = Generator::new(clock, LocalNode);
    assert_guarded(|| local.generate());
    let mut global = Generator::new(clock, node(1));
    assert_guarded(|| global.generate());
    let shared = Generator::shared(clock, node(1));
    assert_guarded(|| shared.generate());
}

/// Told by the error, the child goes on with a node of its own.
#[test]
fn a_child_that_was_stopped_goes_on() {
    for way in Way::ALL {
        let mut generator = Generator::new(ForkGuard::of(NOW), node(1));
        let mut refusals = 0;
        let (ours, theirs) = after_fork(*way, |_| {
            let answer = or_forked(generator.generate());
            if answer == Some(FORKED) {
                refusals += 1;
                generator = Generator::new(ForkGuard::of(NOW), node(2));
            }
            answer
        });
        assert_eq!(theirs.iter().position(|id| *id == FORKED), Some(0), "{way:?}");
        assert!(!theirs[1..].iter().any(|id| *id == FORKED || ours.contains(id)), "{way:?}");
        assert_eq!(refusals, 0, "of the parent");
        assert!(generator.clock().now().is_ok());
    }
}
