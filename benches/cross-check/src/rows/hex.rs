//! Hexadecimal digits and UUIDs, written and read.

use evently_id::EventId;
use hex_simd::{AsOut, AsciiCase};
use ids_core::format::Hex;
use luuid::Luuid;
use uuid::Uuid;

use super::texts::{bytes, events, hex, luuids, numbers, strings, uuids};
use crate::measure::Row;

/// Why a text is read.
const OWN: &str = "its own text";

pub fn encode(row: Row) -> Row {
    row.write("const-hex", bytes(), [0; 32], |bytes, out| {
        const_hex::encode_to_slice(bytes, out).expect("room");
        out
    })
    .encode("ids", events(), |id| id.encode())
    .write("hex-simd", bytes(), [0; 32], |bytes, out| {
        hex_simd::encode(bytes, out[..].as_out(), AsciiCase::Lower)
    })
    .write("faster-hex", bytes(), [0; 32], |bytes, out| {
        faster_hex::hex_encode(bytes, out).expect("room").as_bytes()
    })
    .write("uuid, simple", uuids(), [0; 32], |uuid, out| uuid.simple().encode_lower(out).as_bytes())
}

pub fn by_const_hex(text: &String) -> Result<[u8; 16], const_hex::FromHexError> {
    const_hex::decode_to_array(text)
}

pub fn by_hex_simd(text: &String) -> Result<[u8; 16], hex_simd::Error> {
    let mut out = [0; 16];
    hex_simd::decode(text.as_bytes(), out[..].as_out()).map(drop)?;
    Ok(out)
}

pub fn by_faster_hex(text: &String) -> Result<[u8; 16], faster_hex::Error> {
    let mut out = [0; 16];
    faster_hex::hex_decode(text.as_bytes(), &mut out).map(drop)?;
    Ok(out)
}

pub fn decode(row: Row) -> Row {
    row.over("const-hex", hex(), |text| by_const_hex(text).expect(OWN))
        .over("ids", strings(&events()), |text| EventId::decode(text.as_bytes()).expect(OWN))
        .over("ids, any case", hex(), |text| {
            Hex::ANY_CASE.decode::<32>(text.as_bytes()).expect(OWN)
        })
        .over("hex-simd", hex(), |text| by_hex_simd(text).expect(OWN))
        .over("faster-hex", hex(), |text| by_faster_hex(text).expect(OWN))
        .over("uuid", hex(), |text| Uuid::try_parse(text).expect(OWN))
}

pub fn encode_uuid(row: Row) -> Row {
    row.write("uuid", uuids(), [0; 36], |uuid, out| uuid.hyphenated().encode_lower(out).as_bytes())
        .encode("ids", numbers(), |number| Hex::LOWER.encode_uuid(*number))
        .write("uuid-simd", bytes(), [0; 36], |bytes, out| {
            let to = uuid_simd::Out::from_mut(out);
            uuid_simd::format_hyphenated(bytes, to, uuid_simd::AsciiCase::Lower)
        })
}

pub fn decode_uuid(row: Row) -> Row {
    let texts = strings(&luuids());
    row.over("uuid", texts.clone(), |text| Uuid::try_parse(text).expect(OWN))
        .over("ids", texts.clone(), |text| Luuid::decode(text.as_bytes()).expect(OWN))
        .over("uuid-simd", texts, |text| {
            let mut out = [0; 16];
            let to = uuid_simd::Out::from_mut(&mut out);
            let _ = uuid_simd::parse_hyphenated(text.as_bytes(), to).expect(OWN);
            out
        })
}
