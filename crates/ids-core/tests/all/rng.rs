//! The random source for identifiers, across reseeding and threads.
#![cfg(feature = "rng")]
#![allow(clippy::incompatible_msrv, reason = "the oldest compiler builds the library only")]

use ids_core::{IdRng, LocalRng};
use rand_core::TryRng;

#[test]
fn every_width_draws_from_the_same_stream() {
    let mut rng = IdRng::from_os().unwrap();
    let mut bytes = [0; 64];
    rng.try_fill_bytes(&mut bytes).unwrap();
    assert_ne!(bytes, [0; 64]);
    let words: Vec<u32> = (0..64).map(|_| rng.try_next_u32().unwrap()).collect();
    assert!(words.iter().any(|word| *word != words[0]));
    assert_ne!(rng.try_next_u64().unwrap(), rng.try_next_u64().unwrap());
}

#[test]
fn two_sources_differ() {
    let (mut one, mut two) = (IdRng::from_os().unwrap(), IdRng::from_os().unwrap());
    assert_ne!(draws(&mut one), draws(&mut two));
    one.reseed().unwrap();
    assert_ne!(draws(&mut one), draws(&mut two));
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn threads_differ() {
    let here = draws(&mut LocalRng);
    let there = std::thread::spawn(|| draws(&mut LocalRng)).join().unwrap();
    assert_ne!(here, there);
    LocalRng.reseed().unwrap();
    assert_ne!(here, draws(&mut LocalRng));
}

#[test]
fn debug_shows_no_state() {
    let text = format!("{:?}", IdRng::from_os().unwrap());
    assert!(text.contains("ChaCha12Rng { ... }"), "{text}");
}

fn draws<R: TryRng<Error: core::fmt::Debug>>(rng: &mut R) -> Vec<u64> {
    (0..8).map(|_| rng.try_next_u64().unwrap()).collect()
}
