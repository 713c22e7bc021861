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
use ids_core::{Generate, Policy, SystemClock, clock::FastClock};
use snowflake::{Generator, Snowflake};

use crate::worker::{Contender, Worker, run_for, worker};

/// As long as anybody would wait.
const LONG: Duration = Duration::from_secs(10);
/// A few milliseconds ahead make up for sleep that ends late.
const AHEAD: Policy = Policy::Borrow { max_ahead: Duration::from_millis(5) };

type Ferroid<T> = BasicSnowflakeGenerator<SnowflakeTwitterId, T>;

fn ferroid() -> Ferroid<MonotonicClock<1>> {
    Ferroid::new(MACHINE, MonotonicClock::with_epoch(TWITTER_EPOCH))
}

/// A worker that awaits one identifier after another, on a runtime of its own.
fn awaiting<'a, T>(mut make: impl AsyncFnMut() -> T + Send + 'a) -> Worker<'a> {
    Box::new(move |end| {
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
    })
}

/// Of our own generator with this policy, awaiting this sleep.
fn awaiting_ours<F: Future<Output = ()>>(
    time: Duration,
    policy: Policy,
    sleep: impl Fn(Duration) -> F + Copy + Send,
) -> (f64, f64) {
    let mut own = Generator::new(FastClock::new(), node()).with_policy(policy);
    let make = async move || own.awaiting(LONG, sleep).generate().await.expect("in time");
    run_for(time, vec![awaiting(make)])
}

/// Sleeps on a thread that is there for it: a runtime's own timer is a millisecond coarse.
async fn sleep_on_a_thread(time: Duration) {
    let slept = tokio::task::spawn_blocking(move || thread::sleep(time)).await;
    slept.expect("sleeping does not panic");
}

pub const WAYS: &[Contender] = &[
    ("snowflake", "ids", |_, time| {
        let mut own = Generator::new(SystemClock, node());
        run_for(time, vec![worker(move || own.blocking(LONG).generate().expect("in time"))])
    }),
    ("snowflake", "ids-fast-clock", |_, time| {
        let mut own = Generator::new(FastClock::new(), node());
        run_for(time, vec![worker(move || own.blocking(LONG).generate().expect("in time"))])
    }),
    ("snowflake", "ids-5ms-ahead", |_, time| {
        let mut own = Generator::new(FastClock::new(), node()).with_policy(AHEAD);
        run_for(time, vec![worker(move || own.blocking(LONG).generate().expect("in time"))])
    }),
    ("snowflake", "ids-fill-4096", |_, time| {
        let mut own = Generator::new(SystemClock, node());
        let mut ids = vec![Snowflake::MIN; 4096];
        let worker: Worker<'_> = Box::new(move |end| {
            let mut count = 0;
            while !end.load(Relaxed) {
                count += own.blocking(LONG).fill(&mut ids).expect("in time") as u64;
                black_box(&ids);
            }
            count
        });
        run_for(time, vec![worker])
    }),
    ("snowflake", "ids-shared", |_, time| {
        let one = Generator::shared(SystemClock, node());
        run_for(time, vec![worker(|| one.handle().blocking(LONG).generate().expect("in time"))])
    }),
    ("snowflake", "ids-tokio", |_, time| awaiting_ours(time, Policy::Wait, tokio::time::sleep)),
    ("snowflake", "ids-tokio-thread", |_, time| {
        awaiting_ours(time, Policy::Wait, sleep_on_a_thread)
    }),
    ("snowflake", "ids-tokio-5ms-ahead", |_, time| awaiting_ours(time, AHEAD, tokio::time::sleep)),
    ("snowflake", "ferroid-spin", |_, time| {
        let own = ferroid();
        run_for(time, vec![worker(move || own.next_id(|_| spin_loop()))])
    }),
    ("snowflake", "ferroid-yield", |_, time| {
        let own = ferroid();
        run_for(time, vec![worker(move || own.next_id(|_| thread::yield_now()))])
    }),
    ("snowflake", "ferroid-sleep", |_, time| {
        let own = ferroid();
        let sleep = |millis| thread::sleep(Duration::from_millis(millis));
        run_for(time, vec![worker(move || own.next_id(sleep))])
    }),
    ("snowflake", "ferroid-tokio", |_, time| {
        let clock = MonotonicClock::<1>::with_epoch(TWITTER_EPOCH);
        let own = LockSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, clock);
        let make = async || own.try_next_id_async().await.expect("no panic");
        run_for(time, vec![awaiting(make)])
    }),
    ("snowflake", "snowflaked-spin", |_, time| {
        let mut own = snowflaked::Generator::new(5);
        run_for(time, vec![worker(move || own.generate::<u64>())])
    }),
];
