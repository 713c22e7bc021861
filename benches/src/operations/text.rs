//! `encode` into a buffer, `to_string`, `decode` and `decode_invalid`: what an implementation does of them stands
//! together.

use std::{
    fmt::{Debug, Display},
    hint::black_box,
    io::Write,
    rc::Rc,
};

use base64::Engine;
use data_encoding::Specification;
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
use uuid_simd::{AsOut, AsciiCase, UuidExt};

use crate::{
    case::{COUNT, Cases},
    samples::*,
};

/// What is done with texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The text as it is written, in the buffer that its caller has or in what a call returns.
    Encode,
    /// The text in a string of its own.
    ToString,
    /// From a text to the identifier.
    Decode,
    /// Refusing a text whose last character no format has.
    DecodeInvalid,
}

/// The cases of one operation, and the implementation that is added to them: its values, of its own type, and their
/// texts. A call is not kept through a pointer, for it could not be inlined.
struct Texts<V> {
    operation: Operation,
    cases: Cases,
    name: &'static str,
    values: Rc<Vec<V>>,
    texts: Vec<String>,
}

impl Texts<()> {
    fn new(operation: Operation) -> Self {
        let (cases, values, texts) = (Cases::new(COUNT), Rc::default(), Vec::new());
        Self { operation, cases, name: "", values, texts }
    }
}

impl<V: 'static> Texts<V> {
    /// Another implementation, with the same texts.
    fn of<W>(self, name: &'static str, values: Vec<W>) -> Texts<W> {
        let Self { operation, cases, texts, .. } = self;
        Texts { operation, cases, name, values: values.into(), texts }
    }

    /// Another one, with the same values and texts.
    fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// Another one, with texts of its own: what it writes, it has to read.
    fn other<W: 'static, T, E: Debug>(
        self,
        name: &'static str,
        values: Vec<W>,
        make: impl Fn(&W) -> String + 'static,
        read: impl Fn(&str) -> Result<T, E> + 'static,
        right: impl Fn(&W, &T) -> bool,
    ) -> Texts<W> {
        let texts: Vec<_> = values.iter().map(&make).collect();
        let same = |(value, text): (&W, &String)| read(text).is_ok_and(|read| right(value, &read));
        assert!(values.iter().zip(&texts).all(same), "{name}: wrong text");
        Texts { texts, ..self.of(name, values) }.strings(make).reads(right, read)
    }

    fn pairs(&self) -> impl Iterator<Item = (&V, &String)> {
        assert_eq!((self.values.len(), self.texts.len()), (COUNT, COUNT), "{}: inputs", self.name);
        self.values.iter().zip(&self.texts)
    }

    fn each(mut self, mut run: impl FnMut(usize, &V) + 'static) -> Self {
        let values = Rc::clone(&self.values);
        self.cases = self.cases.each(self.name, move || {
            values.iter().enumerate().for_each(|(index, value)| run(index, value));
        });
        self
    }

    /// `encode`: a call returns the text, which stays where it is.
    fn encodes<T: AsRef<str>>(self, mut encode: impl FnMut(&V) -> T + 'static) -> Self {
        if self.operation != Operation::Encode {
            return self;
        }
        let mut right = self.pairs().map(|(value, text)| encode(value).as_ref() == text);
        assert!(right.all(|right| right), "{}: wrong text", self.name);
        drop(right);
        self.each(move |_, value| {
            black_box(&encode(black_box(value)));
        })
    }

    /// `encode`: a call writes the text into one buffer, where it stays.
    fn writes<B: 'static>(
        self,
        mut buffer: B,
        mut write: impl for<'b> FnMut(&V, &'b mut B) -> &'b [u8] + 'static,
    ) -> Self {
        if self.operation != Operation::Encode {
            return self;
        }
        for (value, text) in self.pairs() {
            assert_eq!(write(value, &mut buffer), text.as_bytes(), "{}", self.name);
        }
        self.each(move |_, value| {
            black_box(write(black_box(value), &mut buffer));
        })
    }

    /// `to_string`: a call makes a string, which is freed after the next three. Of one that is freed at once the
    /// allocator reads what was just written, and how long that takes depends on where the string happens to lie.
    fn strings(self, mut make: impl FnMut(&V) -> String + 'static) -> Self {
        if self.operation != Operation::ToString {
            return self;
        }
        for (value, text) in self.pairs() {
            assert_eq!(make(value), *text, "{}", self.name);
        }
        let mut kept = [const { String::new() }; 4];
        self.each(move |index, value| kept[index % 4] = black_box(make(black_box(value))))
    }

    /// `decode` and `decode_invalid`.
    fn reads<T, E: Debug>(
        mut self,
        right: impl Fn(&V, &T) -> bool,
        mut read: impl FnMut(&str) -> Result<T, E> + 'static,
    ) -> Self {
        let (name, mut texts) = (self.name, self.texts.clone());
        match self.operation {
            Operation::Decode => {
                let same = |(value, text): (&V, &String)| right(value, &read(text).unwrap());
                assert!(self.pairs().all(same), "{name}: wrong identifier");
                let read = move |text: &String| read(text).expect("its own text");
                self.cases = self.cases.over(name, texts, |_, _| true, read);
            }
            Operation::DecodeInvalid => {
                for text in &mut texts {
                    text.pop();
                    text.push('!');
                }
                let refused = |_: &String, read: &Result<T, E>| read.is_err();
                self.cases = self.cases.over(name, texts, refused, move |text| read(text));
            }
            Operation::Encode | Operation::ToString => {}
        }
        self
    }
}

