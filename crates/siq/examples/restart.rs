//! A shard that repeats nothing after a restart, although the clock was set back: each kind of thing goes
//! on after its own last identifier.
//!
//! ```sh
//! cargo run -p siq --example siq-restart
//! ```
//!
//! ```text
//! first run:  user 0, user 1, message 0
//! second run: user 2, user 3, message 1
//! ```
//!
//! The numbers are the serial numbers inside one tick. Where no identifier is kept, `resume_after_now(max_ahead)`
//! does this without a file, if the clock was not set back.

use core::{error::Error, time::Duration};
use std::{collections::BTreeMap, fs, path::Path};

use siq::{DomainHash, Generator, Limits, Qualifier, Siq, UnixTime};

/// The last identifier of each kind: a line for each.
fn last_of_each(state: &Path) -> Result<Vec<Siq>, Box<dyn Error>> {
    if !state.exists() {
        return Ok(Vec::new());
    }
    fs::read_to_string(state)?.lines().map(|line| Ok(line.parse()?)).collect()
}

fn run(name: &str, state: &Path, now: UnixTime) -> Result<(), Box<dyn Error>> {
    let domain = DomainHash::from_name("example.com")?;
    // The clock may be set back by a minute between two runs: times may run ahead by that long.
    let limits = Limits::ahead(Duration::from_secs(60));
    let mut ids = Generator::new(now, domain, 1).with_limits(limits);
    for last in last_of_each(state)? {
        ids = ids.resume_after(last);
    }

    let (mut made, mut last) = (Vec::new(), BTreeMap::new());
    for (qualifier, kind) in
        [(Qualifier::User, "user"), (Qualifier::User, "user"), (Qualifier::Message, "message")]
    {
        let id = ids.generate(qualifier)?;
        made.push(format!("{kind} {}", id.serial()));
        last.insert(kind, id.to_string());
    }
    // A program that saves its identifiers in tables has the greatest of each kind there.
    fs::write(state, last.into_values().collect::<Vec<_>>().join("\n"))?;
    println!("{name:<11} {}", made.join(", "));
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let state = std::env::temp_dir().join(format!("siq-restart-{}", std::process::id()));
    // 2026-01-01T12:00:00Z, and five seconds before it.
    run("first run:", &state, UnixTime::from_secs(1_767_268_800))?;
    run("second run:", &state, UnixTime::from_secs(1_767_268_795))?;
    fs::remove_file(&state)?;
    Ok(())
}
