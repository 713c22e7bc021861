//! `cargo run --release -p siq --example simulate -- COUNT SEED`
//!
//! Runs generators of all qualifiers under the clock simulator: once waiting, once borrowing up to
//! ten seconds. Says what was counted and how long it took; fails if any promise was broken.

use core::time::Duration;
use std::{process::ExitCode, time::Instant};

use ids_testkit::{SimClock, simulate};
use siq::{DomainHash, Generator, Policy, Qualifier, Siq};

const START: Duration = Duration::from_secs(1_732_104_000);

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let (Some(Ok(count)), Some(Ok(seed)), None) = (numbers.next(), numbers.next(), numbers.next())
    else {
        eprintln!("usage: simulate COUNT SEED");
        return ExitCode::from(2);
    };
    let share = count / Qualifier::ALL.len() as u64;
    let mut violations = 0;
    for max_ahead in [Duration::ZERO, Duration::from_secs(10)] {
        let clock = SimClock::new(seed, START);
        let mut generator = Generator::new(&clock, DomainHash::DEVELOPMENT, 1)
            .with_policy(Policy::Borrow { max_ahead });
        let (begun, mut given) = (Instant::now(), 0);
        for qualifier in Qualifier::ALL {
            let mut sequence = generator.sequence(qualifier);
            let report = simulate(&clock, share, || sequence.generate(), Siq::time, max_ahead);
            if report.violations() > 0 {
                println!("{qualifier}: {report}");
            }
            violations += report.violations() + share.abs_diff(report.acknowledged);
            given += report.acknowledged;
        }
        let seconds = begun.elapsed().as_secs_f64();
        println!("ahead at most {max_ahead:?}: {given} given, {seconds:.2} s, seed {seed}");
    }
    println!("{violations} violations");
    if violations == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
