//! Generators of local and of global identifiers: once waiting, once borrowing up to ten seconds.

use core::time::Duration;

use ids_testkit::{Report, SimClock, simulate};
use kuid::{Generator, Global, Local, LocalNode, Node, NodeId, Policy, UnixTime};

use crate::run::timed;

const START: UnixTime = UnixTime::from_secs(1_731_999_990);

pub(crate) fn run(count: u64, seed: u64) -> u64 {
    let mut broken = 0;
    for max_ahead in [Duration::ZERO, Duration::from_secs(10)] {
        for (name, run) in [("local", local as Simulated), ("global", global)] {
            let name = format!("{name}, ahead at most {max_ahead:?}");
            broken += timed(&name, count, || run(&SimClock::new(seed, START), count, max_ahead));
        }
    }
    broken
}

type Simulated = fn(&SimClock, u64, Duration) -> Report;

fn local(clock: &SimClock, count: u64, max_ahead: Duration) -> Report {
    let mut generator = Generator::new(clock, LocalNode).with_policy(Policy::Borrow { max_ahead });
    simulate(clock, count, || generator.generate(), Local::time, max_ahead)
}

fn global(clock: &SimClock, count: u64, max_ahead: Duration) -> Report {
    let scheme = Node::<8>::new(NodeId::from_name("uid@127.0.0.1"));
    let mut generator = Generator::new(clock, scheme).with_policy(Policy::Borrow { max_ahead });
    simulate(clock, count, || generator.generate(), Global::time, max_ahead)
}
