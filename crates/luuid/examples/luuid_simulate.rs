//! `cargo run --release -p luuid --example luuid_simulate -- COUNT SEED`
//!
//! Runs generators of both versions over keys of their own and over shared keys, with a random
//! source that fails once in a while. Says what was counted, how long it took and how much
//! memory it used; fails if an identifier or a key was given twice or out of order, a key was lost,
//! or the memory is more than 16 MiB.

use core::time::Duration;
use std::process::ExitCode;

use chacha20::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng, TryRng},
};
use ids_testkit::{SimClock, long_run, simulate, timed};
use luuid::{GenerateError, Generator, Group, Keys, Luuid, Version};

/// Fails about once in 64 draws.
struct Failing(ChaCha8Rng);

impl TryRng for Failing {
    type Error = GenerateError;
    fn try_next_u32(&mut self) -> Result<u32, GenerateError> {
        self.try_next_u64().map(|word| (word >> 32) as u32)
    }
    fn try_next_u64(&mut self) -> Result<u64, GenerateError> {
        let word = self.0.next_u64();
        if word.trailing_zeros() >= 6 { Err(GenerateError::Entropy) } else { Ok(word) }
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), GenerateError> {
        self.0.fill_bytes(bytes);
        Ok(())
    }
}

fn main() -> ExitCode {
    long_run(|count, seed| {
        let group = Group::from_name("person");
        let rng = || Failing(ChaCha8Rng::seed_from_u64(seed));
        let mut owned = Generator::new(Keys::counter(), rng(), group);
        let keys = Keys::counter().shared();
        let mut shared = Generator::new(keys.handle(), rng(), group).with_version(Version::V8);
        run("owned keys", count, seed, || owned.generate())
            + run("shared keys, version 8", count, seed, || shared.generate())
    })
}

/// How many promises were broken: every key from 1 to the count is given once, in order.
fn run(
    name: &str,
    count: u64,
    seed: u64,
    mut generate: impl FnMut() -> Result<Luuid, GenerateError>,
) -> u64 {
    let mut last = 0;
    // No clock is read: there is no time inside.
    let clock = SimClock::new(seed, Duration::ZERO);
    let dense = || {
        let id = generate()?;
        last = id.key().to_bits();
        Ok(id)
    };
    let broken =
        timed(name, count, || simulate(&clock, count, dense, |_| Duration::ZERO, Duration::ZERO));
    broken + last.abs_diff(count)
}
