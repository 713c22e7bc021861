//! Hexadecimal digits and UUIDs, written into arrays and read.

use evently_id::EventId;
use hex_simd::{AsOut, AsciiCase};
use ids_core::format::Hex;
use luuid::Luuid;
use uuid::Uuid;

use super::texts::{bytes, events, hex, luuids, numbers, strings, uuids};
use crate::measure::Row;

pub fn encode(row: Row) -> Row {
    row.over("const-hex", bytes(), |bytes| {
        let mut out = [0; 32];
        const_hex::encode_to_slice(bytes, &mut out).expect("room");
        out
    })
    .over("ids", events(), |id| id.encode())
    .over("hex-simd", bytes(), |bytes| {
        let mut out = [0; 32];
        let _ = hex_simd::encode(bytes, out[..].as_out(), AsciiCase::Lower);
        out
    })
    .over("faster-hex", bytes(), |bytes| {
        let mut out = [0; 32];
        faster_hex::hex_encode(bytes, &mut out).expect("room");
        out
    })
    .over("uuid, simple", uuids(), |uuid| {
        let mut out = [0; 32];
        uuid.simple().encode_lower(&mut out);
        out
    })
}

pub fn by_const_hex(text: &String) -> Option<[u8; 16]> {
    let mut out = [0; 16];
    const_hex::decode_to_slice(text, &mut out).ok().map(|()| out)
}

pub fn by_hex_simd(text: &String) -> Option<[u8; 16]> {
    let mut out = [0; 16];
    let done = hex_simd::decode(text.as_bytes(), out[..].as_out()).is_ok();
    done.then_some(out)
}

pub fn by_faster_hex(text: &String) -> Option<[u8; 16]> {
    let mut out = [0; 16];
    faster_hex::hex_decode(text.as_bytes(), &mut out).ok().map(|()| out)
}

pub fn decode(row: Row) -> Row {
    row.over("const-hex", hex(), by_const_hex)
        .over("ids", strings(&events()), |text| EventId::decode(text.as_bytes()).ok())
        .over("ids, any case", hex(), |text| Hex::ANY_CASE.decode::<32>(text.as_bytes()).ok())
        .over("hex-simd", hex(), by_hex_simd)
        .over("faster-hex", hex(), by_faster_hex)
        .over("uuid", hex(), |text| Uuid::try_parse(text))
}

pub fn encode_uuid(row: Row) -> Row {
    row.over("uuid", uuids(), |uuid| {
        let mut out = [0; 36];
        uuid.hyphenated().encode_lower(&mut out);
        out
    })
    .over("ids", numbers(), |number| Hex::LOWER.encode_uuid(*number))
    .over("uuid-simd", bytes(), |bytes| {
        let mut out = [0; 36];
        let to = uuid_simd::Out::from_mut(&mut out);
        let _ = uuid_simd::format_hyphenated(bytes, to, uuid_simd::AsciiCase::Lower);
        out
    })
}

pub fn decode_uuid(row: Row) -> Row {
    let texts = strings(&luuids());
    row.over("uuid", texts.clone(), |text| Uuid::try_parse(text).ok())
        .over("ids", texts.clone(), |text| Luuid::decode(text.as_bytes()).ok())
        .over("uuid-simd", texts, |text| {
            let mut out = [0; 16];
            let to = uuid_simd::Out::from_mut(&mut out);
            let done = uuid_simd::parse_hyphenated(text.as_bytes(), to).is_ok();
            done.then_some(out)
        })
}
