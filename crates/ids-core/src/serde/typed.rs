//! Identifiers as types of their own: the prefix stands where people read it.

use core::{fmt::Display, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::component::Named;
use crate::ParseError;

/// The text with its prefix in human-readable formats; without a prefix, and in others, what the
/// identifier itself is there.
///
/// # Errors
/// The serializer's own.
#[inline]
pub fn serialize_typed<S: Serializer>(
    id: &impl Serialize,
    typed: &impl Display,
    prefix: &str,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if prefix.is_empty() || !serializer.is_human_readable() {
        id.serialize(serializer)
    } else {
        serializer.collect_str(typed)
    }
}

/// What [`serialize_typed`] writes.
///
/// # Errors
/// The deserializer's own, or the format's for what is no identifier of this type.
#[inline]
pub fn deserialize_typed<'de, I, T, D>(
    deserializer: D,
    prefix: &str,
    name: &'static str,
    new: impl FnOnce(I) -> T,
) -> Result<T, D::Error>
where
    I: Deserialize<'de>,
    T: FromStr<Err = ParseError>,
    D: Deserializer<'de>,
{
    if prefix.is_empty() || !deserializer.is_human_readable() {
        I::deserialize(deserializer).map(new)
    } else {
        deserializer.deserialize_str(Named::new(name))
    }
}
