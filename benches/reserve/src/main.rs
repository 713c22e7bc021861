//! What a grant costs: `reserve [generators] [stores] [pauses]`, all three if none is named.
//!
//! The ways of a row take turns, round after round, because other work on the machine disturbs
//! all of them alike then. Compare figures of one row only.
#![expect(clippy::cast_precision_loss, reason = "figures for people")]

mod generators;
// That of the second harness.
#[expect(dead_code, reason = "there are no texts and no report here")]
#[path = "../../cross-check/src/measure.rs"]
mod measure;
mod pauses;
mod stores;

/// One of the tables.
type Part = fn() -> Result<(), Box<dyn std::error::Error>>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let named: Vec<_> = std::env::args().skip(1).collect();
    let parts: [(&str, Part); 3] =
        [("generators", generators::run), ("stores", stores::run), ("pauses", pauses::run)];
    if let Some(unknown) = named.iter().find(|name| parts.iter().all(|(part, _)| part != name)) {
        return Err(format!("{unknown:?} is not one of generators, stores, pauses").into());
    }
    for (name, run) in parts {
        if named.is_empty() || named.iter().any(|wanted| wanted == name) {
            run()?;
        }
    }
    Ok(())
}
