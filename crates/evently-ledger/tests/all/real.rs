//! Ledgers that others have written: valid as they are, and every change is found where it is.
//!
//! `just peer-evently` runs this with a folder of `*.ndjson` in `EVENTLY_LEDGERS`.

use std::{fs, path::PathBuf};

use evently_ledger::{EventId, Verifier};

/// How a field that the id covers is changed, where a record has it like this.
const EDITS: [(&str, &str); 11] = [
    ("\"event\":\"", "\"event\":\"x"),
    ("\"entity\":\"", "\"entity\":\"x"),
    ("\"key\":\"", "\"key\":\"x"),
    ("\"entities\":{\"", "\"entities\":{\"x~\":1,\""),
    ("\"entities\":{}", "\"entities\":{\"x\":1}"),
    ("\"meta\":{\"", "\"meta\":{\"x~\":1,\""),
    ("\"meta\":{}", "\"meta\":{\"x\":1}"),
    ("\"data\":", "\"data\":[1],\"was\":"),
    ("\"timestamp\":\"20", "\"timestamp\":\"21"),
    ("\"eventId\":\"0", "\"eventId\":\"1"),
    ("\"eventId\":", "\"eventid\":"),
];

/// The index of the first failure among records that follow this event.
fn failure(after: Option<EventId>, like: &Verifier, records: &[&str]) -> Option<u64> {
    let mut verifier = Verifier::after(after, like.profile());
    let verdict = verifier.verify_lines(records.join("\n").as_bytes());
    verdict.err().map(|failure| failure.index)
}

#[test]
#[ignore = "needs ledgers: just peer-evently"]
fn ledgers_of_others() {
    let folder = PathBuf::from(std::env::var_os("EVENTLY_LEDGERS").expect("EVENTLY_LEDGERS"));
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|e| e == "ndjson")).collect();
    assert!(!paths.is_empty(), "no *.ndjson");
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let records: Vec<&str> = text.lines().collect();
        let mut verifier = Verifier::from_genesis(None);
        let ids: Vec<EventId> = records
            .iter()
            .map(|record| {
                verifier.verify(record.as_bytes()).unwrap_or_else(|e| panic!("{e}: {record}"))
            })
            .collect();
        let mut changes = 0_u64;
        for (index, record) in records.iter().enumerate() {
            let after = index.checked_sub(1).map(|before| ids[before]);
            let mut expect = |records: &[&str], place, what: &str| {
                assert_eq!(failure(after, &verifier, records), Some(place), "{what} at {index}");
                changes += 1;
            };
            let edits = EDITS.iter().filter(|(from, _)| record.contains(from));
            let edits: Vec<_> = edits.map(|(from, to)| record.replacen(from, to, 1)).collect();
            assert!(edits.len() >= 6, "{record}");
            for edited in &edits {
                expect(&[edited], 0, "edited");
            }
            expect(&[record, record], 1, "doubled");
            if let Some(next) = records.get(index + 1) {
                expect(&[next], 0, "removed");
                expect(&[next, record], 0, "swapped");
            }
            let foreign = records[(index + records.len() / 2) % records.len()];
            if foreign != *record {
                expect(&[foreign, record], 0, "a foreign event inserted");
            }
        }
        println!(
            "{}: {} events of profile {}, {changes} changes found",
            path.display(),
            records.len(),
            verifier.profile().unwrap()
        );
    }
}
