//! Every operation on every format.

mod collect;
pub mod evently;
mod generate;
pub use generate::Wide;
mod make;
mod many;
mod text;

use ids_formats::{FAMILIES, Family};

use crate::case::{Cases, Group};
use text::{decode, decode_invalid, encode, to_text};

const fn group(operation: &'static str, format: &'static str, cases: fn() -> Cases) -> Group {
    Group { operation, format, cases }
}

/// All groups, in the order of the report.
pub const GROUPS: &[Group] = &[
    group("new", "snowflake", make::snowflake::<1_000>),
    group("new", "kuid", make::kuid::<1_000>),
    group("new", "flax", make::flax::<1_000>),
    group("new", "siq", make::siq::<1_000>),
    group("new", "luuid", make::luuid),
    group("new", "evently", make::evently),
    group("new", "uuid", make::uuid),
    group("new", "ulid", make::ulid::<1_000>),
    group("new", "scru128", make::scru128),
    group("new_8", "snowflake", make::snowflake::<8>),
    group("new_8", "kuid", make::kuid::<8>),
    group("new_8", "flax", make::flax::<8>),
    group("new_8", "siq", make::siq::<8>),
    group("new_8", "ulid", make::ulid::<8>),
    group("new_1", "snowflake", make::snowflake::<1>),
    group("new_1", "kuid", make::kuid::<1>),
    group("new_1", "flax", make::flax::<1>),
    group("new_1", "siq", make::siq::<1>),
    group("new_1", "ulid", make::ulid::<1>),
    group("generate", "clock", generate::clock_read),
    group("generate", "fork", generate::fork_check),
    group("generate", "snowflake", generate::snowflake),
    group("generate", "kuid", generate::kuid),
    group("generate", "flax", generate::flax),
    group("generate", "siq", generate::siq),
    group("generate", "luuid", generate::luuid),
    group("generate", "evently", generate::evently),
    group("generate", "uuid", generate::uuid),
    group("generate", "others", generate::others),
    group("generate_many_1000", "snowflake", many::snowflake::<1_000>),
    group("generate_many_1000", "kuid", many::kuid::<1_000>),
    group("generate_many_1000", "flax", many::flax::<1_000>),
    group("generate_many_1000", "siq", many::siq::<1_000>),
    group("generate_many_1000", "luuid", many::luuid::<1_000>),
    group("generate_many_1000", "uuid", many::uuid::<1_000>),
    group("generate_many_1000", "ulid", many::ulid::<1_000>),
    group("generate_many_1000000", "snowflake", many::snowflake::<1_000_000>),
    group("generate_many_1000000", "kuid", many::kuid::<1_000_000>),
    group("generate_many_1000000", "flax", many::flax::<1_000_000>),
    group("generate_many_1000000", "siq", many::siq::<1_000_000>),
    group("generate_many_1000000", "luuid", many::luuid::<1_000_000>),
    group("generate_many_1000000", "uuid", many::uuid::<1_000_000>),
    group("generate_many_1000000", "ulid", many::ulid::<1_000_000>),
    group("encode", "snowflake", encode::snowflake),
    group("encode", "kuid-local", encode::kuid_local),
    group("encode", "kuid", encode::kuid),
    group("encode", "flax", encode::flax),
    group("encode", "siq", encode::siq),
    group("encode", "luuid", encode::luuid),
    group("encode", "evently", encode::evently),
    group("encode", "others", encode::others),
    group("to_string", "snowflake", to_text::snowflake),
    group("to_string", "kuid", to_text::kuid),
    group("to_string", "flax", to_text::flax),
    group("to_string", "siq", to_text::siq),
    group("to_string", "luuid", to_text::luuid),
    group("to_string", "evently", to_text::evently),
    group("to_string", "others", to_text::others),
    group("decode", "snowflake", decode::snowflake),
    group("decode", "kuid", decode::kuid),
    group("decode", "flax", decode::flax),
    group("decode", "siq", decode::siq),
    group("decode", "luuid", decode::luuid),
    group("decode", "evently", decode::evently),
    group("decode", "others", decode::others),
    group("decode_invalid", "snowflake", decode_invalid::snowflake),
    group("decode_invalid", "kuid", decode_invalid::kuid),
    group("decode_invalid", "flax", decode_invalid::flax),
    group("decode_invalid", "siq", decode_invalid::siq),
    group("decode_invalid", "luuid", decode_invalid::luuid),
    group("decode_invalid", "evently", decode_invalid::evently),
    group("decode_invalid", "others", decode_invalid::others),
    group("sort", "million", collect::sort),
    group("hash_lookup", "all", collect::hash_lookup),
    group("serde_json_write", "all", collect::json_write),
    group("serde_json_read", "all", collect::json_read),
    group("decode_timestamp", "evently", evently::timestamp),
    group("canonical_hash", "evently", evently::canonical_hash),
    group("canonical_hash", "canonical-input", evently::canonical_hash_of_canonical),
    group("canonical_hash", "crc32c", evently::checksum),
    group("verify", "evently", evently::verify),
];

/// Operations that every format has.
const OF_ALL: [&str; 6] = ["new", "generate", "encode", "to_string", "decode", "decode_invalid"];

/// # Panics
/// If a format that is measured is missing among the groups of an operation that every format has.
pub fn check() {
    let measured = |family: &&Family| GROUPS.iter().any(|group| group.format == family.name);
    for (family, operation) in FAMILIES
        .iter()
        .filter(measured)
        .flat_map(|family| OF_ALL.map(|operation| (family.name, operation)))
    {
        let has = |group: &Group| (group.operation, group.format) == (operation, family);
        assert!(GROUPS.iter().any(has), "{operation} of {family} is not measured");
    }
}
