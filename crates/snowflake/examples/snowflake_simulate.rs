//! `cargo run --release -p snowflake-ids --example snowflake_simulate -- COUNT SEED`
//!
//! Runs a node's generator under the clock simulator: for half of the identifiers waiting, for the
//! other half borrowing up to ten seconds. Says what was counted, how long it took and how much
//! memory it used; fails if a promise was broken or the memory is more than 16 MiB.

use core::time::Duration;
use std::process::ExitCode;

use ids_testkit::{SimClock, long_run, simulate, timed};
use snowflake::{Discord, Generator, Node, Policy, Snowflake};

const START: Duration = Duration::from_secs(1_700_000_000);

fn main() -> ExitCode {
    long_run(|count, seed| {
        let policies = [Duration::ZERO, Duration::from_secs(10)];
        policies.map(|max_ahead| run(count / 2, seed, max_ahead)).iter().sum()
    })
}

fn run(count: u64, seed: u64, max_ahead: Duration) -> u64 {
    let clock = SimClock::new(seed, START);
    let values = [(Discord::WORKER, 1), (Discord::PROCESS, 2)];
    let node = Node::<Discord>::new(&values).expect("values below 32");
    let mut generator = Generator::new(&clock, node).with_policy(Policy::Borrow { max_ahead });
    timed(&format!("ahead at most {max_ahead:?}"), count, || {
        simulate(&clock, count, || generator.generate(), Snowflake::time, max_ahead)
    })
}
