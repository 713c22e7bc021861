//! Runs the generators of one format under the clock simulator, for as many identifiers as you ask:
//! `simulate FORMAT COUNT SEED`.
//!
//! ```sh
//! cargo run --release -p ids-testkit --example simulate -- siq 1000000 7
//! ```
//!
//! It says what was counted, how long it took and how much memory it used. It fails if a promise was
//! broken, or if the process used more than 16 MiB. `ci/nightly simulate` runs all formats.

use core::{fmt::Display, time::Duration};
use std::{process::ExitCode, time::Instant};

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use flax_id::FlaxId;
use ids_core::{GenerateError, Generator, Policy, UnixTime};
use ids_testkit::{Report, SimClock, failing, simulate};
use kuid::{Kuid, Local, LocalNode, NodeId};
use luuid::{Group, Keys, Luuid, Version};
use siq::{DomainHash, Qualifier, Siq};
use snowflake::{Discord, DynamicNode, FLAVOURS, Flavour, Kind, Snowflake};

/// Makes this number of identifiers from a seed, and returns how many promises were broken.
type Run = fn(count: u64, seed: u64) -> u64;

pub(crate) const FORMATS: [(&str, Run); 5] =
    [("flax", flax), ("kuid", kuid), ("luuid", luuid), ("siq", siq), ("snowflake", snowflake)];

/// The most memory that a run may use, in KiB: it does not grow with the count.
const MOST_MEMORY: u64 = 16 * 1024;

/// Monotonic generators.
fn flax(count: u64, seed: u64) -> u64 {
    let start = UnixTime::from_secs(1_700_000_000);
    both(seed, start, |clock, policy, max_ahead| {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        let mut generator = flax_id::Generator::monotonic(clock, rng).with_policy(policy);
        timed("monotonic", max_ahead, count / 2, |count| {
            simulate(clock, count, || generator.generate(), FlaxId::time, max_ahead)
        })
    })
}

/// Generators of local identifiers, and of global ones of each drift. The walk crosses the end of a million seconds in
/// both directions, and no identifier has seconds or ticks that no clock reads.
fn kuid(count: u64, seed: u64) -> u64 {
    let start = UnixTime::from_secs(1_731_999_990);
    let locals = both(seed, start, |clock, policy, max_ahead| {
        let mut generator = Generator::new(clock, LocalNode).with_policy(policy);
        timed("local", max_ahead, count, |count| {
            simulate(clock, count, || generator.generate(), Local::time, max_ahead)
        })
    });
    let globals = [global::<5>, global::<6>, global::<7>, global::<8>, global::<9>, global::<10>];
    let share = count / globals.len() as u64;
    locals + globals.map(|global| global(share, seed, start)).iter().sum::<u64>()
}

fn global<const DRIFT: u8>(count: u64, seed: u64, start: UnixTime) -> u64 {
    both(seed, start, |clock, policy, max_ahead| {
        let node = kuid::Node::<DRIFT>::new(NodeId::from_name("uid@127.0.0.1"));
        let generator = Generator::new(clock, node).with_policy(policy);
        let mut generator = generator.with_rolling_start(DRIFT.into());
        let next = || generator.generate().inspect(|id| assert!(id.is_regular(), "{id}"));
        timed(format!("drift {DRIFT}"), max_ahead, count, |count| {
            simulate(clock, count, next, Kuid::time, max_ahead)
        })
    })
}

/// Generators of both versions, over keys of their own and over shared keys, with a random source that fails once in a
/// while. No identifier and no key is issued twice or out of order, and no key is lost.
fn luuid(count: u64, seed: u64) -> u64 {
    let group = Group::from_name("person");
    let rng = || failing(ChaCha8Rng::seed_from_u64(seed));
    let mut owned = luuid::Generator::new(Keys::counter(), rng(), group);
    let keys = Keys::counter().shared();
    let shared = luuid::Generator::new(keys.handle(), rng(), group);
    let mut shared = shared.with_version(Version::V8);
    dense("owned keys", count, seed, || owned.generate())
        + dense("shared keys, version 8", count, seed, || shared.generate())
}

/// How many promises were broken: every key from 1 to the count is given once, in order.
fn dense(
    name: &str,
    count: u64,
    seed: u64,
    mut generate: impl FnMut() -> Result<Luuid, GenerateError>,
) -> u64 {
    let mut last = 0;
    // No clock is read: there is no time inside.
    let clock = SimClock::new(seed, UnixTime::EPOCH);
    let generate = || generate().inspect(|id| last = id.key().to_bits());
    let broken = timed(name, Duration::ZERO, count, |count| {
        simulate(&clock, count, generate, |_| UnixTime::EPOCH, Duration::ZERO)
    });
    broken + last.abs_diff(count)
}

