//! Identifiers that no format here is made of.

use luuid::Luuid;
use uuid::{Uuid, Variant};

use crate::instant;

/// What a text is as a UUID in one of its usual forms, if it is one that no format here is made of.
///
/// Those of version 6 that are made as one here are plausible candidates; of the others both
/// readings are told.
pub(crate) fn uuid(text: &[u8]) -> Option<String> {
    let uuid = Uuid::try_parse_ascii(text).ok().filter(|_| text.len() > 32)?;
    let version = uuid.get_version_num();
    if uuid.get_variant() != Variant::RFC4122 || !matches!(version, 1..=7) {
        return None;
    }
    if version != 6 {
        return Some(format!("a UUID of version {version}, which is none of these formats"));
    }
    let time = instant::uuid_v6(uuid.as_u128());
    let luuid = match Luuid::from_bits(uuid.as_u128()) {
        Ok(id) => format!("and then its key is {} of group {}", id.key(), id.group()),
        Err(error) => format!("but this is none: {error}"),
    };
    Some(format!(
        "a UUID of version 6, whose time is {time}; luuid as published has this version too, {luuid}"
    ))
}
