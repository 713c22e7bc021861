//! What a grant costs: `reserve [generators | stores]`, both if neither is named.
//!
//! The ways of a row take turns, round after round, because other work on the machine disturbs
//! all of them alike then. Compare figures of one row only.
#![expect(clippy::cast_precision_loss, reason = "figures for people")]

mod generators;
// That of the second harness.
#[expect(dead_code, reason = "there are no texts and no report here")]
#[path = "../../cross-check/src/measure.rs"]
mod measure;
mod stores;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let named: Vec<_> = std::env::args().skip(1).collect();
    match named.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {
            generators::run()?;
            stores::run()
        }
        ["generators"] => generators::run(),
        ["stores"] => stores::run(),
        _ => Err(format!("{named:?} is not one of generators, stores").into()),
    }
}
