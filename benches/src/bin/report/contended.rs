//! `contended`: several threads on one generator, one generator for each thread, and one thread at
//! the layout's limit. The time that passes counts here, so other work on the machine shows.

use std::{
    hint::spin_loop,
    io::{self, Read},
    process::{Child, Command, Stdio},
    sync::Arc,
    thread,
    time::Duration,
};

use ferroid::{
    generator::{AtomicSnowflakeGenerator, LockSnowflakeGenerator},
    time::MonotonicClock,
};
use ids_benches::{
    formats::{self, AHEAD},
    samples::{SystemMillis, WideId, node, users},
};
use ids_core::{SystemClock, clock::FastClock};
use snowflake::Generator;
use uuid::Uuid;

use crate::{
    cap,
    part::{Error, Scale},
    row::Row,
    worker::{Contender, Worker, run_for, worker},
};

/// Threads that call one function.
fn one<T>(threads: usize, make: impl Fn() -> T + Send + Sync + 'static) -> Vec<Worker> {
    let make = Arc::new(make);
    own(threads, || {
        let make = Arc::clone(&make);
        move || make()
    })
}

/// Threads that each have a function of their own.
fn own<T, F: FnMut() -> T + Send + 'static>(threads: usize, start: impl Fn() -> F) -> Vec<Worker> {
    (0..threads).map(|_| worker(start())).collect()
}

/// One generator for all threads, which asks the system's clock for each identifier: ours.
const SYSTEM: Contender =
    ("snowflake", "ids-shared", |threads| one(threads, formats::snowflake::shared(SystemClock)));

/// The same of ferroid.
const FERROID_SYSTEM: Contender = ("snowflake", "ferroid-atomic-system-clock", |threads| {
    let shared = AtomicSnowflakeGenerator::<WideId, _>::new(0, SystemMillis);
    one(threads, move || shared.next_id(|_| spin_loop()))
});

const SHARED: &[Contender] = &[
    SYSTEM,
    ("snowflake", "ids-shared-fast-clock", |threads| {
        one(threads, formats::snowflake::shared(FastClock::new()))
    }),
    ("snowflake", "ids-shared-reserve-64", |threads| {
        let shared = Generator::shared(SystemClock, node()).with_limits(AHEAD);
        let shared: &'static _ = Box::leak(Box::new(shared));
        own(threads, || {
            let mut left = shared.reserve(64).expect("ahead");
            move || match left.next() {
                Some(id) => id,
                None => {
                    left = shared.reserve(64).expect("ahead");
                    left.next().expect("64 of them")
                }
            }
        })
    }),
    ("snowflake", "ferroid-atomic", |threads| {
        let shared = AtomicSnowflakeGenerator::<WideId, _>::new(0, MonotonicClock::<1>::default());
        one(threads, move || shared.next_id(|_| spin_loop()))
    }),
    FERROID_SYSTEM,
    ("snowflake", "ferroid-lock", |threads| {
        let shared = LockSnowflakeGenerator::<WideId, _>::new(0, MonotonicClock::<1>::default());
        one(threads, move || shared.try_next_id(|_| spin_loop()).expect("no panic"))
    }),
    ("uuid", "uuid-v7", |threads| one(threads, Uuid::now_v7)),
];

const OWN: &[Contender] = &[
    ("snowflake", "ids", |threads| own(threads, || formats::snowflake::owner(SystemClock))),
    ("snowflake", "ids-fast-clock", |threads| {
        own(threads, || formats::snowflake::owner(FastClock::new()))
    }),
    ("flax", "ids", |threads| own(threads, || formats::flax::owner(SystemClock, users()))),
    ("uuid", "uuid-v4", |threads| one(threads, Uuid::new_v4)),
    ("ulid", "ulid-monotonic", |threads| {
        own(threads, || {
            let mut own = ulid::Generator::new();
            move || own.generate().expect("room")
        })
    }),
];

pub fn run(scale: Scale) -> Result<Vec<Row>, Error> {
    let (time, runs) = scale.of((30, 3), (200, 15), (300, 51));
    let time = Duration::from_millis(time);
    let mut rows = Vec::new();
    for (operation, contenders, threads) in [
        ("contended_one", SHARED, &[1, 2][..]),
        ("contended_one", &[SYSTEM, FERROID_SYSTEM], &[4, 8]),
        ("contended_own", OWN, &[1, 2]),
        ("contended_cap", cap::WAYS, &[1]),
        ("contended_cap_busy", cap::WAYS, &[1]),
    ] {
        let _others = if operation == "contended_cap_busy" { Some(Others::start()?) } else { None };
        for &threads in threads {
            let mut results = vec![(Vec::new(), Vec::new()); contenders.len()];
            for _ in 0..runs {
                for ((_, _, workers), (rate, share)) in contenders.iter().zip(&mut results) {
                    let (made, busy) = run_for(time, workers(threads));
                    rate.push(made / 1e6);
                    share.push(100.0 * busy);
                }
            }
            for ((format, name, _), (rate, share)) in contenders.iter().zip(results) {
                let x = threads as f64;
                rows.push(Row::of([operation, format, name, "M ids/s"], x, rate));
                let cpu = format!("{operation}_cpu");
                rows.push(Row::of([&cpu, format, name, "% CPU"], x, share));
            }
            eprintln!("  {operation}, {threads} threads: {runs} runs of {time:?}");
        }
    }
    Ok(rows)
}

/// Programs that keep every processor busy, three for each: only as processes of their own do they
/// compete as strangers do.
struct Others(Vec<Child>);

impl Others {
    fn start() -> Result<Self, Error> {
        let program = std::env::current_exe()?;
        let count = 3 * thread::available_parallelism()?.get();
        let mut others = Self(Vec::new());
        for _ in 0..count {
            others.0.push(Command::new(&program).arg("--busy").stdin(Stdio::piped()).spawn()?);
        }
        Ok(others)
    }
}

impl Drop for Others {
    fn drop(&mut self) {
        for other in &mut self.0 {
            let ended = other.kill().and_then(|()| other.wait());
            ended.expect("a program of our own ends");
        }
    }
}

/// Keeps a processor busy until the program that wants it so ends or has had enough.
pub fn busy() -> ! {
    thread::spawn(|| {
        let ended = io::stdin().read(&mut [0]);
        std::process::exit(i32::from(ended.is_err()));
    });
    loop {
        spin_loop();
    }
}

/// One to eight generators, each in a thread of its own, and as many threads on one.
pub fn generators(scale: Scale) -> Vec<Row> {
    let (time, runs) = scale.of((20, 2), (100, 5), (500, 11));
    let time = Duration::from_millis(time);
    let mut rows = Vec::new();
    let contenders = OWN[..3].iter().chain(&SHARED[..3]);
    for threads in 1..=8 {
        for (format, name, workers) in contenders.clone() {
            let nanos = (0..runs).map(|_| 1e9 / run_for(time, workers(threads)).0).collect();
            let x = threads as f64;
            rows.push(Row::of(["growth_generators", format, name, "ns"], x, nanos));
        }
        eprintln!("  {threads} generators, {runs} runs of {time:?}");
    }
    rows
}
