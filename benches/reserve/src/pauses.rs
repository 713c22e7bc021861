//! The longest pause that a generator's caller sees while a keeper extends in another thread.

use std::{
    error::Error,
    thread,
    time::{Duration, Instant},
};

use ids_core::{GenerateError, IdRng, Limits, SystemClock};
use ids_reserve::{Options, SqliteStore};
use ids_testkit::servers::Folder;
use snowflake::{Node, Twitter};

/// How long each measurement takes.
const LASTS: Duration = Duration::from_secs(3);
/// The grant is extended each half of it: 5 times a second.
const SEGMENT: Duration = Duration::from_millis(400);

pub fn run() -> Result<(), Box<dyn Error>> {
    println!("\none call of a generator, wall time, {} s a row\n", LASTS.as_secs());
    println!("| keeper | calls | spent | over 10 µs | over 100 µs | over 1 ms | longest µs |");
    println!("|---|---|---|---|---|---|---|");
    // In turn, so that a difference shows beside what the machine does anyhow.
    for _ in 0..3 {
        for extending in [false, true] {
            let Calls { calls, spent, over, longest } = measure(extending)?;
            println!(
                "| {} | {calls} | {spent} | {} | {} | {} | {} |",
                if extending { "extends 5 times a second" } else { "idle" },
                over[0],
                over[1],
                over[2],
                longest.as_micros()
            );
        }
    }
    Ok(())
}

#[derive(Debug, Default)]
struct Calls {
    calls: u64,
    /// Refused, because the grant was not extended in time.
    spent: u64,
    /// Longer than 10 µs, 100 µs, 1 ms.
    over: [u64; 3],
    longest: Duration,
}

fn measure(extending: bool) -> Result<Calls, Box<dyn Error>> {
    let folder = Folder::new("reserve-pauses");
    let segment = if extending { SEGMENT } else { Duration::from_secs(30) };
    let (mut keeper, lease) = Options { segment, ..Options::new("benchmark")? }.claim(
        SqliteStore::init(folder.file("ids.db"))?,
        SystemClock,
        IdRng::from_os()?,
        Node::<Twitter>::COUNT,
        Node::<Twitter>::numbered,
    )?;
    let ahead = Limits::ahead(Duration::from_millis(20));
    let mut generator = lease.generator().with_limits(ahead);
    Ok(thread::scope(|scope| {
        let stop = keeper.stop();
        let keeper = extending.then(|| scope.spawn(move || keeper.run(|_| ())));
        let calls = call(|| generator.generate());
        stop();
        if let Some(keeper) = keeper {
            keeper.join().expect("the keeper ended").expect("the store was there");
        }
        calls
    }))
}

fn call<T>(mut generate: impl FnMut() -> Result<T, GenerateError>) -> Calls {
    let (mut all, start) = (Calls::default(), Instant::now());
    let mut before = start;
    while before - start < LASTS {
        let answer = generate();
        let after = Instant::now();
        let took = after - before;
        all.calls += 1;
        all.spent += u64::from(matches!(answer, Err(GenerateError::Spent)));
        for (over, limit) in all.over.iter_mut().zip([10, 100, 1000]) {
            *over += u64::from(took > Duration::from_micros(limit));
        }
        all.longest = all.longest.max(took);
        before = after;
    }
    all
}
