//! The only process of a virtual machine that `just snapshot` resumes twice from one snapshot.
//!
//! Before the snapshot it holds a random source and a generator; after it, the console tells each
//! copy a node number of its own, and each prints what it makes.

use core::time::Duration;
use std::{io, thread};

use ids_core::{IdRng, SystemClock};
use rand_core::TryRng;
use snowflake::{Generate, Generator, Node, Twitter};

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let mut rng = IdRng::from_os()?;
    let mut generator = Generator::new(SystemClock, Node::<Twitter>::numbered(0)?);
    let limit = Duration::from_secs(1);
    let last = generator.blocking(limit).generate()?;
    rng.try_next_u64()?;
    println!("ready");

    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    let node = Node::<Twitter>::numbered(line.trim().parse()?)?;
    let mut generator = Generator::new(SystemClock, node).resume_after(last);
    for _ in 0..32 {
        println!("held {:016x}", rng.try_next_u64()?);
        println!("node {:x}", generator.blocking(limit).generate()?);
    }
    for second in 0..=30 {
        rng.reseed()?;
        println!("reseeded-after-{second} {:016x}", rng.try_next_u64()?);
        thread::sleep(limit);
    }
    Ok(())
}
