//! A node's generator: one half of the identifiers waiting, the other half borrowing up to ten
//! seconds.

use ids_testkit::simulate;
use snowflake::{Discord, Generator, Node, Policy, Snowflake, UnixTime};

use crate::run::both;

const START: UnixTime = UnixTime::from_secs(1_700_000_000);

pub(crate) fn run(count: u64, seed: u64) -> u64 {
    let values = [(Discord::WORKER, 1), (Discord::PROCESS, 2)];
    let node = Node::<Discord>::new(&values).expect("values below 32");
    both(count, seed, START, |clock, count, max_ahead| {
        let mut generator = Generator::new(clock, node).with_policy(Policy::Borrow { max_ahead });
        simulate(clock, count, || generator.generate(), Snowflake::time, max_ahead)
    })
}
