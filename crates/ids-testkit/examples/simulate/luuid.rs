//! Generators of both versions, over keys of their own and over shared keys, with a random source
//! that fails once in a while. No identifier and no key is issued twice or out of order, and no key
//! is lost.

use core::time::Duration;

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use ids_core::UnixTime;
use ids_testkit::{Failing, SimClock, simulate};
use luuid::{GenerateError, Generator, Group, Keys, Luuid, Version};

use crate::run::timed;

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
