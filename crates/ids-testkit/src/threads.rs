//! Several threads at once.

use std::{sync::Barrier, thread};

/// How many threads there are.
pub const THREADS: usize = 4;

/// What this answers in each of several threads, which begin at once. It is told the number of its thread.
///
/// # Panics
/// If one of them does.
pub fn at_once<T: Send>(threads: usize, run: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (run, barrier) = (&run, &Barrier::new(threads));
    thread::scope(|scope| {
        let start = |thread| {
            scope.spawn(move || {
                barrier.wait();
                run(thread)
            })
        };
        let threads: Vec<_> = (0..threads).map(start).collect();
        threads.into_iter().map(|thread| thread.join().expect("a thread that ends")).collect()
    })
}
