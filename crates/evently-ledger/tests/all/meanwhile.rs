//! A store in which something happens between the last record that is read and the question for the head.

use core::{convert::Infallible, ops::ControlFlow};

use evently_ledger::{
    Appender, EventId, Head, LedgerError, MemoryStore, NewEvent, Profile, Record, Store, UnixTime,
    parallel::Verification,
};

const EVENT: &[u8] = br#"{"event":"e","entities":{},"meta":{},"data":1}"#;

/// The records of a ledger, with their ids.
type Records = Vec<(EventId, Vec<u8>)>;

/// What happens before the head is told.
enum Meanwhile {
    Nothing,
    /// Another writer appends these.
    Appended(Records),
    /// The last event was removed, and something still names it.
    Removed(EventId),
}

struct Busy(MemoryStore, Meanwhile);

impl Busy {
    fn new(records: &[(EventId, Vec<u8>)], meanwhile: Meanwhile) -> Self {
        let mut busy = Self(MemoryStore::new(), meanwhile);
        busy.add(records);
        busy
    }

    fn add(&mut self, records: &[(EventId, Vec<u8>)]) {
        for (id, json) in records {
            let after = self.0.head().unwrap().map(|head| head.id);
            let record = Record { id: *id, key: None, json };
            assert_eq!(self.0.append(after, &[record]), Ok(true));
        }
    }
}

impl Store for Busy {
    type Error = Infallible;

    fn head(&mut self) -> Result<Option<Head>, Infallible> {
        match core::mem::replace(&mut self.1, Meanwhile::Nothing) {
            Meanwhile::Nothing => {}
            Meanwhile::Appended(records) => self.add(&records),
            Meanwhile::Removed(id) => {
                self.1 = Meanwhile::Removed(id);
                return Ok(Some(Head { id, profile: Profile::Doc5 }));
            }
        }
        self.0.head()
    }

    fn append(
        &mut self,
        after: Option<EventId>,
        records: &[Record<'_>],
    ) -> Result<bool, Infallible> {
        self.0.append(after, records)
    }

    fn find_key(&mut self, key: &str) -> Result<Option<Vec<u8>>, Infallible> {
        self.0.find_key(key)
    }

    fn read(
        &mut self,
        after: Option<EventId>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<bool, Infallible> {
        self.0.read(after, visit)
    }
}

/// Four events.
fn records() -> Records {
    let clock = UnixTime::from_secs(1_735_689_600);
    let mut ledger = Appender::begin(MemoryStore::new(), &clock, NewEvent::new(EVENT)).unwrap();
    for _ in 0..3 {
        ledger.append(&clock, NewEvent::new(EVENT)).unwrap();
    }
    ledger.store_mut().records().map(|(id, json)| (id, json.to_vec())).collect()
}

/// What is appended meanwhile is verified too.
#[test]
fn by_threads() {
    let all = records();
    // Where a system has no threads, none is started.
    for threads in if cfg!(target_family = "wasm") { 1..2 } else { 1..4 } {
        let verified = |mut store: Busy| {
            let verification = Verification { threads, ..Verification::default() };
            let mut told = Vec::new();
            let (report, ended) = verification.watch_store(&mut store, |report, _| {
                told.push(report.events);
                ControlFlow::Continue(())
            });
            assert_eq!(report.first, None);
            (told, report.head.unwrap(), ended)
        };
        // A chunk of those that were there, and one of those that came.
        let (told, head, ended) = verified(Busy::new(&all[..2], Meanwhile::Nothing));
        assert!(ended.is_ok());
        assert_eq!((&*told, head), (&[2][..], all[1].0));
        let appended = Meanwhile::Appended(all[2..].to_vec());
        let (told, head, ended) = verified(Busy::new(&all[..2], appended));
        assert!(ended.is_ok());
        assert_eq!((&*told, head), (&[2, 4][..], all[3].0));
        // It is looked for once more, and is still not there.
        let (told, _, ended) = verified(Busy::new(&all[..2], Meanwhile::Removed(all[2].0)));
        let Err(LedgerError::OtherEnd { head, last }) = ended else { panic!("no end") };
        assert_eq!((&*told, head, last), (&[2][..], Some(all[2].0), Some(all[1].0)));
    }
}
