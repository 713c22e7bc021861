//! One sequence of keys for many threads, without a lock: each key is issued once.
//!
//! ```sh
//! cargo run -p luuid --example luuid-many-threads
//! ```
//!
//! ```text
//! 40000 orders from 4 threads: keys 1 to 40000, none twice, none left out
//! ```

use std::{collections::BTreeSet, thread};

use luuid::{GenerateError, Generator, Group, Keys, LocalRng, Luuid, SharedKeys};

const THREADS: usize = 4;
const EACH: usize = 10_000;
const ORDER: Group = Group::from_name("order");

/// What the threads share is the keys. The random bits come from a source in each thread.
static KEYS: SharedKeys = Keys::counter().shared();

fn make() -> Result<Vec<Luuid>, GenerateError> {
    let mut ids = Generator::new(KEYS.handle(), LocalRng, ORDER);
    (0..EACH).map(|_| ids.generate()).collect()
}

fn main() -> Result<(), GenerateError> {
    let mut keys = BTreeSet::new();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(make)).collect();
        threads.into_iter().try_for_each(|thread| {
            keys.extend(thread.join().expect("no panic")?.iter().map(|id| id.key().to_bits()));
            Ok::<_, GenerateError>(())
        })
    })?;
    assert_eq!(keys.len(), THREADS * EACH, "a key twice");
    let (Some(first), Some(last)) = (keys.first(), keys.last()) else { unreachable!("not empty") };
    let count = keys.len();
    println!(
        "{count} orders from {THREADS} threads: keys {first} to {last}, none twice, none left out"
    );
    Ok(())
}
