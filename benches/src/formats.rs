//! The formats, a file for each: its generators, its identifiers, and what other crates have for each of its
//! operations. Here are their lists.

pub mod evently;
pub mod flax;
pub mod kuid;
pub mod luuid;
mod others;
pub mod siq;
pub mod snowflake;

use std::{hint::black_box, time::Duration};

use ids_core::Limits;

use crate::{
    case::Group,
    clocks, collect,
    samples::{NOW, clock, rng},
    texts::Operation::{Decode, DecodeInvalid, Encode, ToString},
};

/// Leave to run ahead of the clock. A call that is refused would end the run, and by chance alone: the tests ask the
/// generators on a clock that stands.
pub const AHEAD: Limits = Limits::ahead(Duration::from_secs(3650 * 86_400));

/// Groups: an operation, and its cases on each format.
macro_rules! groups {
    ($($operation:literal { $($format:literal: $cases:expr),* $(,)? })*) => {
        &[$($(Group { operation: $operation, format: $format, cases: $cases },)*)*]
    };
}

/// All groups, in the order of the report.
pub const GROUPS: &[Group] = groups! {
    "new" {
        "snowflake": snowflake::new::<1_000>, "kuid": kuid::new::<1_000>, "flax": flax::new::<1_000>,
        "siq": siq::new::<1_000>, "luuid": luuid::new, "evently": evently::new, "uuid": others::new_uuid,
        "ulid": others::new_ulid::<1_000>, "scru128": others::new_scru128,
    }
    "new_8" {
        "snowflake": snowflake::new::<8>, "kuid": kuid::new::<8>, "flax": flax::new::<8>,
        "siq": siq::new::<8>, "ulid": others::new_ulid::<8>,
    }
    "new_1" {
        "snowflake": snowflake::new::<1>, "kuid": kuid::new::<1>, "flax": flax::new::<1>,
        "siq": siq::new::<1>, "ulid": others::new_ulid::<1>,
    }
    "generate" {
        "clock": clocks::reading, "fork": clocks::fork_check, "snowflake": snowflake::generate,
        "kuid": kuid::generate, "flax": flax::generate, "siq": siq::generate, "luuid": luuid::generate,
        "evently": evently::generate, "uuid": others::generate_uuid, "others": others::generate,
    }
    "generate_many_1000" {
        "snowflake": snowflake::many::<1_000>, "kuid": kuid::many::<1_000>, "flax": flax::many::<1_000>,
        "siq": siq::many::<1_000>, "luuid": luuid::many::<1_000>, "uuid": others::many_uuids::<1_000>,
        "ulid": others::many_ulids::<1_000>,
    }
    "generate_many_1000000" {
        "snowflake": snowflake::many::<1_000_000>, "kuid": kuid::many::<1_000_000>,
        "flax": flax::many::<1_000_000>, "siq": siq::many::<1_000_000>, "luuid": luuid::many::<1_000_000>,
        "uuid": others::many_uuids::<1_000_000>, "ulid": others::many_ulids::<1_000_000>,
    }
    "encode" {
        "snowflake": || snowflake::texts(Encode), "kuid-local": || kuid::local_texts(Encode),
        "kuid": || kuid::global_texts(Encode), "flax": || flax::texts(Encode), "siq": || siq::texts(Encode),
        "luuid": || luuid::texts(Encode), "evently": || evently::texts(Encode), "others": || others::texts(Encode),
    }
    "to_string" {
        "snowflake": || snowflake::texts(ToString), "kuid": || kuid::global_texts(ToString), "flax": || flax::texts(ToString),
        "siq": || siq::texts(ToString), "luuid": || luuid::texts(ToString), "evently": || evently::texts(ToString),
        "others": || others::texts(ToString),
    }
    "decode" {
        "snowflake": || snowflake::texts(Decode), "kuid": || kuid::global_texts(Decode), "flax": || flax::texts(Decode),
        "siq": || siq::texts(Decode), "luuid": || luuid::texts(Decode), "evently": || evently::texts(Decode),
        "others": || others::texts(Decode),
    }
    "decode_invalid" {
        "snowflake": || snowflake::texts(DecodeInvalid), "kuid": || kuid::global_texts(DecodeInvalid),
        "flax": || flax::texts(DecodeInvalid), "siq": || siq::texts(DecodeInvalid),
        "luuid": || luuid::texts(DecodeInvalid), "evently": || evently::texts(DecodeInvalid),
        "others": || others::texts(DecodeInvalid),
    }
    "sort" { "million": collect::sort }
    "hash_lookup" { "all": collect::hash_lookup }
    "serde_json_write" { "all": collect::json_write }
    "serde_json_read" { "all": collect::json_read }
    "decode_timestamp" { "evently": evently::hash::timestamp }
    "canonical_hash" {
        "evently": evently::hash::canonical_hash, "canonical-input": evently::hash::canonical_hash_of_canonical,
        "crc32c": evently::hash::checksum,
    }
    "verify" { "evently": evently::hash::verify }
};

