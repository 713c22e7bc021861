//! Shared keys, and a generator of its own in each thread.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(target_has_atomic = "64")]

use std::{sync::Arc, thread};

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use luuid::{GenerateError, Generator, Group, Key, Keys, Luuid};

const THREADS: u64 = 4;
/// Ten million where the code is optimised, a million otherwise, few under Miri.
const EACH: u64 = if cfg!(miri) {
    500
} else if cfg!(debug_assertions) {
    250_000
} else {
    2_500_000
};
/// Blocks that each thread takes.
const ROUNDS: usize = if cfg!(miri) { 50 } else { 1000 };

#[test]
fn every_key_once_and_increasing_in_each_thread() {
    // Fewer keys than the threads would like: the last ones find it spent.
    let end = THREADS * EACH - 1000;
    let keys = Arc::new(Keys::block(1..end).unwrap().shared());
    let threads: Vec<_> = (0..THREADS)
        .map(|seed| {
            let keys = Arc::clone(&keys);
            thread::spawn(move || {
                let rng = ChaCha8Rng::seed_from_u64(seed);
                let mut generator = Generator::new(keys.handle(), rng, Group::MAX);
                let mut ids = Vec::new();
                loop {
                    match generator.generate() {
                        Ok(id) => ids.push(id),
                        Err(error) => break (ids, error),
                    }
                }
            })
        })
        .collect();
    let mut all: Vec<Luuid> = Vec::new();
    for thread in threads {
        let (ids, error) = thread.join().unwrap();
        assert_eq!(error, GenerateError::Exhausted);
        assert!(ids.is_sorted_by(|a, b| a < b), "not increasing inside a thread");
        all.extend(ids);
    }
    all.sort_unstable();
    assert!(all.iter().map(|id| id.key().to_bits()).eq(1..end), "a key twice, or never");
}

#[test]
fn blocks_and_a_rebase_among_threads() {
    let keys = Keys::counter().shared();
    let (sender, receiver) = std::sync::mpsc::channel();
    thread::scope(|scope| {
        for count in 1..=THREADS {
            let (keys, sender) = (&keys, sender.clone());
            scope.spawn(move || {
                for round in 0..ROUNDS {
                    if count == 1 && round == ROUNDS / 2 {
                        keys.handle().rebase(Key::new(1_000_000).unwrap());
                    }
                    sender.send(keys.handle().reserve(count).unwrap()).unwrap();
                }
            });
        }
    });
    drop(sender);
    let mut blocks: Vec<_> = receiver.iter().collect();
    blocks.sort_unstable_by_key(|block| block.start);
    assert_eq!(blocks.len(), 4 * ROUNDS);
    assert!(blocks.is_sorted_by(|a, b| a.end <= b.start), "a key in two blocks");
    // One gap, where the rebase was.
    let gaps = blocks.windows(2).filter(|pair| pair[0].end != pair[1].start).count();
    assert_eq!(gaps, 1);
    assert!(blocks.iter().any(|block| block.start == 1_000_001));
}
