//! Other forms of a field, the same in every data format: what stands behind `#[serde(with = "...")]` of the
//! formats' crates.

use core::{fmt, marker::PhantomData};

use serde::{
    Deserializer, Serializer,
    de::{self, Unexpected},
};

use super::{Reader, number};
use crate::{Id, format::Forms, id::id_of_bytes};

/// As the text of a form.
///
/// # Errors
/// The serializer's own.
#[inline]
pub fn serialize_form<I: Forms, S: Serializer>(
    form: I::Form,
    id: I,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&id.encode_as(form))
}

/// What [`serialize_form`] writes.
///
/// # Errors
/// The deserializer's own. It says what was found, or what is wrong with it.
#[inline]
pub fn deserialize_form<'de, I: Forms, D: Deserializer<'de>>(
    form: I::Form,
    deserializer: D,
) -> Result<I, D::Error> {
    let read = |found: Unexpected<'_>| match found {
        Unexpected::Str(text) => Some(I::decode_as(form, text.as_bytes())),
        _ => None,
    };
    let format = I::LAYOUT.name();
    deserializer.deserialize_str(Reader {
        expected: format_args!("the {form} text of an identifier of {format}"),
        read,
    })
}

/// As an unsigned integer. An identifier of more than 64 bits does not compile.
///
/// # Errors
/// The serializer's own.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the layout has at most 64 bits")]
pub fn serialize_number<I: Id, S: Serializer>(id: I, serializer: S) -> Result<S::Ok, S::Error> {
    const { assert!(I::LAYOUT.bits() <= 64, "the identifier has more than 64 bits") };
    serializer.serialize_u64(id.to_bits() as u64)
}

/// What [`serialize_number`] writes.
///
/// # Errors
/// As [`deserialize_form`].
#[inline]
pub fn deserialize_number<'de, I: Id, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<I, D::Error> {
    let format = I::LAYOUT.name();
    deserializer.deserialize_u64(Reader {
        expected: format_args!("an identifier of {format}, as an unsigned integer"),
        read: number,
    })
}

/// As bytes, most significant first: a list of numbers in JSON.
///
/// # Errors
/// The serializer's own.
#[inline]
pub fn serialize_bytes<I: Id, S: Serializer>(id: I, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(id.to_bytes().as_ref())
}

/// What [`serialize_bytes`] writes.
///
/// # Errors
/// As [`deserialize_form`].
#[inline]
pub fn deserialize_bytes<'de, I: Id, D: Deserializer<'de>>(deserializer: D) -> Result<I, D::Error> {
    deserializer.deserialize_bytes(BytesOrList(PhantomData))
}

struct BytesOrList<I>(PhantomData<I>);

impl<'de, I: Id> de::Visitor<'de> for BytesOrList<I> {
    type Value = I;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an identifier of {}, as {} bytes", I::LAYOUT.name(), I::LAYOUT.bits() / 8)
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
