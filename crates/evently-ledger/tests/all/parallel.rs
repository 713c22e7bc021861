//! Records of a reader, verified by several threads: the verdict is that of one verifier.

use core::ops::ControlFlow;
use std::{
    io::{self, Read},
    sync::LazyLock,
};

use evently_ledger::{
    Chain, Digest, EventId, Fault, MAX_RECORD, MemoryStore, Record, Store as _, UnixTime, Verifier,
    parallel::Verification,
};
use proptest::{collection::vec, prelude::*, sample::Index};

/// Where a system has no threads, none is started.
const NUMBERS: &[usize] = if cfg!(target_family = "wasm") { &[0, 1] } else { &[0, 1, 3] };

/// Long enough for several chunks: 400 events, 1 MB.
static LEDGER: LazyLock<Vec<String>> = LazyLock::new(|| {
    let at = |number: u64| UnixTime::from_millis(1_633_278_732_816 + number);
    let event = br#"{"event":"Served","entities":{},"meta":{},"data":15.50}"#;
    let mut record = Vec::new();
    let mut chain = Chain::begin(&at(0), event, &mut record).unwrap();
    let mut lines = vec![String::from_utf8(record).unwrap()];
    for number in 1..400 {
        let note = "x".repeat(2_500);
        let event = format!(
            r#"{{"event":"Served","entities":{{}},"meta":{{"note":"{note}"}},"data":{number}.50}}"#
        );
        let mut record = Vec::new();
        chain.append(&at(number), event.as_bytes(), &mut record).unwrap();
        lines.push(String::from_utf8(record).unwrap());
    }
    lines
});

/// Places in it: the first records, one in the middle, and the last.
const PLACES: [usize; 5] = [0, 1, 2, 200, 399];

/// The byte at which a line begins.
fn start(lines: &[String], place: usize) -> u64 {
    lines[..place].iter().map(|line| line.len() as u64 + 1).sum()
}

#[test]
fn all_is_well() {
    let (mut verifier, mut digest) = (Verifier::from_genesis(None), Digest::EMPTY);
    let mut ids: Vec<EventId> = Vec::new();
    for line in &*LEDGER {
        let id = verifier.verify_with(line.as_bytes(), |event| digest.add_event(event));
        ids.push(id.unwrap());
    }
    for &threads in NUMBERS {
        let verification = Verification { threads, digest: true, ..Verification::default() };
        let (report, read) = verification.run((LEDGER.join("\n") + "\n").as_bytes());
        read.unwrap();
        assert_eq!((report.records, report.events, report.failed), (400, 400, 0));
        assert_eq!((report.head, report.digest), (ids.last().copied(), Some(digest)));
        assert_eq!((report.profile, report.first), (verifier.profile(), None));

        let rest = LEDGER[200..].join("\n");
        let (report, read) =
            Verification { after: Some(ids[199]), ..verification }.run(rest.as_bytes());
        read.unwrap();
        assert_eq!((report.events, report.head, report.first), (200, ids.last().copied(), None));
    }
}

/// A store with these records, whose ids it takes as they were.
fn stored(lines: &[String]) -> MemoryStore {
    let (mut store, mut after, mut verifier) =
        (MemoryStore::new(), None, Verifier::from_genesis(None));
    for (line, whole) in lines.iter().zip(&*LEDGER) {
        let id = verifier.verify(whole.as_bytes()).unwrap();
        let record = Record { id, key: None, json: line.as_bytes() };
        assert_eq!(store.append(after, &[record]), Ok(true));
        after = Some(id);
    }
    store
}

