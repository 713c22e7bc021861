//! Shared keys.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(target_has_atomic = "64")]

use std::thread;

use ids_testkit::threads::THREADS;
use luuid::{Key, Keys};

/// Blocks that each thread takes.
const ROUNDS: usize = if cfg!(miri) { 50 } else { 1000 };

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn blocks_and_a_rebase_among_threads() {
    let keys = Keys::counter().shared();
    let (sender, receiver) = std::sync::mpsc::channel();
    thread::scope(|scope| {
        for count in 1..=THREADS as u64 {
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
