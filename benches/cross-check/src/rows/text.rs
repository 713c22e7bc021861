//! Texts, written, read and refused; and in a list as JSON, by serde into a buffer that is used again.

use evently_id::EventId;
use flax_id::FlaxId;
use hex_simd::{AsOut, AsciiCase};
use ids_core::format::Hex;
use luuid::Luuid;
use serde::{Serialize, Serializer};
use siq::Form;
use snowflake::{Snowflake, Twitter};
use ulid::Ulid;
use uuid::Uuid;

use super::texts::{
    bytes, hex, ids, longs, numbers, siqs, snowflakes, spoil, strings, ulids, uuids,
};
use crate::measure::Row;

/// Why a text is read.
const OWN: &str = "its own text";

impl Row {
    fn json<T: Serialize + 'static>(self, name: &'static str, ids: Vec<T>) -> Self {
        let mut out = Vec::new();
        self.way(name, ids.len(), move || {
            out.clear();
            serde_json::to_writer(&mut out, std::hint::black_box(&ids)).expect("a list of texts");
            std::hint::black_box(&out);
        })
    }
}

pub fn encode_hex(row: Row) -> Row {
    row.write("const-hex", bytes(), [0; 32], |bytes, out| {
        const_hex::encode_to_slice(bytes, out).expect("room");
        out
    })
    .encode("ids", ids::<EventId>(&numbers()), |id| id.encode())
    .write("hex-simd", bytes(), [0; 32], |bytes, out| {
        hex_simd::encode(bytes, out[..].as_out(), AsciiCase::Lower)
    })
    .write("faster-hex", bytes(), [0; 32], |bytes, out| {
        faster_hex::hex_encode(bytes, out).expect("room").as_bytes()
    })
    .write("uuid, simple", uuids(), [0; 32], |uuid, out| uuid.simple().encode_lower(out).as_bytes())
}

pub fn decode_hex(row: Row) -> Row {
    row.over("const-hex", hex(), |text| const_hex::decode_to_array::<_, 16>(text).expect(OWN))
        .over("ids", strings(&ids::<EventId>(&numbers())), |text| {
            EventId::decode(text.as_bytes()).expect(OWN)
        })
        .over("ids, any case", hex(), |text| {
            Hex::ANY_CASE.decode::<32>(text.as_bytes()).expect(OWN)
        })
        .over("hex-simd", hex(), |text| {
            let mut out = [0; 16];
            hex_simd::decode(text.as_bytes(), out[..].as_out()).map(drop).expect(OWN);
            out
        })
        .over("faster-hex", hex(), |text| {
            let mut out = [0; 16];
            faster_hex::hex_decode(text.as_bytes(), &mut out).map(drop).expect(OWN);
            out
        })
        .over("uuid", hex(), |text| Uuid::try_parse(text).expect(OWN))
}

pub fn decode_uuid(row: Row) -> Row {
    let texts = strings(&ids::<Luuid>(&numbers()));
    row.over("uuid", texts.clone(), |text| Uuid::try_parse(text).expect(OWN))
        .over("ids", texts.clone(), |text| Luuid::decode(text.as_bytes()).expect(OWN))
        .over("uuid-simd", texts, |text| {
            let mut out = [0; 16];
            let to = uuid_simd::Out::from_mut(&mut out);
            let _ = uuid_simd::parse_hyphenated(text.as_bytes(), to).expect(OWN);
            out
        })
}

pub fn encode_decimal(row: Row) -> Row {
    row.write("itoa", longs(), itoa::Buffer::new(), |number, out| out.format(*number).as_bytes())
        .encode("ids", snowflakes(), |id| id.encode())
}

/// SIQ's three texts beside texts of about their lengths.
pub fn encode_siq(row: Row) -> Row {
    let bytes: Vec<_> = siqs().iter().map(|id| id.to_bytes()).collect();
    row.write("ulid", ulids(), [0; 26], |id, out| id.array_to_str(out).as_bytes())
        .write("const-hex", bytes, [0; 28], |bytes, out| {
            const_hex::encode_to_slice(bytes, out).expect("room");
            out
        })
        .encode("ids, did", siqs(), |id| id.encode())
        .encode("ids, hex", siqs(), |id| Form::Hex.encode(*id))
        .encode("ids, base 32", siqs(), |id| Form::Base32.encode(*id))
}

pub fn hex_string(row: Row) -> Row {
    row.strings("const-hex", bytes(), |bytes| const_hex::encode(bytes))
        .strings("evently to_string", ids::<EventId>(&numbers()), |id| id.to_string())
        .strings("evently String::from", ids::<EventId>(&numbers()), |id| String::from(id.encode()))
        .strings("uuid, simple", uuids(), |uuid| uuid.simple().to_string())
}

pub fn decimal_string(row: Row) -> Row {
    row.strings("std", longs(), |number| number.to_string())
        .strings("itoa", longs(), |number| itoa::Buffer::new().format(*number).to_owned())
        .strings("snowflake to_string", snowflakes(), |id| id.to_string())
        .strings("snowflake String::from", snowflakes(), |id| String::from(id.encode()))
}

struct ByItoa(u64);

impl Serialize for ByItoa {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(itoa::Buffer::new().format(self.0))
    }
}

pub fn decimal_json(row: Row) -> Row {
    row.json("itoa", longs().into_iter().map(ByItoa).collect()).json("snowflake", snowflakes())
}

/// A wrong first character. Each peer's error says as much as it does, and `accepted` is how long the right text takes.
pub fn refused_decimal(row: Row) -> Row {
    let right = strings(&longs());
    let wrong = spoil(&right, 0);
    let ids = |text: &String| Snowflake::<Twitter>::decode(text.as_bytes());
    row.over("std", wrong.clone(), |text| text.parse::<u64>()).over("ids", wrong, ids).over(
        "ids, accepted",
        right,
        ids,
    )
}

/// The same of a wrong last character.
pub fn refused_flax(row: Row) -> Row {
    let right = strings(&ids::<FlaxId>(&numbers()));
    row.over("ulid", spoil(&strings(&ulids()), usize::MAX), |text| Ulid::from_string(text))
        .over("ids", spoil(&right, usize::MAX), |text| text.parse::<FlaxId>())
        .over("ids, accepted", right, |text| text.parse::<FlaxId>())
}
