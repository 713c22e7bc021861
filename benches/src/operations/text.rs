//! `encode` into a buffer, `to_string`, `decode` and `decode_invalid`.

pub mod decode;
pub mod decode_invalid;
pub mod encode;
pub mod to_text;

use std::fmt::Display;

use base64::Engine;
use data_encoding::{Encoding, Specification};
use evently_id::EventId;
use ferroid::{base32::Base32UlidExt, id::ULID};
use flax_id::FlaxId;
use ids_core::ParseError;
use kuid::{Global, Local};
use luuid::Luuid;
use siq::Siq;
use snowflake::{Snowflake, Twitter};
use type_safe_id::TypeSafeId;
use ulid::Ulid;
use uuid::Uuid;

use crate::{
    case::{COUNT, Cases},
    samples::*,
};

/// A format of ours: how it is written and read, and its text by another way.
///
/// Reading is a type of its own, for a call through a pointer could not be inlined as the peers' are.
struct Own<I, D> {
    ids: Vec<I>,
    reference: fn(I) -> String,
    decode: D,
}

/// How a format of ours is read.
trait Decode<I>: Fn(&[u8]) -> Result<I, ParseError> + 'static {}

impl<I, F: Fn(&[u8]) -> Result<I, ParseError> + 'static> Decode<I> for F {}

impl<I: Copy + Eq + Display + 'static, D: Decode<I>> Own<I, D> {
    fn texts(&self) -> Vec<String> {
        self.ids.iter().map(|id| (self.reference)(*id)).collect()
    }

    fn encode<T: AsRef<str>>(self, encode: impl FnMut(&I) -> T + 'static) -> Cases {
        let reference = self.reference;
        let right = move |id: &I, text: &str| text == reference(*id);
        Cases::new(COUNT).encode("ids", self.ids, right, encode)
    }

    /// As every type is written, and through the text on the stack.
    fn into_text(self, encode: impl Fn(&I) -> String + 'static) -> Cases {
        let reference = self.reference;
        let right = move |id: &I, text: &String| *text == reference(*id);
        Cases::new(COUNT).strings("ids", self.ids.clone(), right, |id| id.to_string()).strings(
            "ids-encode",
            self.ids,
            right,
            encode,
        )
    }

    fn decode(self) -> Cases {
        let pairs: Vec<_> = self.texts().into_iter().zip(self.ids).collect();
        let right = |(_, id): &(String, I), read: &I| read == id;
        Cases::new(COUNT).over("ids", pairs, right, move |(text, _)| {
            (self.decode)(text.as_bytes()).expect("its own text")
        })
    }

    fn decode_invalid(self) -> Cases {
        let texts = spoilt(self.texts());
        Cases::new(COUNT).over("ids", texts, refused, move |text| (self.decode)(text.as_bytes()))
    }
}

/// Texts whose last character no format has.
fn spoilt(mut texts: Vec<String>) -> Vec<String> {
    for text in &mut texts {
        text.pop();
        text.push('!');
    }
    texts
}

/// What every implementation has to answer to them.
fn refused<I, T, E>(_: &I, read: &Result<T, E>) -> bool {
    read.is_err()
}

fn snowflake() -> Own<Snowflake<Twitter>, impl Decode<Snowflake<Twitter>>> {
    Own {
        ids: snowflakes(COUNT),
        reference: |id| id.to_bits().to_string(),
        decode: Snowflake::<Twitter>::decode,
    }
}

fn local() -> Own<Local, impl Decode<Local>> {
    Own {
        ids: locals(COUNT),
        reference: |id| base64_engine(KUID_ALPHABET).encode(id.to_bytes()),
        decode: Local::decode,
    }
}

fn global() -> Own<Global, impl Decode<Global>> {
    Own {
        ids: global_ids(COUNT),
        reference: |id| base64_engine(KUID_ALPHABET).encode(id.to_bytes()),
        decode: Global::decode,
    }
}

fn flax() -> Own<FlaxId, impl Decode<FlaxId>> {
    Own {
        ids: flaxes(COUNT),
        reference: |id| base64_engine(FLAX_ALPHABET).encode(id.to_bytes()),
        decode: FlaxId::decode,
    }
}

/// Its canonical text has a checksum; the reading is the other way that checks it.
fn siq() -> Own<Siq, impl Decode<Siq>> {
    Own {
        ids: siqs(COUNT),
        reference: |id| {
            let text = id.encode();
            assert_eq!(Siq::decode(text.as_bytes()), Ok(id));
            text.as_str().to_owned()
        },
        decode: Siq::decode,
    }
}

fn luuid() -> Own<Luuid, impl Decode<Luuid>> {
    Own {
        ids: luuids(COUNT),
        reference: |id| Uuid::from_bytes(id.to_bytes()).to_string(),
        decode: Luuid::decode,
    }
}

fn evently() -> Own<EventId, impl Decode<EventId>> {
    Own {
        ids: events(COUNT),
        reference: |id| format!("{:032x}", id.to_bits()),
        decode: EventId::decode,
    }
}

fn data_encoding(alphabet: &str) -> Encoding {
    let mut specification = Specification::new();
    specification.symbols.push_str(alphabet);
    specification.encoding().expect("64 different ones")
}

fn ksuids() -> Vec<svix_ksuid::Ksuid> {
    let mut number = 0_u32;
    ulids(COUNT)
        .into_iter()
        .map(|id| {
            number += 1;
            svix_ksuid::Ksuid::new_raw(number, Some(&id.to_bytes()))
        })
        .collect()
}

fn person(id: Uuid) -> TypeSafeId<Person> {
    TypeSafeId::from_uuid(id)
}

fn typed(text: &str) -> Result<TypeSafeId<Person>, type_safe_id::Error> {
    text.parse()
}
