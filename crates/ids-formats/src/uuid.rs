//! UUIDs of others.

use uuid::{Uuid, Variant};

/// The version of a UUID in one of its usual texts, if it is one that no format here is made of.
///
/// Those of version 6 are no exception: what is made as one is a plausible candidate.
#[inline]
pub fn uuid_version(text: &[u8]) -> Option<usize> {
    let uuid = Uuid::try_parse_ascii(text).ok().filter(|_| text.len() > 32)?;
    let version = uuid.get_version_num();
    (uuid.get_variant() == Variant::RFC4122 && matches!(version, 1..=7)).then_some(version)
}
