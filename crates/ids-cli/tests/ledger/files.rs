//! Ledgers to try the command on, and folders to keep them in.

use core::time::Duration;

use evently_ledger::{Chain, EventId, Verifier};
use ids_core::UnixTime;

pub(crate) use ids_testkit::Folder;

/// The records of a ledger of `count` events, a millisecond apart, each with a text of this length.
pub(crate) fn records(count: u64, length: usize) -> Vec<String> {
    let start = UnixTime::from_micros(1_633_278_732_816_530);
    let text = "x".repeat(length);
    let genesis = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"name":"tennis"}}"#;
    let mut record = Vec::new();
    let mut chain = Chain::begin(&start, genesis, &mut record).unwrap();
    let mut records = vec![String::from_utf8(record).unwrap()];
    for number in 1..count {
        let event = format!(
            r#"{{"event":"{}","entities":{{"player":["p{}"]}},"meta":{{"actor":"é"}},"data":{{"points":{}.50,"text":"{text}"}}}}"#,
            ["🎾-served", "scored", "scored"][usize::try_from(number % 3).unwrap()],
            number % 4,
            number * 15,
        );
        let mut record = Vec::new();
        chain
            .append(&(start + Duration::from_millis(number)), event.as_bytes(), &mut record)
            .unwrap();
        records.push(String::from_utf8(record).unwrap());
    }
    records
}

/// Fifty events.
pub(crate) fn fifty() -> Vec<String> {
    records(50, 20)
}

/// Records as they stand in a file.
pub(crate) fn lines(records: &[String]) -> Vec<u8> {
    records.iter().flat_map(|record| [record.as_bytes(), b"\n"].concat()).collect()
}

/// The ids of records that are valid.
pub(crate) fn ids(records: &[String]) -> Vec<EventId> {
    let mut verifier = Verifier::from_genesis(None);
    records.iter().map(|record| verifier.verify(record.as_bytes()).unwrap()).collect()
}