/// A format of ours, with its texts by another way.
fn own<I: Copy + Eq + Display + 'static, T: AsRef<str>>(
    operation: Operation,
    ids: Vec<I>,
    reference: impl Fn(&I) -> String,
    encode: impl Fn(&I) -> T + Copy + 'static,
    decode: impl Fn(&[u8]) -> Result<I, ParseError> + 'static,
) -> Texts<I>
where
    String: From<T>,
{
    let texts = ids.iter().map(reference).collect();
    // As every type is written, and through the text on the stack.
    Texts { texts, ..Texts::new(operation).of("ids", ids) }
        .encodes(encode)
        .strings(|id| id.to_string())
        .reads(I::eq, move |text| decode(text.as_bytes()))
        .named("ids-encode")
        .strings(move |id| String::from(encode(id)))
}

pub fn snowflake(operation: Operation) -> Cases {
    let numbers = snowflakes(COUNT).iter().map(|id| id.to_bits()).collect();
    let text = |id: &Snowflake<Twitter>| id.to_bits().to_string();
    own(operation, snowflakes(COUNT), text, |id| id.encode(), Snowflake::decode)
        .of("std", numbers)
        .writes([0; 20], |number, out| {
            let mut rest = &mut out[..];
            write!(rest, "{number}").expect("20 digits at most");
            let left = rest.len();
            &out[..20 - left]
        })
        .strings(|number: &u64| number.to_string())
        .reads(u64::eq, |text| text.parse::<u64>())
        .named("itoa")
        .writes(itoa::Buffer::new(), |number, out| out.format(*number).as_bytes())
        .strings(|number| itoa::Buffer::new().format(*number).to_owned())
        .cases
}

pub fn kuid_local(operation: Operation) -> Cases {
    let text = |id: &Local| base64_engine(KUID_ALPHABET).encode(id.to_bytes());
    own(operation, locals(COUNT), text, |id| id.encode(), Local::decode).cases
}

pub fn kuid(operation: Operation) -> Cases {
    let text = |id: &Global| base64_engine(KUID_ALPHABET).encode(id.to_bytes());
    let own = own(operation, global_ids(COUNT), text, |id| id.encode(), Global::decode);
    let bytes = own.values.iter().map(|id| id.to_bytes()).collect();
    base64_peers(own.of("base64", bytes), KUID_ALPHABET).cases
}

