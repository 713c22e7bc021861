//! Other forms of a field: what stands behind `#[serde(with = "...")]` of the formats' crates.

use core::{fmt, marker::PhantomData};

use serde::{Deserializer, Serialize, Serializer, de};

use crate::{Id, ParseError, format::Forms, id::id_of_bytes};

/// A way to write an identifier and to read it again, the same in every data format.
pub trait Way<I>: Copy {
    /// Writes the identifier.
    ///
    /// # Errors
    /// The serializer's own.
    fn serialize<S: Serializer>(self, id: I, serializer: S) -> Result<S::Ok, S::Error>;

    /// Reads what [`serialize`](Self::serialize) writes.
    ///
    /// # Errors
    /// The deserializer's own. It says what was found, or what is wrong with it.
    fn deserialize<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<I, D::Error>;
}

/// As the text of a form.
#[derive(Clone, Copy, Debug)]
pub struct ByForm<F>(pub F);

/// As an unsigned integer. An identifier of more than 64 bits does not compile.
#[derive(Clone, Copy, Debug)]
pub struct ByNumber;

/// As bytes, most significant first: a list of numbers in JSON.
#[derive(Clone, Copy, Debug)]
pub struct ByBytes;

struct Read<W, I>(W, PhantomData<I>);

impl<I: Forms> Way<I> for ByForm<I::Form> {
    #[inline]
    fn serialize<S: Serializer>(self, id: I, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&id.encode_as(self.0))
    }

    #[inline]
    fn deserialize<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<I, D::Error> {
        deserializer.deserialize_str(Read(self, PhantomData))
    }
}

impl<I: Forms> de::Visitor<'_> for Read<ByForm<I::Form>, I> {
    type Value = I;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} text of a {} identifier", self.0.0, I::LAYOUT.name())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<I, E> {
        I::decode_as(self.0.0, text.as_bytes()).map_err(E::custom)
    }
}

impl<I: Id> Way<I> for ByNumber {
    #[inline]
    fn serialize<S: Serializer>(self, id: I, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(number_of(id))
    }

    #[inline]
    fn deserialize<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<I, D::Error> {
        deserializer.deserialize_u64(Read(self, PhantomData))
    }
}

impl<I: Id> de::Visitor<'_> for Read<ByNumber, I> {
    type Value = I;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {} identifier as an unsigned integer", I::LAYOUT.name())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<I, E> {
        I::from_bits(number.into()).map_err(E::custom)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<I, E> {
        from_signed(number).map_err(E::custom)
    }
}

impl<I: Id> Way<I> for ByBytes {
    #[inline]
    fn serialize<S: Serializer>(self, id: I, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(id.to_bytes().as_ref())
    }

    #[inline]
    fn deserialize<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<I, D::Error> {
        deserializer.deserialize_bytes(Read(self, PhantomData))
    }
}

impl<'de, I: Id> de::Visitor<'de> for Read<ByBytes, I> {
    type Value = I;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {} identifier as {} bytes", I::LAYOUT.name(), I::LAYOUT.bits() / 8)
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<I, E> {
        if bytes.len() * 8 != I::LAYOUT.bits() as usize {
            return Err(E::invalid_length(bytes.len(), &self));
        }
        id_of_bytes(bytes).map_err(E::custom)
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<I, A::Error> {
        let (mut bytes, mut length) = ([0; 16], 0);
        while let Some(byte) = list.next_element()? {
            if let Some(place) = bytes.get_mut(length) {
                *place = byte;
            }
            length += 1;
        }
        match bytes.get(..length) {
            Some(bytes) => self.visit_bytes(bytes),
            None => Err(de::Error::invalid_length(length, &self)),
        }
    }
}

/// The identifier or nothing, in this way.
///
/// # Errors
/// The serializer's own.
#[inline]
pub fn serialize_option<I: Copy, W: Way<I>, S: Serializer>(
    way: W,
    id: Option<I>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match id {
        None => serializer.serialize_none(),
        Some(id) => serializer.serialize_some(&Written(way, id)),
    }
}

struct Written<W, I>(W, I);

impl<I: Copy, W: Way<I>> Serialize for Written<W, I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(self.1, serializer)
    }
}

/// What [`serialize_option`] writes.
///
/// # Errors
/// The deserializer's own, and those of the way.
#[inline]
pub fn deserialize_option<'de, I, W: Way<I>, D: Deserializer<'de>>(
    way: W,
    deserializer: D,
) -> Result<Option<I>, D::Error> {
    deserializer.deserialize_option(ReadOption(way, PhantomData))
}

struct ReadOption<W, I>(W, PhantomData<I>);

impl<'de, I, W: Way<I>> de::Visitor<'de> for ReadOption<W, I> {
    type Value = Option<I>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an identifier or nothing")
    }

    fn visit_none<E: de::Error>(self) -> Result<Option<I>, E> {
        Ok(None)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Option<I>, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<I>, D::Error> {
        self.0.deserialize(deserializer).map(Some)
    }
}

/// The number of an identifier of at most 64 bits.
#[expect(clippy::cast_possible_truncation, reason = "the layout has at most 64 bits")]
pub(super) fn number_of<I: Id>(id: I) -> u64 {
    const { assert!(I::LAYOUT.bits() <= 64, "the identifier has more than 64 bits") };
    id.to_bits() as u64
}

/// The identifier of a number that the data format has as a signed one.
pub(super) fn from_signed<I: Id>(number: i64) -> Result<I, ParseError> {
    match u64::try_from(number) {
        Ok(bits) => I::from_bits(bits.into()),
        Err(_) => Err(ParseError::Negative { number }),
    }
}
