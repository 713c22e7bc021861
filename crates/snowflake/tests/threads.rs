//! One generator in a `static`, several threads.

#![cfg(all(feature = "std", target_has_atomic = "64"))]

use core::time::Duration;

use ids_testkit::threads::{EACH, THREADS, Unsteady, each_once, increasing};
use snowflake::{Discord, Generator, Node, SharedGenerator, Snowflake, UnixTime};

/// Goes on by 100 ns with each reading, and now and then a millisecond back.
const fn clock() -> Unsteady {
    Unsteady::new(
        UnixTime::from_millis(1_795_132_800_123),
        Duration::from_nanos(100),
        Duration::from_millis(1),
    )
}

static IDS: SharedGenerator<Unsteady, Node<Discord>> =
    match Node::new(&[(Discord::WORKER, 1), (Discord::PROCESS, 2)]) {
        Ok(node) => Generator::shared(clock(), node),
        Err(_) => panic!("no such node"),
    };

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn no_duplicate_and_increasing_in_each_thread() {
    let take = |ids: &mut Vec<Snowflake<Discord>>| {
        ids.push(IDS.generate()?);
        Ok(())
    };
    assert_eq!(each_once(EACH, |_| take, increasing).len(), THREADS * EACH);
}