pub fn flax(operation: Operation) -> Cases {
    let engine = base64_engine(FLAX_ALPHABET);
    let text = |id: &FlaxId| base64_engine(FLAX_ALPHABET).encode(id.to_bytes());
    let own = own(operation, flaxes(COUNT), text, |id| id.encode(), FlaxId::decode);
    let bytes = own.values.iter().map(|id| id.to_bytes()).collect();
    let peers = own.of("base64", bytes).strings(move |bytes| engine.encode(bytes));
    base64_peers(peers, FLAX_ALPHABET).cases
}

fn base64_peers(bytes: Texts<[u8; 12]>, alphabet: &str) -> Texts<[u8; 12]> {
    let [writer, reader] = [(); 2].map(|()| base64_engine(alphabet));
    let mut other = Specification::new();
    other.symbols.push_str(alphabet);
    let other = other.encoding().expect("64 different ones");
    let writer_of_other = other.clone();
    bytes
        .writes([0; 16], move |bytes, out| {
            writer.encode_slice(bytes, out).expect("16 characters");
            out
        })
        .reads(<[u8; 12]>::eq, move |text| {
            let mut buffer = [0; 12];
            reader.decode_slice_unchecked(text, &mut buffer).map(|_| buffer)
        })
        .named("data-encoding")
        .writes([0; 16], move |bytes, out| writer_of_other.encode_mut_str(bytes, out).as_bytes())
        .reads(<[u8; 12]>::eq, move |text| {
            let mut buffer = [0; 12];
            other.decode_mut(text.as_bytes(), &mut buffer).map(|_| buffer)
        })
}

/// Its canonical text has a checksum; the reading is the other way that checks it.
pub fn siq(operation: Operation) -> Cases {
    let text = |id: &Siq| {
        let text = id.encode();
        assert_eq!(Siq::decode(text.as_bytes()), Ok(*id));
        text.as_str().to_owned()
    };
    own(operation, siqs(COUNT), text, |id| id.encode(), Siq::decode).cases
}

/// The text of a UUID, which the crates for UUIDs write and read as well.
pub fn luuid(operation: Operation) -> Cases {
    let uuid = |id: &Luuid| Uuid::from_bytes(id.to_bytes());
    let text = |id: &Luuid| uuid(id).to_string();
    own(operation, luuids(COUNT), text, |id| id.encode(), Luuid::decode)
        .of("uuid", luuids(COUNT).iter().map(uuid).collect())
        .writes([0; 36], |id, out| id.hyphenated().encode_lower(out).as_bytes())
        .strings(|id| id.to_string())
        .reads(Uuid::eq, Uuid::try_parse)
        .named("uuid-simd")
        .writes([0; 36], |id, out| {
            uuid_simd::format_hyphenated(id.as_bytes(), out.as_out(), AsciiCase::Lower)
        })
        .reads(Uuid::eq, |text| <Uuid as UuidExt>::parse_hyphenated(text))
        .cases
}

