//! Generators of both versions, over keys of their own and over shared keys, with a random source
//! that fails once in a while. No identifier and no key is issued twice or out of order, and no key
//! is lost.

use core::time::Duration;

use chacha20::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng, TryRng},
};
use ids_core::UnixTime;
use ids_testkit::{SimClock, simulate};
use luuid::{GenerateError, Generator, Group, Keys, Luuid, Version};

use crate::run::timed;

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

pub(crate) fn run(count: u64, seed: u64) -> u64 {
    let group = Group::from_name("person");
    let rng = || Failing(ChaCha8Rng::seed_from_u64(seed));
    let mut owned = Generator::new(Keys::counter(), rng(), group);
    let keys = Keys::counter().shared();
    let mut shared = Generator::new(keys.handle(), rng(), group).with_version(Version::V8);
    dense("owned keys", count, seed, || owned.generate())
        + dense("shared keys, version 8", count, seed, || shared.generate())
}

/// How many promises were broken: every key from 1 to the count is given once, in order.
fn dense(
    name: &str,
    count: u64,
    seed: u64,
    mut generate: impl FnMut() -> Result<Luuid, GenerateError>,
) -> u64 {
    let mut last = 0;
    // No clock is read: there is no time inside.
    let clock = SimClock::new(seed, UnixTime::EPOCH);
    let generate = || {
        let id = generate()?;
        last = id.key().to_bits();
        Ok(id)
    };
    let broken = timed(name, count, || {
        simulate(&clock, count, generate, |_| UnixTime::EPOCH, Duration::ZERO)
    });
    broken + last.abs_diff(count)
}
