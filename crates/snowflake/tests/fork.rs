//! After `fork()`: what goes well and what does not.
#![cfg(all(unix, not(miri)))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::time::Duration;

use ids_testkit::{EACH, in_common};
use snowflake::{DynamicNode, Generator, Kind, Twitter};

/// A clock that stands still, so that only the node and the sequence can differ.
const NOW: Duration = Duration::from_millis(1_656_432_460_105);

fn worker(number: u64) -> Generator<Duration, DynamicNode> {
    let node = DynamicNode::new(Twitter::FLAVOUR, &[("datacenter", 1), ("worker", number)]);
    Generator::new(NOW, node.unwrap())
}

#[test]
fn a_child_with_a_worker_of_its_own_differs() {
    let (mut parent, mut child) = (worker(1), worker(2));
    let next = |in_child| {
        let generator = if in_child { &mut child } else { &mut parent };
        generator.generate().ok().map(u128::from)
    };
    assert_eq!(in_common(next), 0);
}

/// What the documentation warns of: nothing tells a generator that it is a copy.
#[test]
fn a_child_with_the_same_worker_repeats_its_parent() {
    let mut both = worker(1);
    assert_eq!(in_common(|_| both.generate().ok().map(u128::from)), EACH);
}
