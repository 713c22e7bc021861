//! `cargo run --release -p kuid --example simulate -- COUNT SEED`
//!
//! Runs generators of local and of global identifiers under the clock simulator: once waiting,
//! once borrowing up to ten seconds. Says what was counted and how long it took; fails if any
//! promise was broken.

use core::time::Duration;
use std::{process::ExitCode, time::Instant};

use ids_testkit::{Report, SimClock, simulate};
use kuid::{Drift, Generator, Globals, Local, Locals, NodeId, Policy};

const START: Duration = Duration::from_secs(1_731_999_990);

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let (Some(Ok(count)), Some(Ok(seed)), None) = (numbers.next(), numbers.next(), numbers.next())
    else {
        eprintln!("usage: simulate COUNT SEED");
        return ExitCode::from(2);
    };
    let mut violations = 0;
    for max_ahead in [Duration::ZERO, Duration::from_secs(10)] {
        for (name, run) in [("local", local as Run), ("global", global)] {
            let begun = Instant::now();
            let report = run(&SimClock::new(seed, START), count, max_ahead);
            let seconds = begun.elapsed().as_secs_f64();
            println!("{name}, ahead at most {max_ahead:?}: {report}, {seconds:.2} s, seed {seed}");
            violations += report.violations() + count.abs_diff(report.acknowledged);
        }
    }
    if violations == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

type Run = fn(&SimClock, u64, Duration) -> Report;

fn local(clock: &SimClock, count: u64, max_ahead: Duration) -> Report {
    let mut generator = Generator::new(clock, Locals).with_policy(Policy::Borrow { max_ahead });
    simulate(clock, count, || generator.generate(), Local::time, max_ahead)
}

fn global(clock: &SimClock, count: u64, max_ahead: Duration) -> Report {
    let drift = Drift::DEFAULT;
    let scheme = Globals::new(NodeId::from_name("uid@127.0.0.1"), drift);
    let mut generator = Generator::new(clock, scheme).with_policy(Policy::Borrow { max_ahead });
    simulate(clock, count, || generator.generate(), |id| id.time(drift), max_ahead)
}
