//! Monotonic generators: one half of the identifiers waiting, the other half borrowing up to ten
//! seconds.

use core::time::Duration;

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use flax_id::{FlaxId, Generator, Policy, UnixTime};
use ids_testkit::{SimClock, simulate};

use crate::run::timed;

const START: UnixTime = UnixTime::from_secs(1_700_000_000);

pub(crate) fn run(count: u64, seed: u64) -> u64 {
    let policies = [Duration::ZERO, Duration::from_secs(10)];
    policies.map(|max_ahead| half(count / 2, seed, max_ahead)).iter().sum()
}

fn half(count: u64, seed: u64, max_ahead: Duration) -> u64 {
    let clock = SimClock::new(seed, START);
    let rng = ChaCha8Rng::seed_from_u64(seed);
    let mut generator = Generator::monotonic(&clock, rng).with_policy(Policy::Borrow { max_ahead });
    timed(&format!("ahead at most {max_ahead:?}"), count, || {
        simulate(&clock, count, || generator.generate(), FlaxId::time, max_ahead)
    })
}
