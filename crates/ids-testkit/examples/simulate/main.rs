//! Runs the generators of one format under the clock simulator, for as many identifiers as you ask:
//! `simulate FORMAT COUNT SEED`.
//!
//! ```sh
//! cargo run --release -p ids-testkit --example simulate -- siq 1000000 7
//! ```
//!
//! It says what was counted, how long it took and how much memory it used. It fails if a promise was
//! broken, or if the process used more than 16 MiB. `ci/nightly simulate` runs all formats.

mod flax;
mod kuid;
mod luuid;
mod run;
mod siq;
mod snowflake;

use std::process::ExitCode;

use run::{Run, long_run};

const FORMATS: [(&str, Run); 5] = [
    ("flax", flax::run),
    ("kuid", kuid::run),
    ("luuid", luuid::run),
    ("siq", siq::run),
    ("snowflake", snowflake::run),
];

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
