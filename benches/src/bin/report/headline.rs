//! The twelve ratios that matter most, by both harnesses: what the second one measures, and how far
//! the two differ.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    part::Error,
    row::{self, Row},
    table::table,
};

/// Where two harnesses that differ by more mistrust each other.
const MOST: f64 = 0.15;

/// What the second harness's figures are called among all rows.
pub const CROSS_CHECK: &str = "cross_check";

/// One way of the report, and the same one of the cross-check.
struct Way {
    /// Format and implementation.
    report: (&'static str, &'static str),
    cross_check: &'static str,
}

/// A ratio of both harnesses.
struct Headline {
    operation: &'static str,
    /// The row of the cross-check.
    row: &'static str,
    ours: Way,
    peer: Way,
}

const fn way(report: (&'static str, &'static str), cross_check: &'static str) -> Way {
    Way { report, cross_check }
}

const fn headline(operation: &'static str, row: &'static str, ours: Way, peer: Way) -> Headline {
    Headline { operation, row, ours, peer }
}

const MILLION: &str = "generate_many_1000000";

const HEADLINES: [Headline; 12] = [
    headline(
        "new_1",
        "snowflake; 1 in a tick",
        way(("snowflake", "ids"), "ids"),
        way(("snowflake", "by-hand"), "by hand"),
    ),
    headline(
        "new",
        "snowflake; 1000 in a tick",
        way(("snowflake", "ids"), "ids"),
        way(("snowflake", "by-hand"), "by hand"),
    ),
    headline(
        "new",
        "shared snowflake; 1000 in a tick",
        way(("snowflake", "ids-shared"), "ids"),
        way(("snowflake", "by-hand-shared"), "by hand"),
    ),
    headline(
        MILLION,
        "a million snowflake",
        way(("snowflake", "ids"), "ids"),
        way(("snowflake", "ferroid-basic"), "ferroid; in a loop"),
    ),
    headline(
        MILLION,
        "a million kuid",
        way(("kuid", "ids-local"), "ids"),
        way(("ulid", "ferroid-ulid-monotonic"), "ferroid; ULIDs"),
    ),
    headline(
        MILLION,
        "a million flax",
        way(("flax", "ids-id-rng"), "ids; IdRng"),
        way(("uuid", "uuid-v4-new"), "uuid v4"),
    ),
    headline(
        "encode",
        "hex; encode",
        way(("evently", "ids"), "ids"),
        way(("evently", "const-hex"), "const-hex"),
    ),
    headline(
        "decode",
        "hex; decode",
        way(("evently", "ids"), "ids"),
        way(("evently", "const-hex"), "const-hex"),
    ),
    headline(
        "decode",
        "uuid text; decode",
        way(("luuid", "ids"), "ids"),
        way(("luuid", "uuid"), "uuid"),
    ),
    headline(
        "encode",
        "decimal; encode",
        way(("snowflake", "ids"), "ids"),
        way(("snowflake", "itoa"), "itoa"),
    ),
    headline(
        "sort",
        "sort a million",
        way(("million", "ids-evently"), "evently"),
        way(("million", "u128"), "u128"),
    ),
    headline(
        "canonical_hash",
        "canonical hash; keys in any order",
        way(("evently", "ids"), "ids"),
        way(("evently", "simd-json"), "simd-json"),
    ),
];

/// Runs the second harness, which writes rows as this one does.
///
/// # Errors
/// If it does not run, or a headline is not among its rows.
pub fn run(file: &Path) -> Result<Vec<Row>, Error> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("cross-check/Cargo.toml");
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("target"), PathBuf::from);
    let output = Command::new("cargo")
        .args(["run", "--quiet", "--release", "--manifest-path"])
        .arg(package)
        .arg("--target-dir")
        .arg(target)
        .args(["--", "--csv"])
        .output()?;
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        return Err(format!("cross-check: {}", output.status).into());
    }
    std::fs::write(file, output.stdout)?;
    let rows = row::load(file)?;
    match HEADLINES.iter().find(|headline| headline.second(&rows).is_none()) {
        Some(missing) => Err(format!("cross-check: no row `{}` in full", missing.row).into()),
        None => Ok(rows),
    }
}

/// What is compared, and how many times as fast ours is by each harness.
pub fn all(rows: &[Row]) -> String {
    let shown = |ratio: Option<f64>| ratio.map_or("not measured".into(), |r| format!("{r:.2}"));
    let lines = HEADLINES.iter().map(|headline| {
        let (first, second) = (headline.first(rows), headline.second(rows));
        vec![
            headline.row.replace(';', ","),
            headline.peer.cross_check.replace(';', ","),
            shown(first),
            shown(second),
            first.zip(second).map_or_else(String::new, |(first, second)| difference(first, second)),
        ]
    });
    table(&["ours", "beside", "this report", "cross-check", "they differ by"], lines)
}

/// How far apart two ratios are, aloud where it is too far.
fn difference(first: f64, second: f64) -> String {
    let apart = first.max(second) / first.min(second) - 1.0;
    let text = format!("{:.0} %", 100.0 * apart);
    if apart > MOST { format!("**{text}**") } else { text }
}

impl Headline {
    /// How many times as fast ours is, by this report.
    fn first(&self, rows: &[Row]) -> Option<f64> {
        ratio(rows, self.operation, [self.ours.report, self.peer.report])
    }

    /// The same, by the cross-check.
    fn second(&self, rows: &[Row]) -> Option<f64> {
        let named = [&self.ours, &self.peer].map(|way| (self.row, way.cross_check));
        ratio(rows, CROSS_CHECK, named)
    }
}

fn ratio(rows: &[Row], operation: &str, [ours, peer]: [(&str, &str); 2]) -> Option<f64> {
    let median = |(format, name): (&str, &str)| {
        let same = |row: &&Row| {
            (&*row.operation, &*row.format, &*row.implementation) == (operation, format, name)
        };
        rows.iter().find(same).map(|row| row.median)
    };
    Some(median(peer)? / median(ours)?)
}

#[cfg(test)]
mod tests {
    use ids_benches::operations::GROUPS;

    use super::*;

    #[test]
    fn every_headline_is_measured_here() {
        for headline in &HEADLINES {
            for way in [&headline.ours, &headline.peer] {
                let (format, _) = way.report;
                let has = GROUPS
                    .iter()
                    .any(|group| (group.operation, group.format) == (headline.operation, format));
                assert!(has, "{} of {format}", headline.operation);
            }
        }
    }

    #[test]
    fn a_difference_of_more_than_15_percent_is_flagged() {
        assert_eq!(difference(1.0, 1.14), "14 %");
        assert_eq!(difference(1.0, 1.16), "**16 %**");
        assert_eq!(difference(1.16, 1.0), "**16 %**");
    }
}
