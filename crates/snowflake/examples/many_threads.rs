//! One node's identifiers for many threads: a generator in a `static`, without a lock.
//!
//! ```sh
//! cargo run -p snowflake-ids --example snowflake-many-threads
//! ```
//!
//! ```text
//! 40000 identifiers from 4 threads, none twice; each thread's own increase
//! ```

use core::time::Duration;
use std::{collections::HashSet, sync::LazyLock, thread};

use snowflake::{
    Discord, Generate, GenerateError, Generator, Node, SharedGenerator, Snowflake, SystemClock,
};

const THREADS: usize = 4;
const EACH: usize = 10_000;

static IDS: LazyLock<SharedGenerator<SystemClock, Node<Discord>>> = LazyLock::new(|| {
    // From your configuration: no other process has this number.
    let number = 37;
    Generator::shared(SystemClock, Node::numbered(number).expect("a number below Node::COUNT"))
});

fn make() -> Result<Vec<Snowflake<Discord>>, GenerateError> {
    // A node has 4096 identifiers in a millisecond. A thread that wants more sleeps, for 5 s at most.
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
