//! A past event with other data and the same id: what a CRC cannot show, and what the command says of it.

use evently_ledger::{EventId, EventReader, Profile};

use super::files::{Folder, ids, lines, records};
use crate::run::{Run, with_input};

/// Letters that the forger is free to choose: each is a bit, as an `a` or a `c`.
const FREE: u32 = 40;

/// The record with other data, under the same id. CRC-32C is linear: each letter changes the checksum in
/// a way of its own, whatever the others are, and some of these changes together give any checksum.
fn forged(record: &str, previous: EventId) -> String {
    let (head, end) = record.split_once("\"data\":").unwrap();
    let (_, stamp) = end.rsplit_once(",\"timestamp\"").unwrap();
    let with = |choice: u64| {
        let letter = |bit| if choice >> bit & 1 == 0 { 'a' } else { 'c' };
        let letters: String = (0..FREE).map(letter).collect();
        format!(r#"{head}"data":{{"n":"{letters}","paid":9999999}},"timestamp"{stamp}"#)
    };
    let mut reader = EventReader::new(Profile::Doc5);
    let mut checksum = |record: &str| {
        let mut event = reader.read(record.as_bytes()).unwrap();
        event.id(previous).unwrap().checksum()
    };
    let wanted = ids_of(record).checksum();
    let plain = checksum(&with(0));
    let mut basis: Vec<(u32, u64)> = Vec::new();
    let reduced = |basis: &[(u32, u64)], change: u32, choice: u64| {
        basis.iter().fold((change, choice), |(change, choice), (other, bits)| {
            if change ^ other < change { (change ^ other, choice ^ bits) } else { (change, choice) }
        })
    };
    for bit in 0..FREE {
        let change = checksum(&with(1 << bit)) ^ plain;
        let found = reduced(&basis, change, 1 << bit);
        if found.0 != 0 {
            basis.push(found);
        }
    }
    let (rest, choice) = reduced(&basis, wanted ^ plain, 0);
    assert_eq!(rest, 0, "the letters reach every checksum");
    with(choice)
}

/// The id that a record carries.
fn ids_of(record: &str) -> EventId {
    let (_, id) = record.rsplit_once("\"eventId\":\"").unwrap();
    id[..32].parse().unwrap()
}

#[test]
fn the_same_ids() {
    let folder = Folder::new("ledger");
    let genuine = records(50, 0);
    let known = ids(&genuine);
    let mut other = genuine.clone();
    other[20] = forged(&genuine[20], known[19]);
    assert!(other[20].contains("9999999") && ids_of(&other[20]) == known[20]);
    let (a, b) = (folder.write("a", lines(&genuine)), folder.write("b", lines(&other)));
    let run = |arguments: &[&str]| -> Run { with_input(&[&["ledger"], arguments].concat(), b"") };
    // The verdict is the same for both, and says what it is worth.
    let verdict = run(&["verify", &a]).ok().out;
    assert_eq!(run(&["verify", &b]).ok().out, verdict);
    assert!(verdict.ends_with("Only a digest kept elsewhere shows that\n"), "{verdict}");
    let same = run(&["diff", &a, &b]).ok().out;
    assert!(same.starts_with("same ids: both end with "), "{same}");
    assert!(same.ends_with("only ids were compared: --all compares the records\n"), "{same}");
    assert_eq!(run(&["diff", &a, &b, "--json"]).ok().json()[0]["compared"], "ids");
    // The digest and the records are not the same.
    let digest = |file| run(&["verify", "--digest", "--json", file]).ok().json().remove(0);
    let (genuine, forged) = (digest(&a), digest(&b));
    assert_eq!(genuine["head"], forged["head"]);
    assert_ne!(genuine["sha256"], forged["sha256"]);
    let found = run(&["diff", &a, &b, "--all"]).code(4).out;
    assert!(found.starts_with("the same id, but another record, after "), "{found}");
    let found = run(&["diff", &a, &b, "--all", "--json"]).code(4).json().remove(0);
    assert_eq!((&found["verdict"], &found["compared"]), (&"rewritten".into(), &"records".into()));
    assert_eq!(found["index"], "20");
}
