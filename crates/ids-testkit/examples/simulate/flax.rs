//! Monotonic generators: one half of the identifiers waiting, the other half borrowing up to ten
//! seconds.

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use flax_id::{FlaxId, Generator, Policy, UnixTime};
use ids_testkit::simulate;

use crate::run::both;

const START: UnixTime = UnixTime::from_secs(1_700_000_000);

pub(crate) fn run(count: u64, seed: u64) -> u64 {
    both(count, seed, START, |clock, count, max_ahead| {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        let mut generator =
            Generator::monotonic(clock, rng).with_policy(Policy::Borrow { max_ahead });
        simulate(clock, count, || generator.generate(), FlaxId::time, max_ahead)
    })
}
