//! Ledgers: any bytes, and a good ledger with changes, by one verifier, and in chunks of any size.
#![no_main]

use std::{
    io::{self, Read},
    sync::LazyLock,
};

use arbitrary::{Result, Unstructured};
use evently_ledger::{
    Chain, Chunks, Digest, NewEvent, UnixTime, Verifier, parallel::Verification, records,
};
use libfuzzer_sys::fuzz_target;

/// Five events, one of them with a key.
static LEDGER: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let clock = UnixTime::from_micros(1_633_278_732_816_530);
    let event =
        br#"{"event":"Served","entities":{"player":["x"]},"meta":{"a":1e3},"data":"\u00e9"}"#;
    let mut lines = Vec::new();
    let mut chain = Chain::begin(&clock, event, &mut lines).expect("a ledger begins");
    for _ in 0..3 {
        lines.push(b'\n');
        chain.append(&clock, event, &mut lines).expect("an event is appended");
    }
    lines.push(b'\n');
    let keyed = NewEvent::new(event).with_key("serve");
    chain.append(&clock, keyed, &mut lines).expect("an event is appended with a key");
    lines.push(b'\n');
    lines
});

fuzz_target!(|data: &[u8]| {
    verify(data, 1 + data.len() / 3);
    let mut bytes = Unstructured::new(data);
    if let Ok((lines, most)) = changed(&mut bytes) {
        verify(&lines, most);
    }
});

/// The ledger with up to four changes, and how many bytes one read gives.
fn changed(bytes: &mut Unstructured<'_>) -> Result<(Vec<u8>, usize)> {
    let mut lines = LEDGER.clone();
    let most = bytes.int_in_range(1..=lines.len())?;
    for _ in 0..bytes.int_in_range(0..=4)? {
        if lines.is_empty() {
            break;
        }
        let (from, to) = (bytes.choose_index(lines.len())?, bytes.choose_index(lines.len())?);
        match bytes.int_in_range(0..=5)? {
            0 => lines[from] = bytes.arbitrary()?,
            1 => lines.insert(from, bytes.arbitrary()?),
            2 => drop(lines.remove(from)),
            // As a crash leaves it.
            3 => lines.truncate(from),
            4 => drop(lines.drain(from.min(to)..from.max(to))),
            _ => {
                let copy = lines[from.min(to)..from.max(to)].to_vec();
                lines.splice(from..from, copy);
            }
        }
    }
    Ok((lines, most))
}

/// The first failure is the same, however the bytes come, and nothing is lost on the way.
fn verify(lines: &[u8], most: usize) {
    let (mut verifier, mut digest, mut failure) =
        (Verifier::from_genesis(None), Digest::EMPTY, None);
    let mut events = 0;
    for (offset, record) in records(lines) {
        match verifier.verify_with(record, |event| digest.add_event(event)) {
            Ok(_) => events += 1,
            Err(fault) => {
                failure = Some((events, (offset + fault.offset()) as u64, fault.kind()));
                break;
            }
        }
    }
    let count = records(lines).count() as u64;
    // Without a record it is no ledger.
    if count == 0 {
        failure = Some((0, 0, "empty"));
    }
    let verification = Verification { digest: true, ..Verification::default() };
    let (report, read) = verification.run(Few(lines, most));
    assert!(read.is_ok(), "a slice can be read");
    let first = report.first.map(|first| (first.index, first.offset, first.fault.kind()));
    assert_eq!((first, report.events), (failure, events));
    assert_eq!((report.head, report.digest), (verifier.head(), Some(digest)));

    let (all, read) = Verification { keep_going: true, ..verification }.run(Few(lines, most));
    assert!(read.is_ok(), "a slice can be read");
    let first = all.first.map(|first| (first.index, first.offset, first.fault.kind()));
    assert_eq!((first, all.records), (failure, count));
    assert_eq!(all.events + all.unchecked + all.failed, count.max(1));

    let (mut chunks, mut whole) = (Chunks::new(Few(lines, most)), Vec::new());
    while let Ok(Some(chunk)) = chunks.next_chunk() {
        assert_eq!(chunk.offset(), whole.len() as u64);
        whole.extend_from_slice(chunk.bytes());
    }
    assert_eq!(whole, lines);
}

/// Gives at most this number of bytes at once.
struct Few<'a>(&'a [u8], usize);

impl Read for Few<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let most = into.len().min(self.1);
        self.0.read(&mut into[..most])
    }
}
