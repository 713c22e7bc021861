//! Identifiers from many threads: independent ones without a lock, and one order for all threads.
//!
//! ```sh
//! cargo run -p flax-id --example flax-many-threads
//! ```
//!
//! ```text
//! independent: 40000 identifiers from 4 threads, none twice
//! in one order: 40000 identifiers from 4 threads, none twice
//! ```

use core::time::Duration;
use std::{
    collections::HashSet,
    sync::{LazyLock, Mutex, PoisonError},
    thread,
};

use flax_id::{FlaxId, Generate, GenerateError, Generator, IdRng, SystemClock};

const THREADS: usize = 4;
const EACH: usize = 10_000;

/// The generator that all threads share. It is made when the first of them needs it.
static IDS: LazyLock<Mutex<Generator<SystemClock, IdRng>>> = LazyLock::new(|| {
    let rng = IdRng::from_os().expect("the system has random bits");
    Mutex::new(Generator::monotonic(SystemClock, rng))
});

/// An identifier greater than all that any thread got before.
fn next_in_order() -> Result<FlaxId, GenerateError> {
    // A thread that panicked cannot have left the generator half-way.
    let mut ids = IDS.lock().unwrap_or_else(PoisonError::into_inner);
    ids.blocking(Duration::from_secs(1)).generate()
}

fn main() -> Result<(), GenerateError> {
    // Each thread has a random source of its own: nothing is shared, and nothing to be made.
    run("independent", flax_id::new)?;
    run("in one order", next_in_order)
}

fn run(way: &str, next: fn() -> Result<FlaxId, GenerateError>) -> Result<(), GenerateError> {
    let mut all = HashSet::new();
    thread::scope(|scope| {
        let make = || (0..EACH).map(|_| next()).collect::<Result<Vec<_>, _>>();
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(make)).collect();
        threads.into_iter().try_for_each(|thread| {
            all.extend(thread.join().expect("no panic")?);
            Ok::<_, GenerateError>(())
        })
    })?;
    assert_eq!(all.len(), THREADS * EACH, "an identifier twice");
    println!("{way}: {} identifiers from {THREADS} threads, none twice", all.len());
    Ok(())
}
