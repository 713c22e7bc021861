//! One shard's identifiers for many threads and several kinds of things: a generator in a `static`,
//! without a lock.
//!
//! ```sh
//! cargo run -p siq --example siq-many-threads
//! ```
//!
//! ```text
//! 20000 users and 20000 messages from 4 threads, none twice
//! ```

use core::time::Duration;
use std::{collections::HashSet, sync::LazyLock, thread};

use siq::{
    DomainHash, Generate, GenerateError, Generator, Limits, Qualifier, SharedGenerator, Siq,
    SystemClock,
};

const THREADS: usize = 4;
const EACH: usize = 5_000;

static IDS: LazyLock<SharedGenerator<SystemClock>> = LazyLock::new(|| {
    // From your configuration: no other process of this domain has this shard.
    let (domain, shard) = ("example.com", 1);
    let domain = DomainHash::from_name(domain).expect("an ASCII name");
    // A tick is shorter than any sleep. Borrowed ticks keep the full rate.
    let max_ahead = Duration::from_millis(5);
    Generator::shared(SystemClock, domain, shard).with_limits(Limits::ahead(max_ahead))
});

fn make(qualifier: Qualifier) -> Result<Vec<Siq>, GenerateError> {
    // The sequence looks up the qualifier once, and not with each identifier.
    let mut sequence = IDS.sequence(qualifier);
    sequence.blocking(Duration::from_secs(5)).take(EACH).collect()
}

fn main() -> Result<(), GenerateError> {
    let kinds = [Qualifier::User, Qualifier::Message];
    let mut all = HashSet::new();
    thread::scope(|scope| {
        let work = || kinds.map(make).into_iter().collect::<Result<Vec<_>, _>>();
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| {
            all.extend(thread.join().expect("no panic")?.into_iter().flatten());
            Ok::<_, GenerateError>(())
        })
    })?;
    assert_eq!(all.len(), kinds.len() * THREADS * EACH, "an identifier twice");
    let [users, messages] =
        kinds.map(|kind| all.iter().filter(|id| id.qualifier() == kind).count());
    println!("{users} users and {messages} messages from {THREADS} threads, none twice");
    Ok(())
}
