//! Ledgers to try the command on, and folders to keep them in.

use core::time::Duration;

use evently_ledger::Chain;
use ids_core::UnixTime;

pub(crate) use ids_testkit::Folder;

/// The records of these events, a millisecond apart.
pub(crate) fn chained(events: impl IntoIterator<Item = String>) -> Vec<String> {
    let start = UnixTime::from_micros(1_633_278_732_816_530);
    let mut chain = None::<Chain>;
    let stamp = |(event, millis): (String, u64)| {
        let (clock, mut record) = (start + Duration::from_millis(millis), Vec::new());
        if let Some(chain) = &mut chain {
            chain.append(&clock, event.as_bytes(), &mut record).unwrap();
        } else {
            chain = Some(Chain::begin(&clock, event.as_bytes(), &mut record).unwrap());
        }
        String::from_utf8(record).unwrap()
    };
    events.into_iter().zip(0..).map(stamp).collect()
}

/// The records of a ledger of `count` events, each with a text of this length.
pub(crate) fn records(count: u64, length: usize) -> Vec<String> {
    let text = "x".repeat(length);
    let genesis = r#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"name":"tennis"}}"#;
    let events = (1..count).map(|number| {
        format!(
            r#"{{"event":"{}","entities":{{"player":["p{}"]}},"meta":{{"actor":"é"}},"data":{{"points":{}.50,"text":"{text}"}}}}"#,
            ["🎾-served", "scored", "scored"][usize::try_from(number % 3).unwrap()],
            number % 4,
            number * 15,
        )
    });
    chained(core::iter::once(genesis.to_owned()).chain(events))
}

/// Fifty events.
pub(crate) fn fifty() -> Vec<String> {
    records(50, 20)
}

/// Records as they stand in a file.
pub(crate) fn lines(records: &[String]) -> Vec<u8> {
    records.iter().flat_map(|record| [record.as_bytes(), b"\n"].concat()).collect()
}
