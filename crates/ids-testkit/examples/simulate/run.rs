//! One long run: what it prints, and when it fails.

use core::time::Duration;
use std::{process::ExitCode, time::Instant};

use ids_core::UnixTime;
use ids_testkit::{Report, SimClock};

/// Makes `count` identifiers from this seed, and returns how many promises were broken.
pub(crate) type Run = fn(count: u64, seed: u64) -> u64;

/// The most memory that a run may use, in KiB: it does not grow with the count.
const MOST_MEMORY: u64 = 16 * 1024;

/// Fails if a promise was broken, or if the process used too much memory, where the system tells.
pub(crate) fn long_run(run: Run, count: u64, seed: u64) -> ExitCode {
    println!("seed {seed}");
    let broken = run(count, seed);
    let memory = peak_memory();
    match memory {
        Some(memory) => println!("{broken} promises broken, peak memory {memory} KiB"),
        None => println!("{broken} promises broken, peak memory unknown"),
    }
    if broken == 0 && memory.is_none_or(|memory| memory <= MOST_MEMORY) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Runs one generator, prints what was counted and how long it took, and returns how many promises
/// were broken. Each identifier that is missing from the count is one.
pub(crate) fn timed(name: &str, count: u64, run: impl FnOnce() -> Report) -> u64 {
    let begun = Instant::now();
    let report = run();
    let seconds = begun.elapsed().as_secs_f64();
    println!("{name}: {report}, {seconds:.2} s");
    report.violations() + count.abs_diff(report.acknowledged)
}

/// Runs one half of the identifiers waiting and the other half borrowing up to ten seconds, each under a clock that
/// begins at `start`. `run` is told the clock, how many identifiers to make, and how far ahead they may be.
pub(crate) fn both(
    count: u64,
    seed: u64,
    start: UnixTime,
    run: impl Fn(&SimClock, u64, Duration) -> Report,
) -> u64 {
    let half = |max_ahead| {
        let (clock, count) = (SimClock::new(seed, start), count / 2);
        timed(&format!("ahead at most {max_ahead:?}"), count, || run(&clock, count, max_ahead))
    };
    [Duration::ZERO, Duration::from_secs(10)].map(half).iter().sum()
}

/// The most memory this process used, in KiB, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