/// Generators of all qualifiers.
fn siq(count: u64, seed: u64) -> u64 {
    let share = count / Qualifier::ALL.len() as u64;
    both(seed, UnixTime::from_secs(1_732_104_000), |clock, policy, max_ahead| {
        let generator = siq::Generator::new(clock, DomainHash::DEVELOPMENT, 1);
        let mut generator = generator.with_policy(policy);
        let of = |qualifier: &Qualifier| {
            let mut sequence = generator.sequence(*qualifier);
            timed(qualifier, max_ahead, share, |count| {
                simulate(clock, count, || sequence.generate(), Siq::time, max_ahead)
            })
        };
        Qualifier::ALL.iter().map(of).sum()
    })
}

/// Generators of all flavours, and one that is shared. The walk begins half a year after the epoch of each, so that all
/// of its times fit.
fn snowflake(count: u64, seed: u64) -> u64 {
    let start = |flavour: &Flavour| flavour.ticks().epoch() + Duration::from_secs(15_552_000);
    let flavours: Vec<_> = FLAVOURS.iter().copied().filter(Flavour::generates).collect();
    let share = count / flavours.len() as u64;
    let owned = flavours.iter().map(|flavour| {
        let values: Vec<_> =
            flavour.node_fields().map(|field| (field.name(), field.max())).collect();
        let node = DynamicNode::new(*flavour, &values).expect("what each field holds");
        both(seed, start(flavour), |clock, policy, max_ahead| {
            let generator = Generator::new(clock, node).with_policy(policy);
            let mut generator = generator.with_rolling_start(1);
            timed(flavour.name(), max_ahead, share, |count| {
                let time = |bits| flavour.time(bits);
                simulate(clock, count, || generator.generate(), time, max_ahead)
            })
        })
    });
    let values = [(Discord::WORKER, 1), (Discord::PROCESS, 2)];
    let node = snowflake::Node::<Discord>::new(&values).expect("values below 32");
    let shared = both(seed, start(&Discord::FLAVOUR), |clock, policy, max_ahead| {
        let generator = Generator::shared(clock, node).with_policy(policy);
        timed("shared", max_ahead, count / 2, |count| {
            simulate(clock, count, || generator.generate(), Snowflake::time, max_ahead)
        })
    });
    owned.sum::<u64>() + shared
}

/// Runs once waiting, and once borrowing up to ten seconds, each under a clock that begins at `start`.
fn both(
    seed: u64,
    start: UnixTime,
    mut run: impl FnMut(&SimClock, Policy, Duration) -> u64,
) -> u64 {
    let mut run =
        |max_ahead| run(&SimClock::new(seed, start), Policy::Borrow { max_ahead }, max_ahead);
    run(Duration::ZERO) + run(Duration::from_secs(10))
}

/// Runs one generator, prints what was counted and how long it took, and returns how many promises
/// were broken. Each identifier that is missing from the count is one.
fn timed(
    name: impl Display,
    max_ahead: Duration,
    count: u64,
    run: impl FnOnce(u64) -> Report,
) -> u64 {
    let begun = Instant::now();
    let report = run(count);
    let seconds = begun.elapsed().as_secs_f64();
    println!("{name}, ahead at most {max_ahead:?}: {report}, {seconds:.2} s");
    report.violations() + count.abs_diff(report.acknowledged)
}

/// Fails if a promise was broken, or if the process used too much memory, where the system tells.
fn long_run(run: Run, count: u64, seed: u64) -> ExitCode {
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

/// The most memory this process used, in KiB, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let run = |name: &str| FORMATS.iter().find(|format| format.0 == name).map(|format| format.1);
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        // The names of all formats, for a loop over them.
        ["formats"] => {
            for (name, _) in FORMATS {
                println!("{name}");
            }
            ExitCode::SUCCESS
        }
        [name, count, seed] => match (run(name), count.parse(), seed.parse()) {
            (Some(run), Ok(count), Ok(seed)) => long_run(run, count, seed),
            _ => usage(),
        },
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: simulate FORMAT COUNT SEED, or: simulate formats");
    ExitCode::from(2)
}
