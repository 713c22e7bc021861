//! Ours beside the fastest of the others.

use crate::{
    row::Row,
    table::{named, number},
};

/// The ratio below which the other is clearly faster.
const CLEARLY: f64 = 0.95;

/// Operations; ours, each by its format and implementation; and the implementations of other formats that do the same,
/// of which the fastest is shown. `MAKE` is all that makes identifiers.
const CLASSES: &str = "\
# Random in each millisecond.
MAKE | flax ids, flax ids-fast-clock | ulid, rusty_ulid, ferroid-ulid, uuid-v7-no-context, svix-ksuid
# Each greater than the one before.
MAKE | flax ids-monotonic, kuid ids-global, kuid ids-global-fast-clock, siq ids, siq ids-fast-clock \
| ulid-monotonic, rusty_ulid-monotonic, ferroid-ulid-monotonic, uuid-v7-context, uuid-v7, scru128
MAKE | luuid ids | uuid-v4
new, new_8, new_1 | snowflake ids-shared | ferroid-atomic, ferroid-lock, by-hand-shared
# With a clock that is read for each.
generate | snowflake ids, snowflake ids-fast-clock | tsid
generate | flax ids-monotonic, kuid ids-global, siq ids | ulid-monotonic, rusty_ulid-monotonic, uuid-v7, scru128
# The same clock, read for each.
generate | snowflake ids | ferroid-basic-system-clock
generate | snowflake ids-shared | ferroid-atomic-system-clock
# A clock that a thread keeps.
generate | snowflake ids-kept-clock | ferroid-basic
generate | snowflake ids-kept-clock-shared | ferroid-atomic
# The random source that users have.
generate_many_1000, generate_many_1000000 | flax ids-id-rng, luuid ids-id-rng | uuid-v4-new
# The clock alone.
generate | snowflake ids, snowflake ids-shared, kuid ids-global, siq ids, flax ids | ids-system
generate | snowflake ids-fast-clock, kuid ids-global-fast-clock, flax ids-fast-clock, siq ids-fast-clock | ids-fast
# Texts of about the same length.
encode, to_string, decode, decode_invalid | luuid ids, luuid ids-encode | uuid
encode, to_string, decode | siq ids, siq ids-encode | type-safe-id
decode_invalid | flax ids, kuid ids, evently ids | ulid, rusty_ulid, uuid
# Those that say what is wrong, and where.
decode_invalid | luuid ids | uuid-explained
decode_invalid | evently ids | const-hex, faster-hex, uuid-explained
to_string | snowflake ids, snowflake ids-encode | tsid
sort | million ids-kuid-global, million ids-flax, million ids-siq, million ids-luuid, million ids-evently | u128, ulid
sort | million ids-snowflake | u64
serde_json_write, serde_json_read | all ids-snowflake, all ids-kuid-global, all ids-flax, all ids-siq, all ids-luuid, \
all ids-evently | uuid-v7, ulid
hash_lookup | all ids-snowflake, all ids-kuid-global, all ids-flax, all ids-siq, all ids-luuid, all ids-evently \
| uuid-v7, ulid, u128";
const MAKE: [&str; 6] =
    ["new", "new_8", "new_1", "generate", "generate_many_1000", "generate_many_1000000"];

/// Ours beside the fastest peer of the same format, then of other formats that do the same: operation, ours,
/// the other, and how many times as fast ours is.
pub fn all(rows: &[Row]) -> Vec<Vec<String>> {
    let mut operations: Vec<&str> = Vec::new();
    for row in rows.iter().filter(|row| row.unit == "ns") {
        if !row.operation.starts_with("growth") && !operations.contains(&row.operation.as_str()) {
            operations.push(&row.operation);
        }
    }
    let mut all = Vec::new();
    for operation in operations {
        let of: Vec<&Row> = rows.iter().filter(|row| row.operation == operation).collect();
        for line in formats(&of).into_iter().chain(classes(operation, &of)) {
            if !all.contains(&line) {
                all.push(line);
            }
        }
    }
    all
}

fn formats(of: &[&Row]) -> Vec<Vec<String>> {
    let mut formats: Vec<&str> = of.iter().map(|row| row.format.as_str()).collect();
    formats.dedup();
    formats.retain(|format| !matches!(*format, "all" | "million" | "clock" | "fork"));
    let lines = formats.into_iter().filter_map(|format| {
        let side = |mine: bool| {
            let rows = of.iter().copied().filter(|row| row.format == format);
            fastest(rows.filter(|row| row.implementation.starts_with("ids") == mine))
        };
        Some(line(side(true)?, side(false)?))
    });
    lines.collect()
}

fn classes(operation: &str, of: &[&Row]) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    for class in CLASSES.lines().filter(|line| !line.starts_with('#')) {
        let mut cells = class.split(" | ").map(|cell| cell.split(", ").collect::<Vec<_>>());
        let [operations, ours, peers] = [(); 3].map(|()| cells.next().expect("three cells"));
        let all = operations == ["MAKE"] && MAKE.contains(&operation);
        if !all && !operations.contains(&operation) {
            continue;
        }
        let peer = fastest(of.iter().copied().filter(|row| peers.contains(&&*row.implementation)));
        let Some(peer) = peer else { continue };
        for name in ours {
            let own =
                of.iter().find(|row| format!("{} {}", row.format, row.implementation) == name);
            lines.extend(own.map(|own| line(own, peer)));
        }
    }
    lines
}

fn fastest<'a>(rows: impl Iterator<Item = &'a Row>) -> Option<&'a Row> {
    rows.min_by(|a, b| a.median.total_cmp(&b.median))
}

/// Where the other is clearly faster, that is said aloud.
fn line(own: &Row, peer: &Row) -> Vec<String> {
    let ratio = peer.median / own.median;
    vec![
        own.operation.clone(),
        format!("{} {}", named(own), number(own.median)),
        format!("{} {}", named(peer), number(peer.median)),
        if ratio < CLEARLY { format!("**{ratio:.2}**") } else { format!("{ratio:.2}") },
    ]
}
