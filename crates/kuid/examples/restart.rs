//! A node that repeats nothing after a restart, although the clock was set back.
//!
//! ```sh
//! cargo run -p kuid --example kuid-restart
//! ```
//!
//! ```text
//! first run:  3 identifiers, the last is ...
//! second run: 3 identifiers, the first is greater: true
//! ```
//!
//! Where no identifier is kept, `resume_after_now(max_ahead)` does this without a file, if the clock was not set
//! back.

use core::{error::Error, time::Duration};
use std::{fs, io::ErrorKind, path::Path};

use kuid::{Generator, Global, Limits, Node, NodeId, UnixTime};

/// One run of a program: it goes on where the file says, and writes down where it stopped.
fn run(state: &Path, now: UnixTime) -> Result<Vec<Global>, Box<dyn Error>> {
    let node = Node::new(NodeId::from_name("app@host"));
    let mut ids = Generator::new(now, node)
        // The clock may be set back by a minute between two runs: times may run ahead by that long.
        .with_limits(Limits::ahead(Duration::from_secs(60)));
    match fs::read_to_string(state) {
        Ok(last) => ids = ids.resume_after(last.parse()?),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error.into()),
    }
    let made = (0..3).map(|_| ids.generate()).collect::<Result<Vec<_>, _>>()?;
    // A program that saves its identifiers in a table has it there: the greatest of this node.
    fs::write(state, made[2].to_string())?;
    Ok(made)
}

fn main() -> Result<(), Box<dyn Error>> {
    let state = std::env::temp_dir().join(format!("kuid-restart-{}", std::process::id()));
    // 2026-01-01T12:00:00Z, and five seconds before it.
    let first = run(&state, UnixTime::from_secs(1_767_268_800))?;
    println!("first run:  {} identifiers, the last is {}", first.len(), first[2]);
    let second = run(&state, UnixTime::from_secs(1_767_268_795))?;
    let greater = second[0] > first[2];
    println!("second run: {} identifiers, the first is greater: {greater}", second.len());
    fs::remove_file(&state)?;
    Ok(())
}