/// A value that is another one, one that cannot be read, and a field that is missing.
#[test]
fn the_first_failure() {
    for (found, other, kind) in [
        (".50,", ".51,", "mismatch"),
        (".50,", ".5.0,", "syntax"),
        (r#""eventId""#, r#""eventIt""#, "missing_field"),
    ] {
        for place in PLACES {
            let mut lines = LEDGER.clone();
            lines[place] = lines[place].replace(found, other);
            let text = lines.join("\n");
            let failure = Verifier::from_genesis(None).verify_lines(text.as_bytes()).unwrap_err();
            let mut store = stored(&lines);
            for &threads in NUMBERS {
                let verification = Verification { threads, ..Verification::default() };
                let (report, read) = verification.run(text.as_bytes());
                read.unwrap();
                let (of_store, read) = verification.run_store(&mut store);
                read.unwrap();
                for report in [report, of_store] {
                    let first = report.first.unwrap();
                    let case = format!("record {place} with {other}, {threads} threads");
                    assert_eq!((first.fault.kind(), report.events), (kind, place as u64), "{case}");
                    assert_eq!(
                        (first.index, first.offset),
                        (failure.index, failure.offset),
                        "{case}"
                    );
                }
            }
        }
    }
}

/// Each record is held against the one before it, also where that is wrong.
#[test]
fn every_failure() {
    let mut lines = LEDGER.clone();
    for place in PLACES {
        lines[place] = lines[place].replace("Served", "served");
    }
    let text = lines.join("\n");
    for &threads in NUMBERS {
        let verification = Verification { threads, keep_going: true, ..Verification::default() };
        let mut found = Vec::new();
        let (report, ended) = verification.watch(text.as_bytes(), |_, failed| {
            found.extend(failed.iter().map(|failed| (failed.index, failed.offset)));
            ControlFlow::Continue(())
        });
        assert!(ended.is_ok());
        assert_eq!((report.records, report.failed, report.events), (400, 5, 395));
        let expected = PLACES.map(|place| (place as u64, start(&lines, place)));
        assert_eq!(found, expected, "{threads} threads");
    }
}

#[test]
fn a_record_that_is_too_long() {
    let long = "x".repeat(MAX_RECORD + 1);
    for place in [0, 200] {
        let mut lines = LEDGER.clone();
        lines.insert(place, long.clone());
        let text = lines.join("\n");
        for &threads in NUMBERS {
            let verification = Verification { threads, ..Verification::default() };
            let (report, read) = verification.run(text.as_bytes());
            read.unwrap();
            let first = report.first.unwrap();
            let expected = (place as u64, start(&lines, place), "too_long");
            assert_eq!((first.index, first.offset, first.fault.kind()), expected);
        }
    }
}

/// What happens to a text: a piece of it is replaced, or a line is elsewhere, absent, or there twice.
type Change = (u8, Index, Index, usize, Vec<u8>);

fn change() -> impl Strategy<Value = Change> {
    let index = any::<Index>;
    let byte = prop_oneof![Just(b'\n'), Just(b'"'), Just(b'{'), any::<u8>()];
    let length = prop_oneof![Just(0), Just(1), 1..5_000_usize, Just(1 << 30)];
    (0..7_u8, index(), index(), length, vec(byte, 0..40))
}

fn apply((kind, a, b, length, bytes): Change, text: &mut Vec<u8>) {
    if text.is_empty() {
        return;
    }
    let mut lines: Vec<_> = text.split_inclusive(|byte| *byte == b'\n').collect();
    let (at, other) = (a.index(lines.len()), b.index(lines.len()));
    match kind {
        0 => lines.swap(at, other),
        1 => drop(lines.remove(at)),
        2 => lines.insert(at, lines[at]),
        _ => {
            let at = a.index(text.len());
            text.splice(at..text.len().min(at + length), bytes);
            return;
        }
    }
    *text = lines.concat();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// Whatever has been corrupted.
    #[test]
    fn equal_verdicts(changes in vec(change(), 1..6)) {
        let mut text = (LEDGER.join("\n") + "\n").into_bytes();
        for change in changes {
            apply(change, &mut text);
        }
        for keep_going in [false, true] {
            let mut first = None;
            for threads in if cfg!(target_family = "wasm") { 0..2 } else { 0..5 } {
                let verification =
                    Verification { threads, keep_going, ..Verification::default() };
                let mut found = Vec::new();
                let (report, read) = verification.watch(&text[..], |_, failed| {
                    found.extend_from_slice(failed);
                    ControlFlow::Continue(())
                });
                prop_assert!(read.is_ok());
                let verdict = (format!("{report:?}"), found);
                let first = first.get_or_insert_with(|| verdict.clone());
                prop_assert_eq!(first, &verdict, "{} threads", threads);
            }
        }
    }
}

/// No events are no valid ledger, unless they follow one that is known.
#[test]
fn no_events() {
    for &threads in NUMBERS {
        for keep_going in [false, true] {
            let verification = Verification { threads, keep_going, ..Verification::default() };
            let mut told = Vec::new();
            let (report, ended) = verification.watch(&b""[..], |report, failures| {
                told.extend(failures.iter().map(|failed| (report.failed, *failed)));
                ControlFlow::Continue(())
            });
            ended.unwrap();
            let first = report.first.unwrap();
            assert_eq!((report.events, report.failed, told), (0, 1, vec![(1, first)]));
            assert_eq!((first.fault, first.to_string().as_str()), (Fault::Empty, "no events"));
            let known: EventId = "0005cd7556b05092aecc815daa77f99c".parse().unwrap();
            let (report, read) = Verification { after: Some(known), ..verification }.run(&b""[..]);
            read.unwrap();
            assert_eq!((report.first, report.head), (None, Some(known)));
            // What cannot be read may have events.
            let (report, read) = verification.run(Unreadable);
            assert!(read.is_err() && report.first.is_none());
        }
    }
    let (report, ended) = Verification::default().run_store(&mut MemoryStore::new());
    assert!(ended.is_ok() && report.first.unwrap().fault == Fault::Empty);
}

struct Unreadable;

impl Read for Unreadable {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("unreadable"))
    }
}
