//! Text where people read it, bytes or numbers where they do not: shared by the siblings'
//! implementations.

mod forms;

use core::{fmt, str::FromStr};

use serde::de::{
    Unexpected,
    value::{self, BytesDeserializer},
};
pub use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

pub use self::forms::{
    deserialize_bytes, deserialize_form, deserialize_number, serialize_bytes, serialize_form,
    serialize_number,
};
use crate::{Id, ParseError, id::id_of_bytes};

/// The text in human-readable formats, and the other value in others.
///
/// # Errors
/// The serializer's own.
#[inline]
pub fn serialize<S: Serializer, T: AsRef<str>>(
    text: impl FnOnce() -> T,
    other: impl Serialize,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.serialize_str(text().as_ref())
    } else {
        other.serialize(serializer)
    }
}

/// Bytes as such, not as a list of numbers.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<B>(pub B);

impl<B: AsRef<[u8]>> Serialize for Bytes<B> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0.as_ref())
    }
}

/// What [`serialize`] writes of an identifier and its [`Bytes`].
///
/// # Errors
/// The deserializer's own, or the format's for text and bytes that are no identifier.
#[inline]
pub fn deserialize<'de, I, D>(deserializer: D) -> Result<I, D::Error>
where
    I: Id + for<'a> TryFrom<&'a [u8], Error = ParseError>,
    D: Deserializer<'de>,
{
    let read = |found: Unexpected<'_>| match found {
        Unexpected::Bytes(bytes) => Some(I::try_from(bytes)),
        other => text(other),
    };
    let format = I::LAYOUT.name();
    Reader { expected: format_args!("an identifier of {format}, as text or as bytes"), read }.ask(
        deserializer,
        D::deserialize_str,
        D::deserialize_bytes,
    )
}

/// What [`serialize`] writes of an identifier and its number. People may read the number, too: the text is there
/// since JavaScript and others lose bits of integers past 2^53.
///
/// # Errors
/// The deserializer's own, or the format's for text and numbers that are no identifier.
#[inline]
pub fn deserialize_text_or_number<'de, I: Id, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<I, D::Error> {
    let read = |found: Unexpected<'_>| number(found).or_else(|| text(found));
    let format = I::LAYOUT.name();
    Reader { expected: format_args!("an identifier of {format}, as text or as an integer"), read }
        .ask(deserializer, D::deserialize_any, D::deserialize_u64)
}

/// What [`serialize`] writes of a part of an identifier and its number.
///
/// # Errors
/// The deserializer's own, or the part's if the text or the number is not valid.
#[inline]
pub fn deserialize_component<'de, T, N, D>(
    deserializer: D,
    name: &'static str,
) -> Result<T, D::Error>
where
    T: FromStr<Err = ParseError> + TryFrom<N, Error: fmt::Display>,
    N: Deserialize<'de>,
    D: Deserializer<'de>,
{
    if deserializer.is_human_readable() {
        deserializer
            .deserialize_str(Reader { expected: format_args!("a {name} as text"), read: text })
    } else {
        T::try_from(N::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

/// What [`serialize`] writes of a type that is an identifier behind a prefix. Bytes are read where people read, too:
/// inside an enum without a tag, or with one among its fields, serde says so in every data format.
///
/// # Errors
/// The deserializer's own, or the format's for what is not an identifier of this type.
#[inline]
pub fn deserialize_typed<'de, I, T, D>(
    deserializer: D,
    prefix: &str,
    name: &'static str,
    new: impl Fn(I) -> T,
) -> Result<T, D::Error>
where
    I: Id + Deserialize<'de>,
    T: FromStr<Err = ParseError>,
    D: Deserializer<'de>,
{
    if prefix.is_empty() || !deserializer.is_human_readable() {
        return I::deserialize(deserializer).map(new);
    }
    let read = |found: Unexpected<'_>| match found {
        Unexpected::Bytes(bytes) => {
            let id = I::deserialize(BytesDeserializer::<value::Error>::new(bytes));
            // Bytes of an identifier that is a number there are of another kind than it writes.
            id.map_or_else(|_| id_of_bytes::<I>(bytes).err().map(Err), |id| Some(Ok(new(id))))
        }
        other => text(other),
    };
    deserializer.deserialize_str(Reader { expected: format_args!("{name} as text"), read })
}

/// Reads what a data format has, where it is of a kind that is expected: `read` returns `None` for another one.
struct Reader<'a, F> {
    expected: fmt::Arguments<'a>,
    read: F,
}

impl<F> Reader<'_, F> {
    /// Asks in one way where people read, and in another where they do not.
    #[inline]
    fn ask<'de, D: Deserializer<'de>, T>(
        self,
        deserializer: D,
        people: impl FnOnce(D, Self) -> Result<T, D::Error>,
        others: impl FnOnce(D, Self) -> Result<T, D::Error>,
    ) -> Result<T, D::Error> {
        if deserializer.is_human_readable() {
            people(deserializer, self)
        } else {
            others(deserializer, self)
        }
    }
}

impl<T, F> Reader<'_, F>
where
    F: Fn(Unexpected<'_>) -> Option<Result<T, ParseError>>,
{
    fn found<E: de::Error>(self, found: Unexpected<'_>) -> Result<T, E> {
        match (self.read)(found) {
            Some(answer) => answer.map_err(E::custom),
            None => Err(E::invalid_type(found, &self)),
        }
    }
}

impl<T, F> de::Visitor<'_> for Reader<'_, F>
where
    F: Fn(Unexpected<'_>) -> Option<Result<T, ParseError>>,
{
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_fmt(self.expected)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        self.found(Unexpected::Str(text))
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<T, E> {
        self.found(Unexpected::Bytes(bytes))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
        self.found(Unexpected::Unsigned(number))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
        self.found(Unexpected::Signed(number))
    }
}

/// What the text writes, if it is one.
fn text<T: FromStr<Err = ParseError>>(found: Unexpected<'_>) -> Option<Result<T, ParseError>> {
    if let Unexpected::Str(text) = found { Some(text.parse()) } else { None }
}

/// The identifier of the number, if it is one.
fn number<I: Id>(found: Unexpected<'_>) -> Option<Result<I, ParseError>> {
    match found {
        Unexpected::Unsigned(number) => Some(I::from_bits(number.into())),
        Unexpected::Signed(number) => Some(match u64::try_from(number) {
            Ok(bits) => I::from_bits(bits.into()),
            Err(_) => Err(ParseError::Negative { number }),
        }),
        _ => None,
    }
}