/// A format of which any number is made: its name, what makes this number, and how the command is asked to make them and
/// to explain them.
pub type Growth = (&'static str, fn() -> Maker, &'static [&'static str], &'static [&'static str]);

pub type Maker = Box<dyn FnMut(u64)>;

pub const GROWTH: [Growth; 5] = [
    (
        "snowflake",
        || maker(snowflake::owner(NOW)),
        &["--flavour", "twitter", "--node", "datacenter=3,worker=5"],
        &["--flavour", "twitter"],
    ),
    ("kuid", || maker(kuid::global(NOW)), &["--flavour", "local"], &[]),
    ("flax", || maker(flax::owner(clock(), rng())), &[], &[]),
    (
        "siq",
        || maker(siq::owner(NOW)),
        &["--domain", "example.com", "--shard", "1", "--kind", "user"],
        &[],
    ),
    ("luuid", || maker(luuid::owner(rng())), &["--group", "order", "--keys", "1"], &[]),
];

fn maker<T>(mut make: impl FnMut() -> T + 'static) -> Maker {
    Box::new(move |count| {
        for _ in 0..count {
            black_box(make());
        }
    })
}

/// Calls a function with the cases before it, the name of a type of identifiers and this number of them, for each type.
macro_rules! of_each {
    ($add:path, $count:expr) => {{
        use crate::{
            formats::*,
            samples::{ulids, uuids},
        };

        let mut cases = Cases::new($count);
        cases = $add(cases, "ids-snowflake", snowflake::ids($count));
        cases = $add(cases, "ids-kuid-global", kuid::global_ids($count));
        cases = $add(cases, "ids-flax", flax::ids($count));
        cases = $add(cases, "ids-siq", siq::ids($count));
        cases = $add(cases, "ids-luuid", luuid::ids($count));
        cases = $add(cases, "ids-evently", evently::ids($count));
        cases = $add(cases, "uuid-v7", uuids($count));
        cases = $add(cases, "ulid", ulids($count));
        cases
    }};
}
pub(crate) use of_each;

#[cfg(test)]
mod tests {
    use ids_formats::FAMILIES;

    use super::*;

    /// A format that is measured has a group of each operation that every format has.
    #[test]
    fn no_format_is_missing() {
        for family in FAMILIES {
            if !GROUPS.iter().any(|group| group.format == family.name) {
                continue;
            }
            for operation in ["new", "generate", "encode", "to_string", "decode", "decode_invalid"]
            {
                let name = (operation, family.name);
                assert!(
                    GROUPS.iter().any(|group| (group.operation, group.format) == name),
                    "{name:?}"
                );
            }
        }
    }

    #[test]
    fn no_generator_is_refused_where_the_clock_stands() {
        fn ascending<T: Ord>(make: impl FnMut() -> T) {
            // More than any layout has in one tick.
            let ids: Vec<_> = std::iter::repeat_with(make).take(100_000).collect();
            assert!(ids.is_sorted_by(|a, b| a < b));
        }
        ascending(snowflake::owner(clock()));
        ascending(snowflake::shared(clock()));
        ascending(kuid::global(clock()));
        ascending(kuid::local(clock()));
        ascending(siq::owner(clock()));
        ascending(siq::shared(clock()));
        // Every millisecond of Flax is spent by its first identifier.
        ascending(flax::monotonic(clock(), ids_testkit::Words(|| Some(u64::MAX))));
    }
}
