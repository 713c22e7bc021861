//! `canonical_hash` and `verify` of Evently events, beside pipelines on other JSON parsers: parse,
//! write canonical text with the keys sorted, CRC-32C.

use chacha20::rand_core::Rng;
use evently_id::{EventId, EventReader, Profile};
use evently_ledger::{Chain, Verifier, records};

use serde_json::Value;

use super::{
    peers::{by_serde, by_sonic, list},
    simd::{Found, Pipeline},
};
use crate::{
    case::{COUNT, Cases},
    samples::{NOW, rng, shuffle},
};

/// What appends an event to a new ledger, whose time stands.
fn appending() -> impl FnMut(&[u8], &mut Vec<u8>) -> EventId {
    let clock = NOW;
    let genesis = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"name":"bench"}}"#;
    let mut chain = Chain::begin(&clock, genesis, &mut Vec::new()).unwrap();
    move |event, record| chain.append(&clock, event, record).unwrap()
}

/// A ledger whose records are in the order in which a program would write them, keys unsorted.
fn ledger(count: usize) -> Vec<Vec<u8>> {
    let mut append = appending();
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
        let id = append(format!("{{{body}}}").as_bytes(), &mut Vec::new());
        let time = evently_id::format_timestamp(id.timestamp()).unwrap();
        ledger.push(format!(r#"{{{body},"timestamp":"{time}","eventId":"{id}"}}"#).into_bytes());
    }
    ledger
}

/// The same records with the values as the canonical form has them.
fn canonical(ledger: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut append = appending();
    let mut out = Vec::new();
    for record in ledger {
        let end = record.windows(13).rposition(|w| w == b",\"timestamp\":").unwrap();
        let mut written = Vec::new();
        append(&[&record[..end], b"}"].concat(), &mut written);
        out.push(written);
    }
    out
}

/// The same records, the keys of each in an order of its own, so that the processor cannot learn one.
fn in_any_order(ledger: &[Vec<u8>]) -> Vec<Vec<u8>> {
    fn write(value: &Value, rng: &mut impl Rng, out: &mut Vec<u8>) {
        let Value::Object(members) = value else {
            return serde_json::to_writer(out, value).unwrap();
        };
        let mut members: Vec<_> = members.iter().collect();
        shuffle(&mut members, rng);
        list(out, *b"{}", members, |out, (key, value)| {
            serde_json::to_writer(&mut *out, key).unwrap();
            out.push(b':');
            write(value, rng, out);
        });
    }
    let mut rng = rng();
    let record = |record: &Vec<u8>| {
        let mut out = Vec::new();
        write(&serde_json::from_slice(record).unwrap(), &mut rng, &mut out);
        assert_eq!(out.len(), record.len());
        out
    };
    ledger.iter().map(record).collect()
}

/// Events with their keys in no order.
pub fn canonical_hash() -> Cases {
    hashing(in_any_order(&ledger(COUNT)))
}

/// The same as the canonical form has them, for every implementation.
pub fn canonical_hash_of_canonical() -> Cases {
    hashing(canonical(&ledger(COUNT)))
}

fn hashing(ledger: Vec<Vec<u8>>) -> Cases {
    let previous = EventId::decode(b"0005cd7556b05092aecc815daa77f99c").unwrap();
    let mut reader = EventReader::new(Profile::Doc5);
    let ours =
        move |record: &Vec<u8>| reader.read(record).unwrap().id(previous).unwrap().checksum();
    let right = |record: &Vec<u8>, sum: &u32| *sum == by_serde(record, previous, &mut Vec::new()).0;
    let (mut serde, mut sonic, mut simd) = (Vec::new(), Vec::new(), Pipeline::new());
    Cases::new(COUNT)
        .over("ids", ledger.clone(), right, ours)
        .over("serde_json", ledger.clone(), right, move |r| by_serde(r, previous, &mut serde).0)
        .over("sonic-rs", ledger.clone(), right, move |r| by_sonic(r, previous, &mut sonic).0)
        .over("simd-json", ledger, right, move |r| simd.found(r, previous).0)
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
    let rest: &'static [u8] = lines[ledger[0].len() + 1..].to_vec().leak();
    // Each record is parsed once, which gives both what its checksum is and what it should be.
    fn following(
        rest: &'static [u8],
        trusted: EventId,
        mut found: impl FnMut(&[u8], EventId) -> (u32, EventId) + 'static,
    ) -> impl FnMut() -> EventId + 'static {
        move || {
            let mut previous = trusted;
            for (_, record) in records(rest) {
                let (checksum, id) = found(record, previous);
                assert_eq!(id.checksum(), checksum);
                previous = id;
            }
            previous
        }
    }
    let parsed = |(checksum, id): Found<'_>| -> (u32, EventId) { (checksum, id.parse().unwrap()) };
    let (mut serde, mut sonic, mut simd) = (Vec::new(), Vec::new(), Pipeline::new());
    let by_ids = move || {
        let mut verifier = Verifier::after(trusted, Some(Profile::Doc5));
        assert_eq!(verifier.verify_lines(rest), Ok(COUNT as u64));
        verifier.head().unwrap()
    };
    let head = by_ids();
    let by_serde = following(rest, trusted, move |r, last| parsed(by_serde(r, last, &mut serde)));
    let by_sonic = following(rest, trusted, move |r, last| parsed(by_sonic(r, last, &mut sonic)));
    let by_simd = following(rest, trusted, move |r, last| parsed(simd.found(r, last)));
    let right = |name, mut run: Box<dyn FnMut() -> EventId>| {
        assert_eq!(run(), head, "{name}");
        run
    };
    Cases::new(COUNT)
        .each("ids", by_ids)
        .each("serde_json", right("serde_json", Box::new(by_serde)))
        .each("sonic-rs", right("sonic-rs", Box::new(by_sonic)))
        .each("simd-json", right("simd-json", Box::new(by_simd)))
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
