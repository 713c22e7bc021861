//! The pipelines on other JSON parsers, as one writes them for speed.
//!
//! They parse a record once, sort only where the parser does not, reuse their buffers and format nothing
//! by `format!`. They refuse less: duplicate keys pass, U+0000 too, and their numbers have passed
//! through binary64, so the events compared have none that this changes.

use std::borrow::Cow;

use evently_id::EventId;
use serde::Deserialize;
use serde_json::Value;
use simd_json::prelude::*;
use sonic_rs::JsonContainerTrait;

fn serde_canonical(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Array(items) => {
            out.push(b'[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                serde_canonical(item, out);
            }
            out.push(b']');
        }
        Value::Object(members) => {
            // Its map is sorted already.
            out.push(b'{');
            for (index, (key, value)) in members.iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                serde_json::to_writer(&mut *out, key).unwrap();
                out.push(b':');
                serde_canonical(value, out);
            }
            out.push(b'}');
        }
        scalar => serde_json::to_writer(&mut *out, scalar).unwrap(),
    }
}

fn sonic_canonical(value: &sonic_rs::Value, out: &mut Vec<u8>) {
    if let Some(items) = value.as_array() {
        out.push(b'[');
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            sonic_canonical(item, out);
        }
        out.push(b']');
    } else if let Some(members) = value.as_object() {
        let mut sorted: Vec<_> = members.iter().collect();
        sorted.sort_unstable_by_key(|(key, _)| *key);
        out.push(b'{');
        for (index, (key, value)) in sorted.into_iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            sonic_rs::to_writer(&mut *out, key).unwrap();
            out.push(b':');
            sonic_canonical(value, out);
        }
        out.push(b'}');
    } else {
        sonic_rs::to_writer(&mut *out, value).unwrap();
    }
}

fn simd_canonical(value: simd_json::tape::Value<'_, '_>, out: &mut Vec<u8>) {
    if let Some(items) = value.as_array() {
        out.push(b'[');
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            simd_canonical(item, out);
        }
        out.push(b']');
    } else if let Some(members) = value.as_object() {
        let mut sorted: Vec<_> = members.iter().collect();
        sorted.sort_unstable_by_key(|(key, _)| *key);
        out.push(b'{');
        for (index, (key, value)) in sorted.into_iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            serde_json::to_writer(&mut *out, key).unwrap();
            out.push(b':');
            simd_canonical(value, out);
        }
        out.push(b'}');
    } else if let Some(text) = value.as_str() {
        serde_json::to_writer(&mut *out, text).unwrap();
    } else if let Some(flag) = value.as_bool() {
        out.extend_from_slice(if flag { b"true" } else { b"false" });
    } else if let Some(number) = value.as_u64() {
        serde_json::to_writer(&mut *out, &number).unwrap();
    } else if let Some(number) = value.as_f64() {
        serde_json::to_writer(&mut *out, &number).unwrap();
    } else {
        out.extend_from_slice(b"null");
    }
}

/// A record as each parser reads it: the members that are named by the format, and a tree for what a
/// program may put in.
#[derive(Deserialize)]
struct Record<'a, V> {
    event: Cow<'a, str>,
    entities: V,
    meta: V,
    data: V,
    timestamp: &'a str,
    #[serde(rename = "eventId")]
    id: &'a str,
}

/// The tail of the feed and the checksum.
fn finish(out: &mut Vec<u8>, timestamp: &str, previous: EventId) -> u32 {
    let time = evently_id::parse_timestamp(timestamp).unwrap();
    let mut tail = [0; 16 + 8 + 32];
    let (digits, rest) = tail.split_at_mut(16);
    let (ledger, last) = rest.split_at_mut(8);
    const_hex::encode_to_slice(time.to_be_bytes(), digits).unwrap();
    const_hex::encode_to_slice(previous.ledger().to_bits().to_be_bytes(), ledger).unwrap();
    const_hex::encode_to_slice(previous.to_bytes(), last).unwrap();
    out.extend_from_slice(&tail);
    crc32c::crc32c(out)
}

/// A checksum as it is computed, and the identifier that the record carries.
pub type Found = (u32, EventId);

/// The pipeline on a parser that serde drives.
fn by_record<V>(
    record: Record<'_, V>,
    previous: EventId,
    out: &mut Vec<u8>,
    canonical: fn(&V, &mut Vec<u8>),
) -> Found {
    out.clear();
    out.extend_from_slice(record.event.as_bytes());
    for value in [&record.entities, &record.meta, &record.data] {
        canonical(value, out);
    }
    (finish(out, record.timestamp, previous), record.id.parse().unwrap())
}

pub fn by_serde(record: &[u8], previous: EventId, out: &mut Vec<u8>) -> Found {
    by_record(serde_json::from_slice(record).unwrap(), previous, out, serde_canonical)
}

pub fn by_sonic(record: &[u8], previous: EventId, out: &mut Vec<u8>) -> Found {
    by_record(sonic_rs::from_slice(record).unwrap(), previous, out, sonic_canonical)
}

/// What the pipeline on simd-json uses again: it parses in place, so a record is copied first.
#[derive(Default)]
pub struct Simd {
    input: Vec<u8>,
    buffers: simd_json::Buffers,
    out: Vec<u8>,
}

impl Simd {
    pub fn found(&mut self, record: &[u8], previous: EventId) -> Found {
        let Self { input, buffers, out } = self;
        input.clear();
        input.extend_from_slice(record);
        let tape = simd_json::to_tape_with_buffers(input, buffers).unwrap();
        let value = tape.as_value();
        let members = value.as_object().unwrap();
        let text = |name| members.get(name).unwrap().into_string().unwrap();
        out.clear();
        out.extend_from_slice(text("event").as_bytes());
        for field in ["entities", "meta", "data"] {
            simd_canonical(members.get(field).unwrap(), out);
        }
        (finish(out, text("timestamp"), previous), text("eventId").parse().unwrap())
    }
}
