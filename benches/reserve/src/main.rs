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
    match std::env::args().nth(1).as_deref() {
        None => {
            generators::run()?;
            stores::run()
        }
        Some("generators") => generators::run(),
        Some("stores") => stores::run(),
        Some(other) => Err(format!("{other:?} is not one of generators, stores").into()),
    }
}
