//! Long runs: the `main` of every `examples/*_simulate.rs`.

use std::{process::ExitCode, time::Instant};

use crate::Report;

/// The most memory that a run may have had resident, in KiB: it does not grow with the count.
const MOST_MEMORY: u64 = 16 * 1024;

/// `main` of a program whose arguments are `COUNT SEED`.
///
/// `run` is given both, and answers how many promises were broken, which [`timed`] says of one
/// generator. Fails if any was, or if the process has had more than 16 MiB resident, where the
/// system tells.
pub fn long_run(run: impl FnOnce(u64, u64) -> u64) -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let (Some(Ok(count)), Some(Ok(seed)), None) = (numbers.next(), numbers.next(), numbers.next())
    else {
        eprintln!("usage: simulate COUNT SEED");
        return ExitCode::from(2);
    };
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

/// Runs one generator, says what was counted and how fast it was, and answers how many promises
/// were broken: identifiers that are missing from the count are.
pub fn timed(name: &str, count: u64, run: impl FnOnce() -> Report) -> u64 {
    let begun = Instant::now();
    let report = run();
    let seconds = begun.elapsed().as_secs_f64();
    println!("{name}: {report}, {seconds:.2} s");
    report.violations() + count.abs_diff(report.acknowledged)
}

/// The most memory this process has had resident, in KiB, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
