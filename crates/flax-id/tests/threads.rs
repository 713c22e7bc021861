//! One generator behind a mutex, for several threads.

use core::time::Duration;
use std::sync::{Mutex, PoisonError};

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use flax_id::{FlaxId, Generator, UnixTime};
use ids_testkit::threads::{EACH, THREADS, Unsteady, each_once, increasing};

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn no_duplicate_and_increasing_in_each_thread() {
    // A millisecond passes with every thousandth reading.
    let start = UnixTime::from_millis(1_444_939_825_807);
    let clock = Unsteady::new(start, Duration::from_micros(1), Duration::from_millis(5));
    let generator = Mutex::new(Generator::monotonic(clock, ChaCha8Rng::seed_from_u64(7)));
    let take = |ids: &mut Vec<FlaxId>| {
        ids.push(generator.lock().unwrap_or_else(PoisonError::into_inner).generate()?);
        Ok(())
    };
    assert_eq!(each_once(EACH, |_| take, increasing).len(), THREADS * EACH);
}
