//! One node's identifiers for many threads: a generator in a `static`, without a lock.
//!
//! ```sh
//! cargo run -p kuid --example kuid-many-threads
//! ```
//!
//! ```text
//! 40000 identifiers from 4 threads, none twice; each thread's own increase
//! ```

use core::time::Duration;
use std::{collections::HashSet, thread};

use kuid::{
    Generate, GenerateError, Generator, Global, Node, NodeId, SharedGenerator, SystemClock,
};

const THREADS: usize = 4;
const EACH: usize = 10_000;

/// No other node has this name.
static IDS: SharedGenerator<SystemClock, Node> =
    Generator::shared(SystemClock, Node::new(NodeId::from_name("app@host")));

fn make() -> Result<Vec<Global>, GenerateError> {
    // A node has 16,384 identifiers in a tick. A thread that wants more sleeps, for 5 s at most.
    let mut ids = IDS.handle();
    ids.blocking(Duration::from_secs(5)).take(EACH).collect()
}

fn main() -> Result<(), GenerateError> {
    let mut all = HashSet::new();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(make)).collect();
        threads.into_iter().try_for_each(|thread| {
            let ids = thread.join().expect("no panic")?;
            assert!(ids.is_sorted_by(|a, b| a < b), "not increasing in a thread");
            all.extend(ids);
            Ok::<_, GenerateError>(())
        })
    })?;
    assert_eq!(all.len(), THREADS * EACH, "an identifier twice");
    println!(
        "{} identifiers from {THREADS} threads, none twice; each thread's own increase",
        all.len()
    );
    Ok(())
}
