//! After `fork()`: what goes well and what does not.
#![cfg(all(unix, not(miri)))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::time::Duration;

use ids_core::Id;
use ids_testkit::{EACH, in_common};
use kuid::{Drift, Generator, Globals, NodeId};

/// A clock that stands still, so that only the node and the numbers can differ.
const NOW: Duration = Duration::from_secs(1_539_625_275);

const fn node(number: u32) -> Generator<Duration, Globals> {
    Generator::new(NOW, Globals::new(NodeId::from_bits(number), Drift::DEFAULT))
}

#[test]
fn a_child_with_a_node_of_its_own_differs() {
    let (mut parent, mut child) = (node(1), node(2));
    let next = |in_child| {
        let generator = if in_child { &mut child } else { &mut parent };
        generator.generate().ok().map(Id::to_bits)
    };
    assert_eq!(in_common(next), 0);
}

/// What the documentation warns of: nothing tells a generator that it is a copy.
#[test]
fn a_child_with_the_same_node_repeats_its_parent() {
    let mut both = node(1);
    assert_eq!(in_common(|_| both.generate().ok().map(Id::to_bits)), EACH);
}
