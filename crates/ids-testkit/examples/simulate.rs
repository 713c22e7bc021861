//! `cargo run --release -p ids-testkit --example simulate -- COUNT SEED`
//!
//! Runs a generator of the core under the clock simulator: for half of the identifiers waiting, for
//! the other half borrowing up to ten seconds. Says what was counted, how long it took and how much memory it used; fails if any
//! promise was broken.

use core::time::Duration;
use std::{process::ExitCode, time::Instant};

use ids_core::{Generator, Order, Policy, Scheme, Ticks};
use ids_testkit::{SimClock, simulate};

const TICKS: Ticks = Ticks::per_second(Duration::from_secs(1_420_070_400), 1000);
const START: Duration = Duration::from_secs(1_700_000_000);

/// The layout that most snowflakes have: milliseconds above 10 bits of node and 12 of number.
struct Node(u64);

impl Scheme for Node {
    type Id = u64;
    #[inline]
    fn ticks(&self) -> Ticks {
        TICKS
    }
    #[inline]
    fn order(&self) -> Order {
        Order::new(12, (1 << 42) - 1)
    }
    #[inline]
    fn id(&self, position: u64) -> u64 {
        (position >> 12) << 22 | self.0 << 12 | position & 0xfff
    }
    #[inline]
    fn position(&self, id: u64) -> u64 {
        (id >> 22) << 12 | id & 0xfff
    }
}

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let (Some(Ok(count)), Some(Ok(seed)), None) = (numbers.next(), numbers.next(), numbers.next())
    else {
        eprintln!("usage: simulate COUNT SEED");
        return ExitCode::from(2);
    };
    let (mut violations, count) = (0, count / 2);
    for max_ahead in [Duration::ZERO, Duration::from_secs(10)] {
        let clock = SimClock::new(seed, START);
        let policy = Policy::Borrow { max_ahead };
        let mut generator = Generator::new(&clock, Node(5)).with_policy(policy);
        let begun = Instant::now();
        let time = |id: u64| TICKS.start(id >> 22);
        let report = simulate(&clock, count, || generator.generate(), time, max_ahead);
        let seconds = begun.elapsed().as_secs_f64();
        println!("ahead at most {max_ahead:?}: {report}, {seconds:.2} s, seed {seed}");
        violations += report.violations() + count.abs_diff(report.acknowledged);
    }
    println!("peak memory {}", peak_memory().as_deref().unwrap_or("unknown"));
    if violations == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The most memory this process has had resident, where the system tells.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.trim_start_matches("VmHWM:").trim().to_owned())
}
