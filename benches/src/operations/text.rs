//! `encode` into a buffer, `to_string`, `decode` and `decode_invalid`.

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
use type_safe_id::{DynamicType, TypeSafeId};
use ulid::Ulid;
use uuid::Uuid;

use crate::{
    case::{COUNT, Cases},
    samples::*,
};

/// A format of ours: how it is written and read, and its text by another way.
struct Own<I> {
    ids: Vec<I>,
    reference: fn(I) -> String,
    decode: fn(&[u8]) -> Result<I, ParseError>,
}

impl<I: Copy + Eq + Display + 'static> Own<I> {
    fn texts(&self) -> Vec<String> {
        self.ids.iter().map(|id| (self.reference)(*id)).collect()
    }

    fn encode<T: AsRef<str>>(self, encode: impl FnMut(&I) -> T + 'static) -> Cases {
        let reference = self.reference;
        let right = move |id: &I, text: &T| text.as_ref() == reference(*id);
        Cases::new(COUNT).over("ids", self.ids, right, encode)
    }

    fn to_text(self) -> Cases {
        let reference = self.reference;
        let right = move |id: &I, text: &String| *text == reference(*id);
        Cases::new(COUNT).over("ids", self.ids, right, |id| id.to_string())
    }

    fn decode(self) -> Cases {
        let pairs: Vec<_> = self.texts().into_iter().zip(self.ids).collect();
        let right = |(_, id): &(String, I), read: &Result<I, ParseError>| read.as_ref() == Ok(id);
        Cases::new(COUNT).over("ids", pairs, right, move |(text, _)| (self.decode)(text.as_bytes()))
    }

    fn decode_invalid(self) -> Cases {
        let texts = spoilt(self.texts());
        let right = |_: &String, read: &Result<I, ParseError>| read.is_err();
        Cases::new(COUNT).over("ids", texts, right, move |text| (self.decode)(text.as_bytes()))
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

fn snowflake() -> Own<Snowflake<Twitter>> {
    Own {
        ids: snowflakes(COUNT),
        reference: |id| id.to_bits().to_string(),
        decode: Snowflake::<Twitter>::decode,
    }
}

fn local() -> Own<Local> {
    Own {
        ids: locals(COUNT),
        reference: |id| base64_engine(KUID_ALPHABET).encode(id.to_bytes()),
        decode: Local::decode,
    }
}

fn global() -> Own<Global> {
    Own {
        ids: global_ids(COUNT),
        reference: |id| base64_engine(KUID_ALPHABET).encode(id.to_bytes()),
        decode: Global::decode,
    }
}

fn flax() -> Own<FlaxId> {
    Own {
        ids: flaxes(COUNT),
        reference: |id| base64_engine(FLAX_ALPHABET).encode(id.to_bytes()),
        decode: FlaxId::decode,
    }
}

/// Its canonical text has a checksum; the reading is the other way that checks it.
fn siq() -> Own<Siq> {
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

fn luuid() -> Own<Luuid> {
    Own {
        ids: luuids(COUNT),
        reference: |id| Uuid::from_bytes(id.to_bytes()).to_string(),
        decode: Luuid::decode,
    }
}

fn evently() -> Own<EventId> {
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

pub mod encode {
    use super::*;

    pub fn snowflake() -> Cases {
        super::snowflake().encode(|id| id.encode()).over(
            "std",
            snowflakes(COUNT),
            |id, (text, length): &([u8; 20], usize)| {
                text[..*length] == *id.to_bits().to_string().as_bytes()
            },
            |id| {
                use std::io::Write;
                let mut buffer = [0_u8; 20];
                let mut rest = &mut buffer[..];
                write!(rest, "{}", id.to_bits()).expect("20 digits at most");
                let left = rest.len();
                (buffer, 20 - left)
            },
        )
    }

    pub fn kuid_local() -> Cases {
        local().encode(|id| id.encode())
    }

    pub fn kuid() -> Cases {
        base64_peers(global().encode(|id| id.encode()), global(), KUID_ALPHABET, Global::to_bytes)
    }

    pub fn flax() -> Cases {
        let own = super::flax().encode(|id| id.encode());
        base64_peers(own, super::flax(), FLAX_ALPHABET, FlaxId::to_bytes)
    }

    fn base64_peers<I: Copy + 'static>(
        own: Cases,
        format: Own<I>,
        alphabet: &str,
        bytes: fn(I) -> [u8; 12],
    ) -> Cases {
        let (engine, other) = (base64_engine(alphabet), data_encoding(alphabet));
        let reference = format.reference;
        let right = move |id: &I, text: &[u8; 16]| text == reference(*id).as_bytes();
        own.over("base64", format.ids.clone(), right, move |id| {
            let mut buffer = [0; 16];
            engine.encode_slice(bytes(*id), &mut buffer).expect("16 characters");
            buffer
        })
        .over("data-encoding", format.ids, right, move |id| {
            let mut buffer = [0; 16];
            other.encode_mut(&bytes(*id), &mut buffer);
            buffer
        })
    }

    pub fn siq() -> Cases {
        super::siq().encode(|id| id.encode())
    }

    pub fn luuid() -> Cases {
        super::luuid().encode(|id| id.encode())
    }

    pub fn uuid() -> Cases {
        Cases::new(COUNT).over(
            "uuid",
            uuids(COUNT),
            |id, text: &[u8; 36]| text == id.to_string().as_bytes(),
            |id| {
                let mut buffer = [0; 36];
                id.hyphenated().encode_lower(&mut buffer);
                buffer
            },
        )
    }

    pub fn evently() -> Cases {
        let right = |id: &EventId, text: &[u8; 32]| text == format!("{id}").as_bytes();
        super::evently()
            .encode(|id| id.encode())
            .over("uuid-simple", events(COUNT), right, |id| {
                let mut buffer = [0; 32];
                Uuid::from_bytes(id.to_bytes()).simple().encode_lower(&mut buffer);
                buffer
            })
            .over("const-hex", events(COUNT), right, |id| {
                let mut buffer = [0; 32];
                const_hex::encode_to_slice(id.to_bytes(), &mut buffer).expect("32 characters");
                buffer
            })
            .over("faster-hex", events(COUNT), right, |id| {
                let mut buffer = [0; 32];
                faster_hex::hex_encode(&id.to_bytes(), &mut buffer).expect("32 characters");
                buffer
            })
    }

    pub fn others() -> Cases {
        let right = |id: &Ulid, text: &[u8; 26]| text == id.to_string().as_bytes();
        Cases::new(COUNT)
            .over("ulid", ulids(COUNT), right, |id| {
                let mut buffer = [0; 26];
                id.array_to_str(&mut buffer);
                buffer
            })
            .over("ferroid-ulid", ulids(COUNT), right, |id| {
                let mut buffer = ULID::base32_array();
                let _ =
                    ULID::from_raw(u128::from_be_bytes(id.to_bytes())).encode_to_buf(&mut buffer);
                buffer
            })
            .over(
                "scru128",
                ulids(COUNT),
                |id, text: &scru128::Id| text.to_bytes() == id.to_bytes(),
                |id| {
                    let id = scru128::Id::from_bytes(id.to_bytes());
                    std::hint::black_box(id.encode());
                    id
                },
            )
    }
}

pub mod to_text {
    use super::*;

    pub fn snowflake() -> Cases {
        super::snowflake().to_text()
    }

    pub fn kuid() -> Cases {
        global().to_text()
    }

    pub fn flax() -> Cases {
        let engine = base64_engine(FLAX_ALPHABET);
        super::flax().to_text().over(
            "base64",
            flaxes(COUNT),
            |id, text: &String| *text == id.to_string(),
            move |id| engine.encode(id.to_bytes()),
        )
    }

    pub fn siq() -> Cases {
        super::siq().to_text()
    }

    pub fn luuid() -> Cases {
        super::luuid().to_text()
    }

    pub fn evently() -> Cases {
        super::evently().to_text().over(
            "const-hex",
            events(COUNT),
            |id, text: &String| *text == id.to_string(),
            |id| const_hex::encode(id.to_bytes()),
        )
    }

    /// As the other crates write a string; what they write, they have to read.
    pub fn others() -> Cases {
        let raw = |id: &Ulid| id.to_bytes();
        let cases = Cases::new(COUNT)
            .over("uuid", uuids(COUNT), |id, t: &String| t.parse() == Ok(*id), |id| id.to_string())
            .over("ulid", ulids(COUNT), |id, t: &String| t.parse() == Ok(*id), |id| id.to_string())
            .over(
                "rusty_ulid",
                ulids(COUNT),
                |id, text: &String| Ulid::from_string(text) == Ok(*id),
                move |id| rusty_ulid::Ulid::from(u128::from_be_bytes(raw(id))).to_string(),
            )
            .over(
                "ferroid-ulid",
                ulids(COUNT),
                |id, text: &String| Ulid::from_string(text) == Ok(*id),
                move |id| ULID::from_raw(u128::from_be_bytes(raw(id))).encode().as_string(),
            )
            .over(
                "scru128",
                ulids(COUNT),
                move |id, text: &String| {
                    scru128::Id::try_from_str(text).is_ok_and(|read| read.to_bytes() == raw(id))
                },
                move |id| scru128::Id::from_bytes(raw(id)).to_string(),
            );
        cases
            .over(
                "svix-ksuid",
                ksuids(),
                |id, text: &String| text.parse::<svix_ksuid::Ksuid>().is_ok_and(|read| read == *id),
                |id| id.to_string(),
            )
            .over(
                "tsid",
                snowflakes(COUNT),
                |id, text: &String| {
                    tsid::TSID::try_from(text.as_str())
                        .is_ok_and(|read| read.number() == id.to_bits())
                },
                |id| tsid::TSID::from(id.to_bits()).to_string(),
            )
            .over(
                "type-safe-id",
                uuids(COUNT),
                |id, text: &String| typed(text).is_ok_and(|read| read.uuid() == *id),
                |id| {
                    let kind = DynamicType::new("person").expect("a type's name");
                    TypeSafeId::from_type_and_uuid(kind, *id).to_string()
                },
            )
            .over(
                "xid",
                flaxes(COUNT),
                |id, text: &String| {
                    text.parse::<xid::Id>().is_ok_and(|read| read.0 == id.to_bytes())
                },
                |id| xid::Id(id.to_bytes()).to_string(),
            )
    }
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

fn typed(text: &str) -> Result<TypeSafeId<DynamicType>, type_safe_id::Error> {
    text.parse()
}

pub mod decode {
    use super::*;

    pub fn snowflake() -> Cases {
        let texts: Vec<_> = super::snowflake().texts();
        super::snowflake().decode().over(
            "std",
            texts,
            |text, read: &Result<u64, _>| read.as_ref().is_ok_and(|id| id.to_string() == *text),
            |text| text.parse::<u64>(),
        )
    }

    pub fn kuid() -> Cases {
        base64_peers(global().decode(), global(), KUID_ALPHABET, Global::to_bytes)
    }

    pub fn flax() -> Cases {
        base64_peers(super::flax().decode(), super::flax(), FLAX_ALPHABET, FlaxId::to_bytes)
    }

    fn base64_peers<I: Copy + Eq + Display + 'static>(
        own: Cases,
        format: Own<I>,
        alphabet: &str,
        bytes: fn(I) -> [u8; 12],
    ) -> Cases {
        let (engine, other) = (base64_engine(alphabet), data_encoding(alphabet));
        let pairs: Vec<_> = format.texts().into_iter().zip(format.ids).collect();
        let right = move |(_, id): &(String, I), read: &[u8; 12]| *read == bytes(*id);
        own.over("base64", pairs.clone(), right, move |(text, _)| {
            let mut buffer = [0; 12];
            engine.decode_slice_unchecked(text, &mut buffer).expect("its own text");
            buffer
        })
        .over("data-encoding", pairs, right, move |(text, _)| {
            let mut buffer = [0; 12];
            other.decode_mut(text.as_bytes(), &mut buffer).expect("its own text");
            buffer
        })
    }

    pub fn siq() -> Cases {
        super::siq().decode()
    }

    pub fn luuid() -> Cases {
        super::luuid().decode()
    }

    pub fn evently() -> Cases {
        let pairs: Vec<_> = super::evently().texts().into_iter().zip(events(COUNT)).collect();
        let right = |(_, id): &(String, EventId), read: &[u8; 16]| *read == id.to_bytes();
        super::evently()
            .decode()
            .over("uuid-simple", pairs.clone(), right, |(text, _)| {
                Uuid::try_parse(text).expect("its own text").into_bytes()
            })
            .over("const-hex", pairs.clone(), right, |(text, _)| {
                const_hex::decode_to_array(text).expect("its own text")
            })
            .over("faster-hex", pairs, right, |(text, _)| {
                let mut buffer = [0; 16];
                faster_hex::hex_decode(text.as_bytes(), &mut buffer).expect("its own text");
                buffer
            })
    }

    pub fn others() -> Cases {
        let ulid_texts = || ulids(COUNT).iter().map(Ulid::to_string).collect::<Vec<_>>();
        let number =
            |text: &String| Ulid::from_string(text).map(|id| u128::from_be_bytes(id.to_bytes()));
        let uuid_texts: Vec<_> = uuids(COUNT).iter().map(Uuid::to_string).collect();
        let scru128_texts: Vec<_> = ulids(COUNT)
            .iter()
            .map(|id| scru128::Id::from_bytes(id.to_bytes()).to_string())
            .collect();
        let typed_texts: Vec<_> = uuids(COUNT)
            .iter()
            .map(|id| {
                let kind = DynamicType::new("person").expect("a type's name");
                TypeSafeId::from_type_and_uuid(kind, *id).to_string()
            })
            .collect();
        let ksuid_texts: Vec<_> = ksuids().iter().map(ToString::to_string).collect();
        let xid_texts: Vec<_> =
            flaxes(COUNT).iter().map(|id| xid::Id(id.to_bytes()).to_string()).collect();
        let tsid_texts: Vec<_> =
            snowflakes(COUNT).iter().map(|id| tsid::TSID::from(id.to_bits()).to_string()).collect();
        Cases::new(COUNT)
            .over(
                "uuid",
                uuid_texts,
                |text, read: &Uuid| read.to_string() == *text,
                |text| Uuid::try_parse(text).expect("its own text"),
            )
            .over(
                "ulid",
                ulid_texts(),
                |text, read: &Ulid| read.to_string() == *text,
                |text| Ulid::from_string(text).expect("its own text"),
            )
            .over(
                "rusty_ulid",
                ulid_texts(),
                move |text, read: &u128| number(text) == Ok(*read),
                |text| rusty_ulid::crockford::parse_crockford_u128(text).expect("its own text"),
            )
            .over(
                "ferroid-ulid",
                ulid_texts(),
                move |text, read: &ULID| number(text) == Ok(read.to_raw()),
                |text| ULID::decode(text).expect("its own text"),
            )
            .over(
                "scru128",
                scru128_texts,
                |text, read: &scru128::Id| read.to_string() == *text,
                |text| scru128::Id::try_from_str(text).expect("its own text"),
            )
            .over(
                "svix-ksuid",
                ksuid_texts,
                |text, read: &svix_ksuid::Ksuid| read.to_string() == *text,
                |text| text.parse().expect("its own text"),
            )
            .over(
                "type-safe-id",
                typed_texts,
                |text, read: &TypeSafeId<DynamicType>| read.to_string() == *text,
                |text| typed(text).expect("its own text"),
            )
            .over(
                "xid",
                xid_texts,
                |text, read: &xid::Id| read.to_string() == *text,
                |text| text.parse().expect("its own text"),
            )
            .over(
                "tsid",
                tsid_texts,
                |text, read: &tsid::TSID| read.to_string() == *text,
                |text| tsid::TSID::try_from(text.as_str()).expect("its own text"),
            )
    }
}

pub mod decode_invalid {
    use super::*;

    pub fn snowflake() -> Cases {
        super::snowflake().decode_invalid()
    }

    pub fn kuid() -> Cases {
        global().decode_invalid()
    }

    pub fn flax() -> Cases {
        super::flax().decode_invalid()
    }

    pub fn siq() -> Cases {
        super::siq().decode_invalid()
    }

    pub fn luuid() -> Cases {
        super::luuid().decode_invalid()
    }

    pub fn evently() -> Cases {
        super::evently().decode_invalid()
    }

    pub fn others() -> Cases {
        let uuids = spoilt(super::luuid().texts());
        let ulids = spoilt(ulids(COUNT).iter().map(Ulid::to_string).collect());
        Cases::new(COUNT)
            .over(
                "uuid",
                uuids.clone(),
                |_, read: &Result<Uuid, _>| read.is_err(),
                |text| Uuid::try_parse(text),
            )
            .over(
                "uuid-explained",
                uuids,
                |_, read: &Result<Uuid, _>| read.is_err(),
                |text| Uuid::parse_str(text),
            )
            .over(
                "ulid",
                ulids.clone(),
                |_, read: &Result<Ulid, _>| read.is_err(),
                |text| Ulid::from_string(text),
            )
            .over(
                "rusty_ulid",
                ulids,
                |_, read: &Result<u128, _>| read.is_err(),
                |text| rusty_ulid::crockford::parse_crockford_u128(text),
            )
    }
}
