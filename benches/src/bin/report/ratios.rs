//! Ours beside the fastest of the others.

use crate::{
    row::Row,
    table::{named, number},
};

/// Ours, and the implementations of other formats that do the same: the fastest is shown.
struct Class {
    operations: &'static [&'static str],
    /// Format and implementation.
    ours: &'static [(&'static str, &'static str)],
    peers: &'static [&'static str],
}

const MAKE: &[&str] =
    &["new", "new_8", "new_1", "generate", "generate_many_1000", "generate_many_1000000"];
/// The ratio below which the other is clearly faster.
const CLEARLY: f64 = 0.95;
const SERDE: &[&str] = &["serde_json_write", "serde_json_read"];

const CLASSES: &[Class] = &[
    // Random in each millisecond.
    Class {
        operations: MAKE,
        ours: &[("flax", "ids"), ("flax", "ids-fast-clock")],
        peers: &["ulid", "rusty_ulid", "ferroid-ulid", "uuid-v7-no-context", "svix-ksuid"],
    },
    // Each greater than the one before.
    Class {
        operations: MAKE,
        ours: &[
            ("flax", "ids-monotonic"),
            ("kuid", "ids-global"),
            ("kuid", "ids-global-fast-clock"),
            ("siq", "ids"),
            ("siq", "ids-fast-clock"),
        ],
        peers: &[
            "ulid-monotonic",
            "rusty_ulid-monotonic",
            "ferroid-ulid-monotonic",
            "uuid-v7-context",
            "uuid-v7",
            "scru128",
        ],
    },
    Class { operations: MAKE, ours: &[("luuid", "ids")], peers: &["uuid-v4"] },
    Class {
        operations: &["new", "new_8", "new_1"],
        ours: &[("snowflake", "ids-shared")],
        peers: &["ferroid-atomic", "ferroid-lock", "by-hand-shared"],
    },
    // With a clock that is read for each.
    Class {
        operations: &["generate"],
        ours: &[("snowflake", "ids"), ("snowflake", "ids-fast-clock")],
        peers: &["tsid"],
    },
    Class {
        operations: &["generate"],
        ours: &[("flax", "ids-monotonic"), ("kuid", "ids-global"), ("siq", "ids")],
        peers: &["ulid-monotonic", "rusty_ulid-monotonic", "uuid-v7", "scru128"],
    },
    // The same clock, read for each.
    Class {
        operations: &["generate"],
        ours: &[("snowflake", "ids")],
        peers: &["ferroid-basic-system-clock"],
    },
    Class {
        operations: &["generate"],
        ours: &[("snowflake", "ids-shared")],
        peers: &["ferroid-atomic-system-clock"],
    },
    // A clock that a thread keeps.
    Class {
        operations: &["generate"],
        ours: &[("snowflake", "ids-kept-clock")],
        peers: &["ferroid-basic"],
    },
    Class {
        operations: &["generate"],
        ours: &[("snowflake", "ids-kept-clock-shared")],
        peers: &["ferroid-atomic"],
    },
    // The random source that users have.
    Class {
        operations: &["generate_many_1000", "generate_many_1000000"],
        ours: &[("flax", "ids-id-rng"), ("luuid", "ids-id-rng")],
        peers: &["uuid-v4-new"],
    },
    // The clock alone.
    Class {
        operations: &["generate"],
        ours: &[
            ("snowflake", "ids"),
            ("snowflake", "ids-shared"),
            ("kuid", "ids-global"),
            ("siq", "ids"),
            ("flax", "ids"),
        ],
        peers: &["ids-system"],
    },
    Class {
        operations: &["generate"],
        ours: &[
            ("snowflake", "ids-fast-clock"),
            ("kuid", "ids-global-fast-clock"),
            ("flax", "ids-fast-clock"),
            ("siq", "ids-fast-clock"),
        ],
        peers: &["ids-fast"],
    },
    // Texts of about the same length.
    Class {
        operations: &["encode", "to_string", "decode", "decode_invalid"],
        ours: &[("luuid", "ids"), ("luuid", "ids-encode")],
        peers: &["uuid"],
    },
    Class {
        operations: &["encode", "to_string", "decode"],
        ours: &[("siq", "ids"), ("siq", "ids-encode")],
        peers: &["type-safe-id"],
    },
    Class {
        operations: &["decode_invalid"],
        ours: &[("flax", "ids"), ("kuid", "ids"), ("evently", "ids")],
        peers: &["ulid", "rusty_ulid", "uuid"],
    },
    // Those that say what is wrong, and where.
    Class {
        operations: &["decode_invalid"],
        ours: &[("luuid", "ids")],
        peers: &["uuid-explained"],
    },
    Class {
        operations: &["decode_invalid"],
        ours: &[("evently", "ids")],
        peers: &["const-hex", "faster-hex", "uuid-explained"],
    },
    Class {
        operations: &["to_string"],
        ours: &[("snowflake", "ids"), ("snowflake", "ids-encode")],
        peers: &["tsid"],
    },
    Class {
        operations: &["sort"],
        ours: &[
            ("million", "ids-kuid-global"),
            ("million", "ids-flax"),
            ("million", "ids-siq"),
            ("million", "ids-luuid"),
            ("million", "ids-evently"),
        ],
        peers: &["u128", "ulid"],
    },
    Class { operations: &["sort"], ours: &[("million", "ids-snowflake")], peers: &["u64"] },
    Class {
        operations: SERDE,
        ours: &[
            ("all", "ids-snowflake"),
            ("all", "ids-kuid-global"),
            ("all", "ids-flax"),
            ("all", "ids-siq"),
            ("all", "ids-luuid"),
            ("all", "ids-evently"),
        ],
        peers: &["uuid-v7", "ulid"],
    },
    Class {
        operations: &["hash_lookup"],
        ours: &[
            ("all", "ids-snowflake"),
            ("all", "ids-kuid-global"),
            ("all", "ids-flax"),
            ("all", "ids-siq"),
            ("all", "ids-luuid"),
            ("all", "ids-evently"),
        ],
        peers: &["uuid-v7", "ulid", "u128"],
    },
];

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
    for class in CLASSES.iter().filter(|class| class.operations.contains(&operation)) {
        let peers = of.iter().copied();
        let peer = fastest(peers.filter(|row| class.peers.contains(&row.implementation.as_str())));
        let Some(peer) = peer else { continue };
        for (format, name) in class.ours {
            let own = of.iter().find(|row| row.format == *format && row.implementation == *name);
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
