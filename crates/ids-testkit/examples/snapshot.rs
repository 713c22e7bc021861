//! The only process of a virtual machine that `just snapshot` resumes twice from one snapshot.
//!
//! Before the snapshot it holds a random source and a generator; after it, the console tells each
//! copy a node number of its own, and each prints what it makes.

use core::time::Duration;
use std::{io, thread};

use ids_core::{
    Generate, Generator, IdRng, SystemClock, UnixTime,
    format::{Field, Positions, Scheme, Ticks},
};
use rand_core::TryRng;

const TIMESTAMP: Field = Field::new("timestamp", 63, 22);
const NODE: Field = Field::new("node", 21, 12);
const SEQUENCE: Field = Field::new("sequence", 11, 0);

const MILLIS: Ticks = Ticks::per_second(UnixTime::EPOCH, 1000);

struct Node(u64);

impl Scheme for Node {
    type Id = u64;
    fn positions(&self) -> Positions {
        const { Positions::new(MILLIS, SEQUENCE.width(), TIMESTAMP.max()) }
    }
    fn id(&self, position: u64) -> u64 {
        (position >> SEQUENCE.width()) << TIMESTAMP.low()
            | self.0 << NODE.low()
            | position & SEQUENCE.max()
    }
    fn position(&self, id: u64) -> u64 {
        TIMESTAMP.get(id.into()) << SEQUENCE.width() | SEQUENCE.get(id.into())
    }
}

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let mut rng = IdRng::from_os()?;
    let mut generator = Generator::new(SystemClock, Node(0));
    let limit = Duration::from_secs(1);
    let last = generator.blocking(limit).generate()?;
    rng.try_next_u64()?;
    println!("ready");

    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    let mut generator = Generator::new(SystemClock, Node(line.trim().parse()?)).resume_after(last);
    for _ in 0..32 {
        println!("held {:016x}", rng.try_next_u64()?);
        println!("node {:016x}", generator.blocking(limit).generate()?);
    }
    for second in 0..=30 {
        rng.reseed()?;
        println!("reseeded-after-{second} {:016x}", rng.try_next_u64()?);
        thread::sleep(limit);
    }
    Ok(())
}
