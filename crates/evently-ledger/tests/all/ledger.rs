//! Ledgers: verified from the start or from a trusted event, and every corruption found.

use core::{error::Error, time::Duration};

use evently_ledger::{
    AppendError, Chain, EventId, EventReader, Failure, Fault, JsonError, JsonErrorKind, MAX_RECORD,
    Profile, UnixTime, Verifier,
};
use proptest::prelude::*;

const GENESIS: &str = r#"{"event":"Ledger Created","entities":{"ledger":"testing⑆preview"},"meta":{"actor":"matt"},"data":{"name":"My Ledger","description":"This ledger is for my example events."},"timestamp":"2021-10-03T16:32:12.816530Z"}"#;

/// Fifty events about players, one on a line.
fn ledger() -> Vec<String> {
    let clock = UnixTime::from_micros(1_633_278_732_816_530);
    let mut record = Vec::new();
    let genesis = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"name":"tennis"}}"#;
    let mut chain = Chain::begin(&clock, genesis, &mut record).unwrap();
    let mut lines = vec![String::from_utf8(record).unwrap()];
    for number in 1..50 {
        let clock = clock + Duration::from_millis(3 * number);
        let event = format!(
            r#"{{"event":"🎾-served","entities":{{"player":["p{}"]}},"meta":{{"actor":"umpire"}},"data":{{"points":{}.50,"out":false,"note":"é\n{number}"}}}}"#,
            number % 4,
            number * 15,
        );
        let mut record = Vec::new();
        chain.append(&clock, event.as_bytes(), &mut record).unwrap();
        lines.push(String::from_utf8(record).unwrap());
    }
    lines
}

