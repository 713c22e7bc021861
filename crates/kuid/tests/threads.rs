//! One shared generator, several threads.

#![cfg(target_has_atomic = "64")]

use core::time::Duration;

use ids_testkit::threads::{EACH, THREADS, Unsteady, each_once, increasing};
use kuid::{Generator, Global, Node, NodeId, SharedGenerator, UnixTime};

/// A tick passes with every thousandth reading.
static GENERATOR: SharedGenerator<Unsteady, Node> = Generator::shared(
    Unsteady::new(
        UnixTime::from_millis(1_539_999_999_900),
        Duration::from_micros(1),
        Duration::from_millis(5),
    ),
    Node::new(NodeId::from_name("uid@127.0.0.1")),
);

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn no_duplicate_and_increasing_in_each_thread() {
    let take = |ids: &mut Vec<Global>| {
        ids.push(GENERATOR.generate()?);
        Ok(())
    };
    assert_eq!(each_once(EACH, |_| take, increasing).len(), THREADS * EACH);
}
