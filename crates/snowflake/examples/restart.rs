//! A node that repeats nothing after a restart, although the clock was set back.
//!
//! ```sh
//! cargo run -p snowflake-ids --example snowflake-restart
//! ```
//!
//! ```text
//! first run:  3 identifiers, the last is 1456255637913600002
//! second run: the clock was set back: wait until 2026-01-01T12:00:00Z
//! third run:  3 identifiers, the first is greater: true
//! ```
//!
//! Where no identifier is kept, `resume_after_now(max_ahead)` does this without a file, if the clock was not set
//! back.

use core::error::Error;
use std::{fs, io::ErrorKind, path::Path};

use snowflake::{Discord, GenerateError, Generator, Node, Snowflake, UnixTime};

type Ids = Generator<UnixTime, Node<Discord>>;

/// What a program does when it starts. A real one has `SystemClock`.
fn start(state: &Path, now: UnixTime) -> Result<Ids, Box<dyn Error>> {
    let ids = Generator::new(now, Node::numbered(0)?);
    match fs::read_to_string(state) {
        Ok(last) => Ok(ids.resume_after(last.parse()?)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(ids),
        Err(error) => Err(error.into()),
    }
}

/// Makes three identifiers and keeps the last. A program that saves its identifiers in a table has it
/// there: the greatest of this node.
fn make(state: &Path, ids: &mut Ids) -> Result<Vec<Snowflake<Discord>>, Box<dyn Error>> {
    let made = (0..3).map(|_| ids.generate()).collect::<Result<Vec<_>, _>>()?;
    fs::write(state, made[2].to_string())?;
    Ok(made)
}

fn main() -> Result<(), Box<dyn Error>> {
    let state = std::env::temp_dir().join(format!("snowflake-restart-{}", std::process::id()));
    // 2026-01-01T12:00:00Z, and five seconds before it.
    let (noon, earlier) = (UnixTime::from_secs(1_767_268_800), UnixTime::from_secs(1_767_268_795));

    let first = make(&state, &mut start(&state, noon)?)?;
    println!("first run:  {} identifiers, the last is {}", first.len(), first[2]);

    // Nothing is issued before the clock is back where it was.
    let Err(GenerateError::Wait { until }) = start(&state, earlier)?.generate() else {
        return Err("an identifier out of order".into());
    };
    println!("second run: the clock was set back: wait until {until}");

    let third = make(&state, &mut start(&state, noon)?)?;
    println!(
        "third run:  {} identifiers, the first is greater: {}",
        third.len(),
        third[0] > first[2]
    );
    fs::remove_file(&state)?;
    Ok(())
}
