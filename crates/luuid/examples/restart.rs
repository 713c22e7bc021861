//! Keys that are issued once, although the process dies at any time: a block of them is reserved on the
//! disk before the first is used.
//!
//! ```sh
//! cargo run -p luuid --example luuid-restart
//! ```
//!
//! ```text
//! first run:  keys 1, 2, 3
//! second run: keys 101, 102, 103
//! ```
//!
//! The rest of a block is lost with the process: keys have gaps and never repeat. A row of a database
//! does the same for many processes, where `UPDATE .. RETURNING` takes the block.

use core::error::Error;
use std::{
    fs::{self, File},
    io::{ErrorKind, Write},
    path::Path,
};

use luuid::{Generator, Group, IdRng, Keys};

const BLOCK: u64 = 100;

/// Takes the next block. When this returns, the disk says so.
fn reserve(state: &Path) -> Result<Keys, Box<dyn Error>> {
    let first = match fs::read_to_string(state) {
        Ok(text) => text.parse()?,
        Err(error) if error.kind() == ErrorKind::NotFound => 1,
        Err(error) => return Err(error.into()),
    };
    let end = first + BLOCK;
    // Written beside the file, then put in its place: a crash leaves the old number or the new one.
    let beside = state.with_extension("new");
    let mut file = File::create(&beside)?;
    file.write_all(end.to_string().as_bytes())?;
    file.sync_all()?;
    fs::rename(&beside, state)?;
    File::open(state.parent().ok_or("a file in a folder")?)?.sync_all()?;
    Ok(Keys::block(first..end)?)
}

/// One run of a program, which makes three identifiers and ends without a word.
fn run(name: &str, state: &Path) -> Result<(), Box<dyn Error>> {
    let mut ids = Generator::new(reserve(state)?, IdRng::from_os()?, Group::from_name("person"));
    let ids = (0..3).map(|_| ids.generate()).collect::<Result<Vec<_>, _>>()?;
    let keys: Vec<String> = ids.iter().map(|id| id.key().to_bits().to_string()).collect();
    println!("{name:<11} keys {}", keys.join(", "));
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("luuid-restart-{}", std::process::id()));
    fs::create_dir(&folder)?;
    let state = folder.join("next-key");
    run("first run:", &state)?;
    run("second run:", &state)?;
    fs::remove_dir_all(&folder)?;
    Ok(())
}