pub fn evently(operation: Operation) -> Cases {
    let text = |id: &EventId| format!("{:032x}", id.to_bits());
    own(operation, events(COUNT), text, |id| id.encode(), EventId::decode)
        .of("uuid-simple", events(COUNT).iter().map(|id| id.to_bytes()).collect())
        .writes([0; 32], |id, out| Uuid::from_bytes(*id).simple().encode_lower(out).as_bytes())
        .reads(<[u8; 16]>::eq, |text| Uuid::try_parse(text).map(Uuid::into_bytes))
        .named("const-hex")
        .writes([0; 32], |id, out| {
            const_hex::encode_to_slice(id, out).expect("32 characters");
            out
        })
        .strings(|id| const_hex::encode(id))
        .reads(<[u8; 16]>::eq, |text| const_hex::decode_to_array(text))
        .named("faster-hex")
        .writes([0; 32], |id, out| {
            faster_hex::hex_encode(id, out).expect("32 characters").as_bytes()
        })
        .strings(|id| faster_hex::hex_string(id))
        .reads(<[u8; 16]>::eq, |text| {
            let mut buffer = [0; 16];
            faster_hex::hex_decode(text.as_bytes(), &mut buffer).map(drop)?;
            Ok::<_, faster_hex::Error>(buffer)
        })
        .named("hex-simd")
        .writes([0; 32], |id, out| hex_simd::encode(id, out[..].as_out(), AsciiCase::Lower))
        .strings(|id| hex_simd::encode_to_string(id, AsciiCase::Lower))
        .reads(<[u8; 16]>::eq, |text| {
            let mut buffer = [0; 16];
            hex_simd::decode(text.as_bytes(), buffer[..].as_out()).map(drop)?;
            Ok::<_, hex_simd::Error>(buffer)
        })
        .cases
}

pub fn others(operation: Operation) -> Cases {
    let number = |id: &Ulid| u128::from_be_bytes(id.to_bytes());
    let rusty = ulids(COUNT).iter().map(|id| rusty_ulid::Ulid::from(number(id))).collect();
    let ferroid = ulids(COUNT).iter().map(|id| ULID::from_raw(number(id))).collect();
    let scru128 = ulids(COUNT).iter().map(|id| scru128::Id::from_bytes(id.to_bytes())).collect();
    let ksuids = (1..).zip(ulids(COUNT));
    let ksuids = ksuids.map(|(n, id)| svix_ksuid::Ksuid::new_raw(n, Some(&id.to_bytes())));
    let tsids = snowflakes(COUNT).iter().map(|id| tsid::TSID::from(id.to_bits())).collect();
    let typed: Vec<TypeSafeId<Person>> =
        uuids(COUNT).into_iter().map(TypeSafeId::from_uuid).collect();
    let xids = flaxes(COUNT).iter().map(|id| xid::Id(id.to_bytes())).collect();
    Texts::new(operation)
        .other("uuid", uuids(COUNT), Uuid::to_string, Uuid::try_parse, Uuid::eq)
        .named("uuid-explained")
        .reads(Uuid::eq, Uuid::parse_str)
        .other("ulid", ulids(COUNT), Ulid::to_string, Ulid::from_string, Ulid::eq)
        .writes([0; 26], |id, out| id.array_to_str(out).as_bytes())
        .other(
            "rusty_ulid",
            rusty,
            rusty_ulid::Ulid::to_string,
            rusty_ulid::crockford::parse_crockford_u128,
            |id, read| u128::from(*id) == *read,
        )
        .other(
            "ferroid-ulid",
            ferroid,
            |id| id.encode().as_string(),
            |text| ULID::decode(text),
            ULID::eq,
        )
        .writes(ULID::base32_array(), |id, out| {
            let _ = id.encode_to_buf(out);
            out
        })
        .other(
            "scru128",
            scru128,
            scru128::Id::to_string,
            scru128::Id::try_from_str,
            scru128::Id::eq,
        )
        .encodes(|id| id.encode())
        .other(
            "svix-ksuid",
            ksuids.collect(),
            svix_ksuid::Ksuid::to_string,
            |text| text.parse(),
            svix_ksuid::Ksuid::eq,
        )
        .other(
            "tsid",
            tsids,
            |id| id.to_string(),
            |text| tsid::TSID::try_from(text),
            |id, read| id.number() == read.number(),
        )
        .other(
            "type-safe-id",
            typed,
            |id| id.to_string(),
            |text| text.parse::<TypeSafeId<Person>>(),
            |id, read| id.uuid() == read.uuid(),
        )
        .other("xid", xids, |id| id.to_string(), |text| text.parse(), xid::Id::eq)
        .cases
}
