//! The layout's limit with the real clock: 4096 identifiers in a millisecond. What is compared is how
//! one waits for the next.

use std::{
    future::Future,
    hint::{black_box, spin_loop},
    sync::atomic::Ordering::Relaxed,
    thread,
    time::Duration,
};

use ferroid::{
    futures::SnowflakeGeneratorAsyncTokioExt,
    generator::{BasicSnowflakeGenerator, LockSnowflakeGenerator},
    id::SnowflakeTwitterId,
    time::{MonotonicClock, TWITTER_EPOCH},
};
use ids_benches::samples::{MACHINE, node};
use ids_core::{Clock, Generate, Limits, SystemClock, clock::FastClock};
use snowflake::{Generator, Snowflake};

use crate::worker::{Contender, Worker, worker};

/// Longer than a user waits.
const LONG: Duration = Duration::from_secs(10);
/// A few milliseconds ahead make up for sleep that ends late.
const AHEAD: Limits = Limits::ahead(Duration::from_millis(5));

/// A worker that awaits one identifier after another, on a runtime of its own.
fn awaiting<T>(mut make: impl AsyncFnMut() -> T + Send + 'static) -> Vec<Worker> {
    vec![Box::new(move |end| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        runtime.expect("a runtime").block_on(async {
            let mut count = 0;
            while !end.load(Relaxed) {
                for _ in 0..64 {
                    black_box(make().await);
                }
                count += 64;
            }
            count
        })
    })]
}

/// Of our own generator within these limits, awaiting this sleep.
fn awaiting_ours<F: Future<Output = ()>>(
    limits: Limits,
    sleep: impl Fn(Duration) -> F + Copy + Send + 'static,
) -> Vec<Worker> {
    let mut own = Generator::new(FastClock::new(), node()).with_limits(limits);
    awaiting(async move || own.awaiting(LONG, sleep).generate().await.expect("in time"))
}

/// The same, which blocks.
fn blocking(clock: impl Clock + Send + 'static, limits: Limits) -> Vec<Worker> {
    let mut own = Generator::new(clock, node()).with_limits(limits);
    vec![worker(move || own.blocking(LONG).generate().expect("in time"))]
}

/// Of ferroid's generator, which waits like this for a number of milliseconds.
fn ferroid(wait: impl Fn(u64) + Copy + Send + 'static) -> Vec<Worker> {
    let clock = MonotonicClock::<1>::with_epoch(TWITTER_EPOCH);
    let own = BasicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, clock);
    vec![worker(move || own.next_id(wait))]
}

/// Sleeps on a thread that is there for it: a runtime's own timer is a millisecond coarse.
async fn sleep_on_a_thread(time: Duration) {
    let slept = tokio::task::spawn_blocking(move || thread::sleep(time)).await;
    slept.expect("sleeping does not panic");
}

pub const WAYS: &[Contender] = &[
    ("snowflake", "ids", |_| blocking(SystemClock, Limits::default())),
    ("snowflake", "ids-fast-clock", |_| blocking(FastClock::new(), Limits::default())),
    ("snowflake", "ids-5ms-ahead", |_| blocking(FastClock::new(), AHEAD)),
    ("snowflake", "ids-fill-4096", |_| {
        let mut own = Generator::new(SystemClock, node());
        let mut ids = vec![Snowflake::MIN; 4096];
        vec![Box::new(move |end| {
            let mut count = 0;
            while !end.load(Relaxed) {
                count += own.blocking(LONG).fill(&mut ids).expect("in time") as u64;
                black_box(&ids);
            }
            count
        })]
    }),
    ("snowflake", "ids-shared", |_| {
        let one = Generator::shared(SystemClock, node());
        vec![worker(move || one.handle().blocking(LONG).generate().expect("in time"))]
    }),
    ("snowflake", "ids-tokio", |_| awaiting_ours(Limits::default(), tokio::time::sleep)),
    ("snowflake", "ids-tokio-thread", |_| awaiting_ours(Limits::default(), sleep_on_a_thread)),
    ("snowflake", "ids-tokio-5ms-ahead", |_| awaiting_ours(AHEAD, tokio::time::sleep)),
    ("snowflake", "ferroid-spin", |_| ferroid(|_| spin_loop())),
    ("snowflake", "ferroid-yield", |_| ferroid(|_| thread::yield_now())),
    ("snowflake", "ferroid-sleep", |_| {
        ferroid(|millis| thread::sleep(Duration::from_millis(millis)))
    }),
    ("snowflake", "ferroid-tokio", |_| {
        let clock = MonotonicClock::<1>::with_epoch(TWITTER_EPOCH);
        let own = LockSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, clock);
        awaiting(async move || own.try_next_id_async().await.expect("no panic"))
    }),
    ("snowflake", "snowflaked-spin", |_| {
        let mut own = snowflaked::Generator::new(5);
        vec![worker(move || own.generate::<u64>())]
    }),
];
