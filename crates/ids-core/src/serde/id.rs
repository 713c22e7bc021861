//! Whole identifiers: text where people read it, bytes or a number where they do not.

use core::{fmt, marker::PhantomData};

use serde::{Deserializer, Serializer, de};

use super::way::{from_signed, number_of};
use crate::{Id, ParseError};

/// The canonical text in human-readable formats, the bytes in others.
///
/// # Errors
/// The serializer's own.
#[inline]
pub fn serialize<I: Id, T: AsRef<str>, S: Serializer>(
    id: &I,
    text: impl FnOnce() -> T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.serialize_str(text().as_ref())
    } else {
        serializer.serialize_bytes(id.to_bytes().as_ref())
    }
}

/// What [`serialize`] writes: text or bytes.
///
/// # Errors
/// The deserializer's own, or the format's for text and bytes that are no identifier.
#[inline]
pub fn deserialize<'de, I, D>(deserializer: D) -> Result<I, D::Error>
where
    I: Id + for<'a> TryFrom<&'a [u8], Error = ParseError>,
    D: Deserializer<'de>,
{
    if deserializer.is_human_readable() {
        deserializer.deserialize_str(TextOrBytes(PhantomData))
    } else {
        deserializer.deserialize_bytes(TextOrBytes(PhantomData))
    }
}

struct TextOrBytes<I>(PhantomData<I>);

impl<I> de::Visitor<'_> for TextOrBytes<I>
where
    I: Id + for<'a> TryFrom<&'a [u8], Error = ParseError>,
{
    type Value = I;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {} identifier as text or as bytes", I::LAYOUT.name())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<I, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<I, E> {
        I::try_from(bytes).map_err(E::custom)
    }
}

/// The canonical text in human-readable formats, since JavaScript and others lose bits of integers
/// past 2^53; an unsigned integer of 64 bits in others.
///
/// # Errors
/// The serializer's own.
#[inline]
pub fn serialize_number<I: Id, T: AsRef<str>, S: Serializer>(
    id: &I,
    text: impl FnOnce() -> T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.serialize_str(text().as_ref())
    } else {
        serializer.serialize_u64(number_of(*id))
    }
}

/// The canonical text or an integer in human-readable formats, whichever is there; an unsigned
/// integer of 64 bits in others.
///
/// # Errors
/// The deserializer's own, or the format's for text and numbers that are no identifier.
#[inline]
pub fn deserialize_number<'de, I, D>(deserializer: D) -> Result<I, D::Error>
where
    I: Id,
    D: Deserializer<'de>,
{
    if deserializer.is_human_readable() {
        deserializer.deserialize_any(TextOrNumber(PhantomData))
    } else {
        deserializer.deserialize_u64(TextOrNumber(PhantomData))
    }
}

struct TextOrNumber<I>(PhantomData<I>);

impl<I: Id> de::Visitor<'_> for TextOrNumber<I> {
    type Value = I;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {} identifier as text or as an integer", I::LAYOUT.name())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<I, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<I, E> {
        I::from_bits(number.into()).map_err(E::custom)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<I, E> {
        from_signed(number).map_err(E::custom)
    }
}
