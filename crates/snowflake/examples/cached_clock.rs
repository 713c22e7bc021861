//! A clock that a thread of the program keeps: a generator reads it by one load of an atomic.
//!
//! ```sh
//! cargo run -p snowflake-ids --example snowflake-cached-clock
//! ```
//!
//! ```text
//! 100000 identifiers, each greater than the one before
//! ```

use core::time::Duration;
use std::{sync::mpsc, thread};

use snowflake::{CachedClock, Discord, Generate, GenerateError, Generator, Node, SystemClock};

static CLOCK: CachedClock<SystemClock> = CachedClock::new(SystemClock);
const PERIOD: Duration = Duration::from_millis(1);

fn main() -> Result<(), GenerateError> {
    // Once before anything reads it, and then each millisecond, until the program drops `stop`.
    CLOCK.refresh()?;
    let (stop, stopped) = mpsc::channel::<()>();
    let keeper = thread::spawn(move || {
        while stopped.recv_timeout(PERIOD) == Err(mpsc::RecvTimeoutError::Timeout) {
            // If the system's clock fails, this one stands still.
            let _kept = CLOCK.refresh();
        }
    });

    let node = Node::<Discord>::numbered(37).expect("a number below Node::COUNT");
    let mut generator = Generator::new(&CLOCK, node);
    // A node has 4096 identifiers in a millisecond. If the keeper stopped, this would end the wait.
    let mut ids = generator.blocking(Duration::from_secs(5));
    let mut last = ids.generate()?;
    for _ in 1..100_000 {
        let next = ids.generate()?;
        assert!(next > last, "out of order");
        last = next;
    }
    println!("100000 identifiers, each greater than the one before");

    drop(stop);
    keeper.join().expect("no panic");
    Ok(())
}
