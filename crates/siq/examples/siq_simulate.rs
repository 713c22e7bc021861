//! `cargo run --release -p siq --example siq_simulate -- COUNT SEED`
//!
//! Runs generators of all qualifiers under the clock simulator: once waiting, once borrowing up to
//! ten seconds. Says what was counted, how long it took and how much memory it used; fails if a
//! promise was broken or the memory is more than 16 MiB.

use core::time::Duration;
use std::process::ExitCode;

use ids_testkit::{SimClock, long_run, simulate, timed};
use siq::{DomainHash, Generator, Policy, Qualifier, Siq};

const START: Duration = Duration::from_secs(1_732_104_000);

fn main() -> ExitCode {
    long_run(|count, seed| {
        let share = count / Qualifier::ALL.len() as u64;
        let mut broken = 0;
        for max_ahead in [Duration::ZERO, Duration::from_secs(10)] {
            let clock = SimClock::new(seed, START);
            let mut generator = Generator::new(&clock, DomainHash::DEVELOPMENT, 1)
                .with_policy(Policy::Borrow { max_ahead });
            for &qualifier in Qualifier::ALL {
                let mut sequence = generator.sequence(qualifier);
                let name = format!("{qualifier}, ahead at most {max_ahead:?}");
                broken += timed(&name, share, || {
                    simulate(&clock, share, || sequence.generate(), Siq::time, max_ahead)
                });
            }
        }
        broken
    })
}
