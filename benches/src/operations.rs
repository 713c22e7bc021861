//! Every operation on every format.

mod collect;
pub mod evently;
mod generate;
mod make;
mod many;
pub mod ours;
mod text;

use crate::case::Group;
use text::Operation::{Decode, DecodeInvalid, Encode, ToString};

/// Groups: an operation, and its cases on each format.
macro_rules! groups {
    ($($operation:literal { $($format:literal: $cases:expr),* $(,)? })*) => {
        &[$($(Group { operation: $operation, format: $format, cases: $cases },)*)*]
    };
}

/// All groups, in the order of the report.
pub const GROUPS: &[Group] = groups! {
    "new" {
        "snowflake": make::snowflake::<1_000>, "kuid": make::kuid::<1_000>, "flax": make::flax::<1_000>,
        "siq": make::siq::<1_000>, "luuid": make::luuid, "evently": make::evently, "uuid": make::uuid,
        "ulid": make::ulid::<1_000>, "scru128": make::scru128,
    }
    "new_8" {
        "snowflake": make::snowflake::<8>, "kuid": make::kuid::<8>, "flax": make::flax::<8>,
        "siq": make::siq::<8>, "ulid": make::ulid::<8>,
    }
    "new_1" {
        "snowflake": make::snowflake::<1>, "kuid": make::kuid::<1>, "flax": make::flax::<1>,
        "siq": make::siq::<1>, "ulid": make::ulid::<1>,
    }
    "generate" {
        "clock": generate::clock_read, "fork": generate::fork_check, "snowflake": generate::snowflake,
        "kuid": generate::kuid, "flax": generate::flax, "siq": generate::siq, "luuid": generate::luuid,
        "evently": generate::evently, "uuid": generate::uuid, "others": generate::others,
    }
    "generate_many_1000" {
        "snowflake": many::snowflake::<1_000>, "kuid": many::kuid::<1_000>, "flax": many::flax::<1_000>,
        "siq": many::siq::<1_000>, "luuid": many::luuid::<1_000>, "uuid": many::uuid::<1_000>,
        "ulid": many::ulid::<1_000>,
    }
    "generate_many_1000000" {
        "snowflake": many::snowflake::<1_000_000>, "kuid": many::kuid::<1_000_000>,
        "flax": many::flax::<1_000_000>, "siq": many::siq::<1_000_000>, "luuid": many::luuid::<1_000_000>,
        "uuid": many::uuid::<1_000_000>, "ulid": many::ulid::<1_000_000>,
    }
    "encode" {
        "snowflake": || text::snowflake(Encode), "kuid-local": || text::kuid_local(Encode),
        "kuid": || text::kuid(Encode), "flax": || text::flax(Encode), "siq": || text::siq(Encode),
        "luuid": || text::luuid(Encode), "evently": || text::evently(Encode), "others": || text::others(Encode),
    }
    "to_string" {
        "snowflake": || text::snowflake(ToString), "kuid": || text::kuid(ToString), "flax": || text::flax(ToString),
        "siq": || text::siq(ToString), "luuid": || text::luuid(ToString), "evently": || text::evently(ToString),
        "others": || text::others(ToString),
    }
    "decode" {
        "snowflake": || text::snowflake(Decode), "kuid": || text::kuid(Decode), "flax": || text::flax(Decode),
        "siq": || text::siq(Decode), "luuid": || text::luuid(Decode), "evently": || text::evently(Decode),
        "others": || text::others(Decode),
    }
    "decode_invalid" {
        "snowflake": || text::snowflake(DecodeInvalid), "kuid": || text::kuid(DecodeInvalid),
        "flax": || text::flax(DecodeInvalid), "siq": || text::siq(DecodeInvalid),
        "luuid": || text::luuid(DecodeInvalid), "evently": || text::evently(DecodeInvalid),
        "others": || text::others(DecodeInvalid),
    }
    "sort" { "million": collect::sort }
    "hash_lookup" { "all": collect::hash_lookup }
    "serde_json_write" { "all": collect::json_write }
    "serde_json_read" { "all": collect::json_read }
    "decode_timestamp" { "evently": evently::timestamp }
    "canonical_hash" {
        "evently": evently::canonical_hash, "canonical-input": evently::canonical_hash_of_canonical,
        "crc32c": evently::checksum,
    }
    "verify" { "evently": evently::verify }
};

#[cfg(test)]
mod tests {
    use ids_formats::FAMILIES;

    use super::GROUPS;

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
}