/// How many events, or the index and the kind of the first failure.
type Verdict = Result<u64, (u64, &'static str)>;

fn verify(lines: &[String]) -> Verdict {
    let text = lines.join("\n") + "\n";
    Verifier::from_genesis(None)
        .verify_lines(text.as_bytes())
        .map_err(|failure| (failure.index, failure.fault.kind()))
}

/// What the vectors do not have: they are of objects.
#[test]
fn records_that_cannot_be_read() {
    let with = |from: &str, to: &str| GENESIS.replace(from, to);
    let mut reader = EventReader::new(Profile::Doc5);
    for (record, kind) in [
        (with(r#","timestamp":"2021-10-03T16:32:12.816530Z""#, ""), "missing_field"),
        (with(r#""event":"Ledger Created""#, r#""event":"a","\u0065vent":"b""#), "duplicate_key"),
        ("{}".into(), "missing_field"),
        ("[]".into(), "bad_field"),
        ("7".into(), "bad_field"),
        (GENESIS[..100].into(), "syntax"),
        (format!("{GENESIS}{{}}"), "syntax"),
        (format!("\u{feff}{GENESIS}"), "syntax"),
        (String::new(), "syntax"),
    ] {
        let error = reader.read(record.as_bytes()).map(|_| ()).unwrap_err();
        assert_eq!(error.kind(), kind, "{record}");
    }
    // The fields that no id covers may be anything, and so may the names of the other format.
    let extra = with(r#""meta":"#, r#""entity":1,"extra":[{"a":{}}],"appendKey":5,"meta":"#);
    let id =
        |record: &str| EventReader::new(Profile::Doc5).read(record.as_bytes()).unwrap().id(None);
    assert_eq!(id(&extra), id(GENESIS));
}

#[test]
fn what_is_intact_is_valid() {
    let lines = ledger();
    assert_eq!(verify(&lines), Ok(50));
    assert_eq!(verify(&lines[..1]), Ok(1));
    assert_eq!(Verifier::from_genesis(None).verify_lines(b""), Ok(0));
    // Without the last line's end, and with carriage returns.
    assert_eq!(Verifier::from_genesis(None).verify_lines(lines.join("\n").as_bytes()), Ok(50));
    assert_eq!(Verifier::from_genesis(None).verify_lines(lines.join("\r\n").as_bytes()), Ok(50));
}

#[test]
fn a_failure_says_where_and_what() {
    let mut lines = ledger();
    lines[3] = lines[3].replace("45.50", "46.50");
    let text = lines.join("\n");
    let failure = Verifier::from_genesis(None).verify_lines(text.as_bytes()).unwrap_err();
    let offset = lines[..3].iter().map(|line| line.len() + 1).sum::<usize>();
    assert_eq!((failure.index, failure.offset), (3, offset as u64));
    let Fault::Mismatch { found: Some(found), expected } = failure.fault else {
        panic!("{failure}")
    };
    assert!(lines[3].contains(found.as_str()));
    assert_ne!(found, expected.encode().as_str());
    assert!(failure.to_string().starts_with("record 3 (line 4, byte "), "{failure}");
    // The byte inside the record, where the record cannot be read.
    lines[3] = lines[3].replace("46.50", "46.5.0");
    let text = lines.join("\n");
    let failure = Verifier::from_genesis(None).verify_lines(text.as_bytes()).unwrap_err();
    assert_eq!(text.as_bytes()[usize::try_from(failure.offset).unwrap()..][..2], *b".0");
}

/// In whichever pieces it arrives.
#[test]
fn a_line_that_is_too_long() {
    let first = ledger().remove(0);
    let text = format!("{first}\n{}\n", " ".repeat(MAX_RECORD + 1));
    for at in [0, first.len() + 1, text.len() - 1, text.len()] {
        let mut verifier = Verifier::from_genesis(None);
        let (one, two) = text.as_bytes().split_at(at);
        verifier.feed(one);
        verifier.feed(two);
        verifier.end();
        let failure = verifier.failure().unwrap();
        let found = (failure.index, failure.offset, failure.fault.kind());
        assert_eq!(found, (1, first.len() as u64 + 1, "too_long"), "{at}");
    }
}

#[test]
fn a_verifier_goes_on_after_a_fault() {
    let lines = ledger();
    let mut verifier = Verifier::from_genesis(Some(Profile::Doc5));
    for (index, is_next) in [(0, true), (2, false), (1, true), (2, true)] {
        assert_eq!(verifier.verify(lines[index].as_bytes()).is_ok(), is_next, "{index}");
    }
}

/// Names that programs match, and what a failure comes of.
#[test]
fn errors() {
    let event = EventId::MIN;
    for (error, kind) in [
        (AppendError::Exhausted, "exhausted"),
        (AppendError::AfterNotFound { after: event }, "after_not_found"),
        (AppendError::Race { event }, "race"),
        (AppendError::KeyConflict { event }, "key_conflict"),
        (AppendError::KeyTwice { first: 0 }, "key_twice"),
    ] {
        assert_eq!(error.kind(), kind);
    }
    let fault = Fault::Record(JsonError { kind: JsonErrorKind::Utf8, offset: 7 });
    let failure = Failure { index: 1, offset: 2, row: None, fault };
    let source = |error: &dyn Error| error.source().map(ToString::to_string);
    assert_eq!([source(&failure), source(&fault)], [(); 2].map(|()| Some(fault.to_string())));
}

#[test]
fn digests() {
    use evently_ledger::{Digest, ParseError};
    let text = "d83b70e1c706836f0123456789abcdef00000000000000000000000000000001";
    let digest: Digest = text.parse().unwrap();
    assert_eq!((digest.to_bytes()[0], digest.to_bytes()[31]), (0xd8, 1));
    assert_eq!(digest.to_string(), text);
    assert_eq!("0".repeat(64).parse(), Ok(Digest::EMPTY));
    for (text, error) in [
        (&text[1..], ParseError::Length { found: 63, min: 64, max: 64 }),
        (&*text.replace("d8", "D8"), ParseError::Digit { index: 0, byte: b'D' }),
        (&*text.replace("00001", "0000g"), ParseError::Digit { index: 63, byte: b'g' }),
    ] {
        assert_eq!(text.parse::<Digest>(), Err(error), "{text}");
    }
}

#[test]
fn a_digest_stands_for_a_whole_ledger() {
    use evently_ledger::Digest;
    let add = |verifier: &mut Verifier, digest: &mut Digest, lines: &[String]| {
        for line in lines {
            verifier.verify_with(line.as_bytes(), |event| digest.add_event(event)).unwrap();
        }
    };
    let digest = |lines: &[String]| {
        let mut digest = Digest::EMPTY;
        add(&mut Verifier::from_genesis(None), &mut digest, lines);
        digest
    };
    let lines = ledger();
    assert_eq!(digest(&[]), Digest::EMPTY);
    assert_eq!(Digest::EMPTY.encode(), "0".repeat(64).as_str());
    let whole = digest(&lines);
    // Spelling does not matter, a missing end does.
    let mut spelled = lines.clone();
    spelled[5] = spelled[5].replace("é", r"\u00e9");
    assert_eq!(digest(&spelled), whole);
    assert_ne!(digest(&lines[..49]), whole);
    // It goes on from where it was.
    let mut verifier = Verifier::from_genesis(None);
    let mut kept = Digest::EMPTY;
    add(&mut verifier, &mut kept, &lines[..30]);
    let mut kept = Digest::from_bytes(kept.to_bytes());
    add(&mut Verifier::after(verifier.head().unwrap(), None), &mut kept, &lines[30..]);
    assert_eq!(kept, whole);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn a_changed_byte_is_found_in_its_record(place in any::<prop::sample::Index>(), other in 1_u8..95) {
        let lines = ledger();
        let mut text = lines.join("\n").into_bytes();
        let printable = |at: &usize| (b' '..=b'~').contains(&text[*at]);
        let places: Vec<usize> = (0..text.len()).filter(printable).collect();
        let at = places[place.index(places.len())];
        // Another one of the 95.
        text[at] = b' ' + (text[at] - b' ' + other) % 95;
        let index = text[..at].split(|byte| *byte == b'\n').count() - 1;
        if let Err(failure) = Verifier::from_genesis(None).verify_lines(&text) {
            prop_assert_eq!(failure.index, index as u64);
            let start = lines[..index].iter().map(|line| line.len() + 1).sum::<usize>();
            let end = start + lines[index].len();
            prop_assert!((start..=end).contains(&usize::try_from(failure.offset).unwrap()));
        } else {
            // Nothing that counts has changed: the record still gives the same canonical bytes.
            let mut reader = EventReader::new(Profile::Doc5);
            let canonical = |record: &[u8], reader: &mut EventReader| reader.read(record).unwrap().canonical().to_vec();
            let changed = text.split(|byte| *byte == b'\n').nth(index).unwrap();
            prop_assert_eq!(canonical(changed, &mut reader), canonical(lines[index].as_bytes(), &mut reader));
        }
    }
}
