//! Identifiers as types of their own: the prefix stands where people read it.

use core::{fmt, marker::PhantomData, str::FromStr};

use serde::{
    Deserialize, Deserializer,
    de::{self, value::BytesDeserializer},
};

use crate::ParseError;

/// The text with its prefix where people read it; without a prefix, and in other formats, what the identifier itself
/// is there. Bytes are read where people read too: inside an enum without a tag, or with one among its fields, serde
/// says so in every data format.
///
/// # Errors
/// The deserializer's own, or the format's for what is not an identifier of this type.
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
        deserializer.deserialize_str(TextOrBytes { name, new, identifier: PhantomData })
    }
}

struct TextOrBytes<I, N> {
    name: &'static str,
    new: N,
    identifier: PhantomData<I>,
}

impl<'de, I, T, N> de::Visitor<'de> for TextOrBytes<I, N>
where
    I: Deserialize<'de>,
    T: FromStr<Err = ParseError>,
    N: FnOnce(I) -> T,
{
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {} as text", self.name)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<T, E> {
        I::deserialize(BytesDeserializer::new(bytes)).map(self.new)
    }
}
