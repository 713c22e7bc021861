//! A store that fails: the way back, and what becomes of a ledger without it.

use std::io::{self, Write};

use evently_ledger::{AppendError, Chain, EventId, UnixTime, Verifier};

const NOW: UnixTime = UnixTime::from_micros(1_633_278_732_816_530);
const LATER: UnixTime = UnixTime::from_micros(1_633_278_732_916_530);
const GENESIS: &[u8] = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":null}"#;
const FIRST: &[u8] = br#"{"event":"e","entities":{},"meta":{},"data":1}"#;
const SECOND: &[u8] = br#"{"event":"e","entities":{},"meta":{},"data":2}"#;

/// A ledger on a disk that is full after a number of bytes.
struct Disk {
    bytes: Vec<u8>,
    free: usize,
}

impl Disk {
    /// Stores records, each on a line, or nothing of them.
    fn store(&mut self, records: &[Vec<u8>]) -> io::Result<()> {
        let length = self.bytes.len();
        let mut free = vec![0; self.free];
        let mut rest = &mut *free;
        let stored = records.iter().try_for_each(|record| {
            rest.write_all(record)?;
            rest.write_all(b"\n")?;
            self.bytes.extend_from_slice(record);
            self.bytes.push(b'\n');
            Ok(())
        });
        match stored {
            Ok(()) => self.free = rest.len(),
            Err(_) => self.bytes.truncate(length),
        }
        stored
    }

    fn verify(&self) -> Result<u64, (u64, &'static str)> {
        let verified = Verifier::from_genesis(None).verify_lines(&self.bytes);
        verified.map_err(|failure| (failure.index, failure.fault.kind()))
    }
}

/// A ledger with its first event, on a disk that has no room for another.
fn full() -> (Chain, Disk) {
    let mut disk = Disk { bytes: Vec::new(), free: 1000 };
    let mut record = Vec::new();
    let chain = Chain::begin(&NOW, GENESIS, &mut record).unwrap();
    disk.store(&[record]).unwrap();
    disk.free = 100;
    (chain, disk)
}

fn append(chain: &mut Chain, now: UnixTime, event: &[u8]) -> (EventId, Vec<u8>) {
    let mut record = Vec::new();
    (chain.append(&now, event, &mut record).unwrap(), record)
}

fn once(chain: &mut Chain, key: &str, event: &[u8]) -> (Result<EventId, AppendError>, Vec<u8>) {
    let mut record = Vec::new();
    (chain.append_once(&NOW, key, event, &mut record), record)
}

#[test]
fn after_going_back_the_ledger_goes_on() {
    // The clock stands still, has gone on, has been set back.
    for now in [NOW, LATER, UnixTime::EPOCH] {
        let (mut chain, mut disk) = full();
        let head = chain.head();
        let (lost, record) = append(&mut chain, NOW, FIRST);
        disk.store(&[record]).unwrap_err();
        assert_eq!((chain.head(), disk.verify()), (lost, Ok(1)));
        chain.back_to(head);
        assert_eq!(chain.head(), head);
        disk.free = 1000;
        let (_, record) = append(&mut chain, now, FIRST);
        let (end, next) = append(&mut chain, now, SECOND);
        disk.store(&[record, next]).unwrap();
        assert_eq!((chain.head(), disk.verify()), (end, Ok(3)), "{now:?}");
    }
}

#[test]
fn after_going_back_a_key_is_free() {
    for event in [FIRST, SECOND] {
        let (mut chain, mut disk) = full();
        let head = chain.head();
        let (lost, record) = once(&mut chain, "key", FIRST);
        disk.store(&[record]).unwrap_err();
        chain.back_to(head);
        disk.free = 1000;
        let (id, record) = once(&mut chain, "key", event);
        disk.store(&[record]).unwrap();
        assert_eq!((id == lost, disk.verify()), (event == FIRST, Ok(2)));
        // And now it is taken.
        assert_eq!(once(&mut chain, "key", event), (id, Vec::new()));
    }
}

#[test]
fn keys_of_stored_events_stay() {
    let (mut chain, mut disk) = full();
    disk.free = 250;
    let (stored, record) = once(&mut chain, "stored", FIRST);
    disk.store(&[record]).unwrap();
    // Several at once, one of them only asked for again.
    let head = chain.head();
    let mut records = Vec::new();
    for (key, event) in [("a", FIRST), ("stored", FIRST), ("b", SECOND)] {
        let (id, record) = once(&mut chain, key, event);
        assert_eq!((id == stored, record.is_empty()), (key == "stored", key == "stored"));
        records.push(record);
    }
    records.retain(|record| !record.is_empty());
    disk.store(&records).unwrap_err();
    chain.back_to(head);
    assert_eq!(once(&mut chain, "stored", FIRST), (stored, Vec::new()));
    disk.free = 1000;
    for key in ["b", "a"] {
        let (id, record) = once(&mut chain, key, SECOND);
        assert_eq!((id, record.is_empty()), (Ok(chain.head()), false));
        disk.store(&[record]).unwrap();
    }
    assert_eq!(disk.verify(), Ok(4));
}

/// A connection that breaks leaves open whether the record was stored: the ledger says it.
#[test]
fn back_to_what_was_stored_after_all() {
    let (mut chain, mut disk) = full();
    disk.free = 1000;
    let (id, record) = once(&mut chain, "a", FIRST);
    let (_, lost) = once(&mut chain, "b", FIRST);
    disk.store(&[record]).unwrap();
    assert!(!lost.is_empty());
    chain.back_to(id.unwrap());
    assert_eq!(once(&mut chain, "a", FIRST), (id, Vec::new()));
    let (_, record) = once(&mut chain, "b", FIRST);
    disk.store(&[record]).unwrap();
    assert_eq!(disk.verify(), Ok(3));
}

/// What the documentation says of a caller who forgets it.
#[test]
fn without_going_back() {
    let (mut chain, mut disk) = full();
    let (lost, record) = once(&mut chain, "key", FIRST);
    disk.store(&[record]).unwrap_err();
    disk.free = 1000;
    // The key answers with an event that is nowhere.
    assert_eq!(once(&mut chain, "key", FIRST), (lost, Vec::new()));
    // The next event follows it, and is refused, as is what follows the next.
    for event in [SECOND, FIRST] {
        let (_, record) = append(&mut chain, LATER, event);
        disk.store(&[record]).unwrap();
        assert_eq!(disk.verify(), Err((1, "mismatch")));
    }
}
