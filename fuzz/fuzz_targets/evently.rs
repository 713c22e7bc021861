//! Evently: canonical JSON and ids of events against a naive printer and a
//! bitwise checksum.
#![no_main]

use arbitrary::Unstructured;
use evently_id::{Canonicalizer, Duplicates, EventReader, Numbers, Profile};
use ids_testkit::json::RandomJson;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    text(data);
    let mut bytes = Unstructured::new(data);
    // What is left of the bytes decides; without any it is 0.
    event(&mut RandomJson(|limit| bytes.int_in_range(0..=limit - 1).unwrap_or(0)));
});

/// Any bytes: what has a canonical form has it for good, and is JSON for others, too.
fn text(data: &[u8]) {
    for numbers in [Numbers::Positional, Numbers::EcmaScript] {
        let mut strict = Canonicalizer::new(numbers);
        let Ok(canonical) = strict.canonicalize(data).map(<[u8]>::to_vec) else { continue };
        assert_eq!(strict.canonicalize(&canonical), Ok(&*canonical));
        let mut lenient = Canonicalizer::new(numbers).with_duplicates(Duplicates::LastWins);
        assert_eq!(lenient.canonicalize(data), Ok(&*canonical));
        assert!(serde_json::from_slice::<serde::de::IgnoredAny>(data).is_ok());
    }
}

/// An event's body and id, by the rules read literally.
fn event(random: &mut RandomJson<impl FnMut(u64) -> u64>) {
    let [entities, meta, data] = [random.object(3), random.object(2), random.value(4)];
    let mut record = String::from("{\"event\":\"e\\u00e9\"");
    for (name, value) in [("data", &data), ("meta", &meta), ("entities", &entities)] {
        record.extend([",\"", name, "\":"]);
        value.print(&mut |limit| random.choice(limit), &mut record);
    }
    record.push_str(",\"timestamp\":\"2021-10-03T16:32:12.816530Z\"}");
    let body = format!("eé{}{}{}", entities.canonical(), meta.canonical(), data.canonical());
    let mut reader = EventReader::new(Profile::Doc5);
    let mut event = reader.read(record.as_bytes()).unwrap_or_else(|e| panic!("{e}: {record}"));
    assert_eq!(core::str::from_utf8(event.canonical()), Ok(&*body), "{record}");
    let time = "0005cd7556b05092";
    let ledger = crc32c(&format!("{body}{time}")) & !3;
    let checksum = crc32c(&format!("{body}{time}{ledger:08x}{time}00000000{ledger:08x}"));
    let genesis = event.id(None).expect("the timestamp fits");
    assert_eq!(genesis.to_string(), format!("{time}{checksum:08x}{ledger:08x}"));
    let checksum = crc32c(&format!("{body}{time}{ledger:08x}{genesis}"));
    let next = event.id(genesis).expect("the timestamp fits");
    assert_eq!(next.checksum(), checksum);
}

/// CRC-32C, a bit at a time.
fn crc32c(text: &str) -> u32 {
    !text.bytes().fold(!0, |checksum, byte| {
        (0..8).fold(checksum ^ u32::from(byte), |checksum, _| {
            checksum >> 1 ^ if checksum & 1 == 1 { 0x82f6_3b78 } else { 0 }
        })
    })
}
