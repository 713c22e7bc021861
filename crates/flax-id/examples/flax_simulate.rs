//! `cargo run --release -p flax-id --example flax_simulate -- COUNT SEED`
//!
//! Runs monotonic generators under the clock simulator: for half of the identifiers waiting, for
//! the other half borrowing up to ten seconds. Says what was counted, how long it took and how much
//! memory it used; fails if a promise was broken or the memory is more than 16 MiB.

use core::time::Duration;
use std::process::ExitCode;

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use flax_id::{FlaxId, Generator, Policy};
use ids_testkit::{SimClock, long_run, simulate, timed};

const START: Duration = Duration::from_secs(1_700_000_000);

fn main() -> ExitCode {
    long_run(|count, seed| {
        let policies = [Duration::ZERO, Duration::from_secs(10)];
        policies.map(|max_ahead| run(count / 2, seed, max_ahead)).iter().sum()
    })
}

fn run(count: u64, seed: u64, max_ahead: Duration) -> u64 {
    let clock = SimClock::new(seed, START);
    let rng = ChaCha8Rng::seed_from_u64(seed);
    let mut generator = Generator::monotonic(&clock, rng).with_policy(Policy::Borrow { max_ahead });
    timed(&format!("ahead at most {max_ahead:?}"), count, || {
        simulate(&clock, count, || generator.generate(), FlaxId::time, max_ahead)
    })
}
