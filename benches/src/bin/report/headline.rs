//! The twelve ratios that matter most, by both harnesses: what the second one measures, and how far
//! the two differ.

use std::path::Path;

use crate::{
    part::Error,
    row::{self, Row},
    table::table,
};

/// Where two harnesses that differ by more mistrust each other.
const MOST: f64 = 0.15;

/// What the second harness's figures are called among all rows.
pub const CROSS_CHECK: &str = "cross_check";

/// The ratios of both harnesses: the operation, the row of the cross-check, ours and the peer. Each of these has a
/// format and an implementation here, and its name there.
const HEADLINES: &str = "\
new_1 | snowflake; 1 in a tick | snowflake ids = ids | snowflake by-hand = by hand
new | snowflake; 1000 in a tick | snowflake ids = ids | snowflake by-hand = by hand
new | shared snowflake; 1000 in a tick | snowflake ids-shared = ids | snowflake by-hand-shared = by hand
generate_many_1000000 | a million snowflake | snowflake ids = ids | snowflake ferroid-basic = ferroid; in a loop
generate_many_1000000 | a million kuid | kuid ids-local = ids | ulid ferroid-ulid-monotonic = ferroid; ULIDs
generate_many_1000000 | a million flax | flax ids-id-rng = ids; IdRng | uuid uuid-v4-new = uuid v4
encode | hex; encode | evently ids = ids | evently const-hex = const-hex
decode | hex; decode | evently ids = ids | evently const-hex = const-hex
decode | uuid text; decode | luuid ids = ids | luuid uuid = uuid
encode | decimal; encode | snowflake ids = ids | snowflake itoa = itoa
sort | sort a million | million ids-evently = evently | million u128 = u128
canonical_hash | canonical hash; keys in any order | evently ids = ids | evently simd-json = simd-json";

/// A way to do it: the format and implementation of this report, and the name in the cross-check.
type Way = [&'static str; 3];

/// A ratio of both harnesses.
struct Headline {
    operation: &'static str,
    /// The row of the cross-check.
    row: &'static str,
    ours: Way,
    peer: Way,
}

fn headlines() -> impl Iterator<Item = Headline> {
    let way = |text: &'static str| {
        let (report, there) = text.split_once(" = ").expect("a name there");
        let (format, implementation) = report.split_once(' ').expect("an implementation");
        [format, implementation, there]
    };
    HEADLINES.lines().map(move |line| {
        let mut cells = line.split(" | ");
        let [operation, row, ours, peer] = [(); 4].map(|()| cells.next().expect("four cells"));
        Headline { operation, row, ours: way(ours), peer: way(peer) }
    })
}

/// Runs the second harness, which writes rows as this one does.
///
/// # Errors
/// If it does not run, or a headline is not among its rows.
pub fn run(file: &Path) -> Result<Vec<Row>, Error> {
    let (mut cargo, _) =
        crate::cargo("run", concat!(env!("CARGO_MANIFEST_DIR"), "/cross-check/Cargo.toml"));
    let output = cargo.args(["--", "--csv"]).output()?;
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        return Err(format!("cross-check: {}", output.status).into());
    }
    std::fs::write(file, output.stdout)?;
    let rows = row::load(file)?;
    match headlines().find(|headline| headline.second(&rows).is_none()) {
        Some(missing) => Err(format!("cross-check: no row `{}` in full", missing.row).into()),
        None => Ok(rows),
    }
}

/// What is compared, and how many times as fast ours is by each harness.
pub fn all(rows: &[Row]) -> String {
    let shown = |ratio: Option<f64>| ratio.map_or("not measured".into(), |r| format!("{r:.2}"));
    let lines = headlines().map(|headline| {
        let (first, second) = (headline.first(rows), headline.second(rows));
        vec![
            headline.row.replace(';', ","),
            headline.peer[2].replace(';', ","),
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
        ratio(rows, self.operation, [self.ours, self.peer].map(|[format, name, _]| (format, name)))
    }

    /// The same, by the cross-check.
    fn second(&self, rows: &[Row]) -> Option<f64> {
        ratio(rows, CROSS_CHECK, [self.ours, self.peer].map(|[.., name]| (self.row, name)))
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
    use ids_benches::formats::GROUPS;

    use super::*;

    #[test]
    fn every_headline_is_measured_here() {
        for headline in headlines() {
            for [format, ..] in [headline.ours, headline.peer] {
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
