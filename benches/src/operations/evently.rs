//! `canonical_hash` and `verify` of Evently events, beside pipelines on other JSON parsers: parse,
//! sort the keys, write canonical text, CRC-32C.
//!
//! The other pipelines are what one writes first on each parser. They refuse less: no duplicate
//! keys, no U+0000, and their numbers have passed through binary64, so the events compared have
//! none that this changes.

use std::{collections::BTreeMap, time::Duration};

use evently_id::{EventId, EventReader, Profile};
use evently_ledger::{Chain, FixedClock, Verifier, records};
use serde_json::Value;
use simd_json::prelude::*;
use sonic_rs::{JsonContainerTrait, JsonValueTrait};

use crate::case::{COUNT, Cases};

/// A ledger whose records are in the order in which a program would write them, keys unsorted.
pub fn ledger(count: usize) -> Vec<Vec<u8>> {
    let start = Duration::from_secs(1_735_689_600);
    let mut record = Vec::new();
    let genesis = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"name":"bench"}}"#;
    let mut chain = Chain::begin(&FixedClock::new(start), genesis, &mut record).unwrap();
    let mut ledger = Vec::new();
    for number in 0..count {
        let body = format!(
            r#""event":"Item Ordered","entities":{{"patron":["p{}"],"order":["{number:016x}"]}},"meta":{{"commandId":"e33692e9-9e73-4028-8962-2753ddae2a0f","actor":"register-{}","correlationId":"{number}"}},"data":{{"toppings":["chiles","salsa verde","crème fraîche"],"menuItem":"Bean Burrito","spicy":true,"peppers":{},"price":{}.5,"note":"no onions, \"extra\" napkins","address":{{"zip":"12345","street":"{} Main Street","city":"Springfield"}}}}"#,
            number % 907,
            number % 17,
            number % 5,
            number % 40,
            number % 900,
        );
        let id = chain
            .append(&FixedClock::new(start), format!("{{{body}}}").as_bytes(), &mut Vec::new())
            .unwrap();
        let time = evently_id::format_timestamp(id.timestamp()).unwrap();
        ledger.push(format!(r#"{{{body},"timestamp":"{time}","eventId":"{id}"}}"#).into_bytes());
    }
    ledger
}

/// The same records with the values as the canonical form has them.
fn canonical(ledger: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let start = Duration::from_secs(1_735_689_600);
    let mut genesis = Vec::new();
    let first = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"name":"bench"}}"#;
    let mut chain = Chain::begin(&FixedClock::new(start), first, &mut genesis).unwrap();
    let mut out = Vec::new();
    for record in ledger {
        let end = record.windows(13).rposition(|w| w == b",\"timestamp\":").unwrap();
        let mut written = Vec::new();
        chain
            .append(&FixedClock::new(start), &[&record[..end], b"}"].concat(), &mut written)
            .unwrap();
        out.push(written);
    }
    out
}

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
            let sorted: BTreeMap<_, _> = members.iter().collect();
            out.push(b'{');
            for (index, (key, value)) in sorted.into_iter().enumerate() {
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

/// The tail of the feed and the checksum.
fn finish(out: &mut Vec<u8>, timestamp: &str, previous: EventId) -> u32 {
    let time = evently_id::parse_timestamp(timestamp).unwrap();
    let tail = format!("{time:016x}{}{previous}", previous.ledger());
    out.extend_from_slice(tail.as_bytes());
    crc32c::crc32c(out)
}

fn by_serde(record: &[u8], previous: EventId, out: &mut Vec<u8>) -> u32 {
    let value: Value = serde_json::from_slice(record).unwrap();
    out.clear();
    out.extend_from_slice(value["event"].as_str().unwrap().as_bytes());
    for field in ["entities", "meta", "data"] {
        serde_canonical(&value[field], out);
    }
    finish(out, value["timestamp"].as_str().unwrap(), previous)
}

fn by_sonic(record: &[u8], previous: EventId, out: &mut Vec<u8>) -> u32 {
    let value: sonic_rs::Value = sonic_rs::from_slice(record).unwrap();
    out.clear();
    out.extend_from_slice(value["event"].as_str().unwrap().as_bytes());
    for field in ["entities", "meta", "data"] {
        sonic_canonical(&value[field], out);
    }
    finish(out, value["timestamp"].as_str().unwrap(), previous)
}

fn by_simd(
    record: &[u8],
    previous: EventId,
    input: &mut Vec<u8>,
    buffers: &mut simd_json::Buffers,
    out: &mut Vec<u8>,
) -> u32 {
    // It parses in place, so the record is copied first.
    input.clear();
    input.extend_from_slice(record);
    let tape = simd_json::to_tape_with_buffers(input, buffers).unwrap();
    let value = tape.as_value();
    let members = value.as_object().unwrap();
    out.clear();
    out.extend_from_slice(members.get("event").unwrap().as_str().unwrap().as_bytes());
    for field in ["entities", "meta", "data"] {
        simd_canonical(members.get(field).unwrap(), out);
    }
    finish(out, members.get("timestamp").unwrap().as_str().unwrap(), previous)
}

pub fn canonical_hash() -> Cases {
    let ledger = ledger(COUNT);
    let sorted = canonical(&ledger);
    let previous = EventId::decode(b"0005cd7556b05092aecc815daa77f99c").unwrap();
    let ours = || {
        let mut reader = EventReader::new(Profile::Doc5);
        move |record: &Vec<u8>| {
            reader.read(record).unwrap().id(previous.ledger(), previous).unwrap().checksum()
        }
    };
    let by_ids = |record: &Vec<u8>| ours()(record);
    let mut reused = [Vec::new(), Vec::new(), Vec::new(), Vec::new()];
    let [serde, sonic, simd, input] = &mut reused;
    let (mut serde, mut sonic) = (std::mem::take(serde), std::mem::take(sonic));
    let (mut simd, mut input) = (std::mem::take(simd), std::mem::take(input));
    let mut buffers = simd_json::Buffers::default();
    let right = |record: &Vec<u8>, checksum: &u32| *checksum == by_ids(record);
    let reference =
        |record: &Vec<u8>, checksum: &u32| *checksum == by_serde(record, previous, &mut Vec::new());
    Cases::new(COUNT)
        .over("ids", ledger.clone(), reference, ours())
        .over("ids-canonical-input", sorted, reference, ours())
        .over("serde_json", ledger.clone(), right, move |r| by_serde(r, previous, &mut serde))
        .over("sonic-rs", ledger.clone(), right, move |r| by_sonic(r, previous, &mut sonic))
        .over("simd-json", ledger, right, move |record| {
            by_simd(record, previous, &mut input, &mut buffers, &mut simd)
        })
}

/// Timestamps of events, whose parser is Evently's own: it takes less than RFC 3339 allows.
pub fn timestamp() -> Cases {
    let texts: Vec<String> = (0..COUNT as u64)
        .map(|n| evently_id::format_timestamp(1_633_278_732_816_530 + n * 1_234_567).unwrap())
        .map(|text| text.to_string())
        .collect();
    let right = |text: &String, micros: &u64| {
        evently_id::format_timestamp(*micros).is_some_and(|written| written.as_str() == text)
    };
    Cases::new(COUNT)
        .over("ids", texts.clone(), right, |text| evently_id::parse_timestamp(text).unwrap())
        .over("jiff", texts, right, |text| {
            let time: jiff::Timestamp = text.parse().unwrap();
            u64::try_from(time.as_microsecond()).unwrap()
        })
}

pub fn verify() -> Cases {
    let ledger = ledger(COUNT + 1);
    let lines = ledger.join(&b'\n');
    // The genesis event is not among them: the first record is trusted.
    let trusted = trusted(&ledger[0]);
    let rest = lines[ledger[0].len() + 1..].to_vec();
    let copy = rest.clone();
    let by_serde_json = move || {
        let (mut out, mut previous) = (Vec::new(), trusted);
        for (_, record) in records(&copy) {
            let checksum = by_serde(record, previous, &mut out);
            let value: Value = serde_json::from_slice(record).unwrap();
            let id: EventId = value["eventId"].as_str().unwrap().parse().unwrap();
            assert_eq!(id.checksum(), checksum);
            previous = id;
        }
        previous
    };
    let by_ids = move || {
        let mut verifier = Verifier::after(trusted, Some(Profile::Doc5));
        assert_eq!(verifier.verify_lines(&rest), Ok(COUNT as u64));
        verifier.head().unwrap()
    };
    assert_eq!(by_ids(), by_serde_json());
    Cases::new(COUNT).each("ids", by_ids).each("serde_json", by_serde_json)
}

/// The checksum alone, of as many bytes as an event has.
pub fn checksum() -> Cases {
    Cases::new(COUNT).over(
        "crc32c",
        ledger(COUNT),
        |_, _: &u32| true,
        |event| crc32c::crc32c(event),
    )
}

/// The id that a record carries.
fn trusted(record: &[u8]) -> EventId {
    let mut reader = EventReader::new(Profile::Doc5);
    reader.read(record).unwrap().recorded().unwrap().parse().unwrap()
}
