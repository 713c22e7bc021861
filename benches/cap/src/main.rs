//! `cargo run --release` in `benches/cap`: one node of Twitter's flavour, asked for all it can give
//! (4,096 identifiers in each millisecond), with the real clock.
//!
//! For each way to wait: the share of the full rate, and of one processor that the thread used.
//! Medians of seven windows of 200 ms. Ferroid's ways are spinning, yielding and sleeping as its
//! documentation has them.

use std::{
    hint::{black_box, spin_loop},
    thread,
    time::{Duration, Instant},
};

use ferroid::{generator::BasicSnowflakeGenerator, id::SnowflakeTwitterId, time::MonotonicClock};
use nix::time::{ClockId, clock_gettime};
use snowflake::{FastClock, Generator, Node, Policy, Snowflake, SystemClock, Twitter};

/// Identifiers a second.
const FULL: f64 = 4_096_000.0;
const EPOCH: Duration = Duration::from_millis(1_288_834_974_657);
const WINDOW: Duration = Duration::from_millis(200);
const LIMIT: Duration = Duration::from_secs(1);
const AHEAD: Policy = Policy::Borrow { max_ahead: Duration::from_millis(5) };
/// Identifiers between two looks at the watch.
const BATCH: u64 = 512;

fn node() -> Node<Twitter> {
    Node::new(&[(Twitter::DATACENTER, 3), (Twitter::WORKER, 5)]).expect("values below 32")
}

fn processor() -> f64 {
    let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("the system has this clock");
    Duration::from(time).as_secs_f64()
}

/// Prints what `batch` reaches, which answers how many identifiers it made.
fn measure(name: &str, mut batch: impl FnMut() -> u64) {
    let (mut shares, mut used) = (Vec::new(), Vec::new());
    for _ in 0..7 {
        let (begun, before, mut count) = (Instant::now(), processor(), 0);
        while begun.elapsed() < WINDOW {
            count += batch();
        }
        let seconds = begun.elapsed().as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
        shares.push(count as f64 / seconds / FULL * 100.0);
        used.push((processor() - before) / seconds * 100.0);
    }
    shares.sort_by(f64::total_cmp);
    used.sort_by(f64::total_cmp);
    println!("{name:44} {:6.1} % of the rate {:6.1} % of a processor", shares[3], used[3]);
}

/// A batch of single identifiers.
fn single<T>(name: &str, mut one: impl FnMut() -> T) {
    measure(name, || {
        for _ in 0..BATCH {
            black_box(one());
        }
        BATCH
    });
}

fn main() {
    let fast = FastClock::new();

    let mut owner = Generator::new(SystemClock, node());
    single("generate_blocking", || owner.generate_blocking(LIMIT).expect("in time"));
    let mut owner = Generator::new(&fast, node());
    single("generate_blocking, fast clock", || owner.generate_blocking(LIMIT).expect("in time"));
    let mut owner = Generator::new(SystemClock, node()).with_policy(AHEAD);
    single("generate_blocking, 5 ms ahead", || owner.generate_blocking(LIMIT).expect("in time"));
    let mut owner = Generator::new(&fast, node()).with_policy(AHEAD);
    single("generate_blocking, 5 ms ahead, fast clock", || {
        owner.generate_blocking(LIMIT).expect("in time")
    });
    let shared = Generator::shared(&fast, node()).with_policy(AHEAD);
    single("generate_blocking, shared, 5 ms, fast clock", || {
        shared.generate_blocking(LIMIT).expect("in time")
    });
    let mut owner = Generator::new(SystemClock, node());
    let mut ids = vec![Snowflake::MIN; 4096];
    measure("fill_blocking", || owner.fill_blocking(&mut ids, LIMIT).expect("in time") as u64);

    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    let runtime = runtime.expect("a runtime");
    for (name, policy) in
        [("generate_async, tokio", Policy::Wait), ("generate_async, tokio, 5 ms ahead", AHEAD)]
    {
        let mut owner = Generator::new(&fast, node()).with_policy(policy);
        measure(name, || {
            runtime.block_on(async {
                for _ in 0..BATCH {
                    let id = owner.generate_async(LIMIT, tokio::time::sleep).await;
                    black_box(id.expect("in time"));
                }
            });
            BATCH
        });
    }

    let clock = MonotonicClock::<1>::with_epoch(EPOCH);
    let ferroid = BasicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(3 << 5 | 5, clock);
    single("ferroid, spin_loop", || ferroid.next_id(|_| spin_loop()));
    single("ferroid, yield_now", || ferroid.next_id(|_| thread::yield_now()));
    single("ferroid, sleep", || {
        ferroid.next_id(|millis| thread::sleep(Duration::from_millis(millis)))
    });
}
