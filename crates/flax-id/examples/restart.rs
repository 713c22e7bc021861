//! Identifiers that go on increasing after a restart, although the clock was set back.
//!
//! ```sh
//! cargo run -p flax-id --example flax-restart
//! ```
//!
//! ```text
//! first run:  3 identifiers, the last is ...
//! second run: 3 identifiers, the first is greater: true
//! ```
//!
//! Only the order needs this. Without it, duplicates are as unlikely as before.

use core::{error::Error, time::Duration};
use std::{fs, io::ErrorKind, path::Path};

use flax_id::{FlaxId, Generator, IdRng, Limits, UnixTime};

/// One run of a program: it goes on where the file says, and writes down where it stopped.
fn run(state: &Path, clock: UnixTime) -> Result<Vec<FlaxId>, Box<dyn Error>> {
    let mut generator = Generator::monotonic(clock, IdRng::from_os()?)
        // The clock may be set back by a minute between two runs: times may run ahead by that long.
        .with_limits(Limits::ahead(Duration::from_secs(60)));
    match fs::read_to_string(state) {
        Ok(last) => generator = generator.resume_after(last.parse()?),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error.into()),
    }
    let ids = (0..3).map(|_| generator.generate()).collect::<Result<Vec<_>, _>>()?;
    // A program that makes more than a few saves the identifiers anyway, in its table: the greatest of
    // them is the state.
    fs::write(state, ids[2].to_string())?;
    Ok(ids)
}

fn main() -> Result<(), Box<dyn Error>> {
    let state = std::env::temp_dir().join(format!("flax-restart-{}", std::process::id()));
    // 2026-01-01T12:00:00Z, and five seconds before it.
    let (noon, earlier) = (UnixTime::from_secs(1_767_268_800), UnixTime::from_secs(1_767_268_795));
    let first = run(&state, noon)?;
    println!("first run:  {} identifiers, the last is {}", first.len(), first[2]);
    let second = run(&state, earlier)?;
    let greater = second[0] > first[2];
    println!("second run: {} identifiers, the first is greater: {greater}", second.len());
    fs::remove_file(&state)?;
    Ok(())
}
