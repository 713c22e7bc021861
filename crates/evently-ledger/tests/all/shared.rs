//! Callers that share commits, each in its thread: as if they had come one by one.
#![cfg(not(any(loom, target_family = "wasm")))]

use core::{
    panic::AssertUnwindSafe,
    slice,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};
use std::{
    panic::catch_unwind,
    sync::{Arc, Barrier},
    thread,
};

use evently_ledger::{
    AppendError, EventId, LedgerError, MemoryStore, NewEvent, Request, Selector, SharedAppender,
    UnixTime,
};
use proptest::{collection::vec, option, prelude::*};

use crate::{
    NOW, begin,
    gate::{Broken, Gate, Log},
};

fn event(seat: u8, data: u32) -> String {
    format!(r#"{{"event":"Booked","entities":{{"seat":["{seat}"]}},"meta":{{}},"data":{data}}}"#)
}

fn records(store: &MemoryStore) -> Vec<(EventId, Vec<u8>)> {
    store.records().map(|(id, record)| (id, record.to_vec())).collect()
}

/// What a caller of the law appends: events with a seat, data, and perhaps a key; one that is not an event.
#[derive(Clone, Debug)]
struct Call {
    events: Vec<(u8, u32, Option<u8>)>,
    is_wrong: bool,
    /// The place of an event among those that are there, or none of the ledger's; and a seat.
    unless: Option<(Option<usize>, u8)>,
}

impl Call {
    fn texts(&self) -> Vec<(String, Option<String>)> {
        let texts = self
            .events
            .iter()
            .map(|(seat, data, key)| (event(*seat, *data), key.map(|key| key.to_string())));
        texts.chain(self.is_wrong.then(|| ("{}".to_owned(), None))).collect()
    }
}

fn new((text, key): &(String, Option<String>)) -> NewEvent<'_> {
    let event = NewEvent::new(text.as_bytes());
    match key {
        Some(key) => event.with_key(key),
        None => event,
    }
}

fn call() -> impl Strategy<Value = Call> {
    let event = (0..3_u8, 0..2_u32, option::of(0..3_u8));
    let unless = option::weighted(0.4, (option::of(0..5_usize), 0..3_u8));
    (vec(event, 0..3), prop::bool::weighted(0.1), unless)
        .prop_map(|(events, is_wrong, unless)| Call { events, is_wrong, unless })
}

proptest! {
    /// One commit for all gives the ledger and the answers that one commit for each gives.
    #[test]
    fn one_commit_is_as_many(before in vec(call(), 0..3), calls in vec(call(), 1..8)) {
        let (mut one, mut many) = (begin(MemoryStore::new()), begin(MemoryStore::new()));
        for calls in [&before, &calls] {
            let ids: Vec<_> = one.store().records().map(|(id, _)| id).collect();
            let other = EventId::from_bits(ids[0].to_bits() ^ 1 << 32).unwrap();
            let texts: Vec<Vec<(String, Option<String>)>> = calls.iter().map(Call::texts).collect();
            let events: Vec<Vec<NewEvent<'_>>> =
                texts.iter().map(|texts| texts.iter().map(new).collect()).collect();
            let conditions: Vec<_> = calls
                .iter()
                .map(|call| {
                    call.unless.map(|(after, seat)| {
                        let after = after.map(|place| ids.get(place).copied().unwrap_or(other));
                        (after, Selector::entity("seat", seat.to_string()))
                    })
                })
                .collect();
            let requests: Vec<_> = events
                .iter()
                .zip(&conditions)
                .map(|(events, condition)| match condition {
                    Some((after, selector)) => Request::new(events).unless(*after, selector),
                    None => Request::new(events),
                })
                .collect();
            let together = one.append_each(&NOW, &requests).unwrap();
            let apart: Vec<_> = requests
                .iter()
                .map(|request| many.append_each(&NOW, slice::from_ref(request)).unwrap().remove(0))
                .collect();
            prop_assert_eq!(together, apart);
            prop_assert_eq!(records(one.store()), records(many.store()));
        }
    }
}

type Answer = Result<EventId, LedgerError<Arc<Broken>>>;

/// Calls of as many threads, of which the first holds the turn until all others wait behind it.
fn together(log: &Arc<Log>, calls: &[&(dyn Fn(&Shared<'_>) -> Answer + Sync)]) -> Vec<Answer> {
    let gate = Arc::new(Barrier::new(2));
    let mut ledger = begin(Gate { log: Arc::clone(log), gate: None });
    ledger.store_mut().gate = Some(Arc::clone(&gate));
    let open = || {
        log.opened.fetch_add(1, Relaxed);
        Ok(Gate { log: Arc::clone(log), gate: None })
    };
    let shared: Shared<'_> = ledger.shared(NOW, &open);
    thread::scope(|scope| {
        let shared = &shared;
        let first = scope.spawn(|| shared.append(NewEvent::new(event(99, 0).as_bytes())));
        let mut threads = vec![first];
        gate.wait();
        for (place, call) in calls.iter().enumerate() {
            threads.push(scope.spawn(move || call(shared)));
            while shared.waiting() <= place {
                thread::yield_now();
            }
        }
        gate.wait();
        threads.into_iter().skip(1).map(|thread| thread.join().unwrap()).collect()
    })
}

type Shared<'s> = SharedAppender<Gate, UnixTime, &'s (dyn Fn() -> Result<Gate, Broken> + Sync)>;

fn append(json: &str, key: &str) -> impl Fn(&Shared<'_>) -> Answer + Sync {
    move |ledger| ledger.append(NewEvent::new(json.as_bytes()).with_key(key))
}

#[test]
fn who_waits_shares_a_commit() {
    let log = Arc::new(Log::default());
    let [one, two, wrong] = [event(1, 1), event(2, 2), "{}".to_owned()];
    let selector = Selector::entity("seat", "1");
    let unless = |ledger: &Shared<'_>| {
        let events = [NewEvent::new(two.as_bytes())];
        ledger.append_all(Request::new(&events).unless(None, &selector)).map(|ids| ids[0])
    };
    let conflict = append(&two, "a");
    let answers = together(
        &log,
        &[
            &append(&one, "a"),
            &append(&two, "b"),
            &append(&one, "a"),
            &conflict,
            &append(&wrong, "c"),
            &unless,
        ],
    );
    let [Ok(first), Ok(second), Ok(same), others @ ..] = &answers[..] else {
        panic!("{answers:?}")
    };
    assert!(first < second && same == first, "a key is there once");
    let error = |index: usize| match &others[index] {
        Err(LedgerError::Refused { index: 0, error }) => *error,
        other => panic!("{other:?}"),
    };
    assert_eq!(error(0), AppendError::KeyConflict { event: *first });
    assert!(matches!(error(1), AppendError::Event(_)));
    assert_eq!(error(2), AppendError::Race { event: *first });
    // The ledger's first event, the one that held the turn, and all others at once.
    assert_eq!(log.appends.load(Relaxed), 3);
    let verified = log.kept.lock().unwrap().records().count();
    assert_eq!((verified, log.opened.load(Relaxed)), (4, 0));
}

/// The store says only that it takes none of them. Then each caller has its own answer, in the order of the callers.
#[test]
fn what_the_store_refuses_spoils_no_other_event() {
    let log = Arc::new(Log::default());
    let [one, two] = [event(1, 1), event(2, 2)];
    let [poison, behind] = ["poison", "behind"].map(|name| event(3, 3).replace("Booked", name));
    let answers = together(
        &log,
        &[&append(&one, "a"), &append(&poison, "b"), &append(&behind, "c"), &append(&two, "d")],
    );
    let [Ok(first), Err(LedgerError::Store(error)), Err(LedgerError::Behind), Ok(second)] =
        &answers[..]
    else {
        panic!("{answers:?}")
    };
    assert!(first < second);
    assert_eq!((&**error, log.opened.load(Relaxed)), (&Broken::Poison, 0));
}

/// A store that fails after it has refused what all gave: their events may be there, and the keys tell.
#[test]
fn a_store_that_fails_after_a_refusal() {
    let log = Arc::new(Log { fails: AtomicUsize::new(4), ..Log::default() });
    let [one, two, poison] = [event(1, 1), event(2, 2), event(3, 3).replace("Booked", "poison")];
    let answers = together(&log, &[&append(&one, "a"), &append(&poison, "b"), &append(&two, "c")]);
    for answer in answers {
        let Err(LedgerError::Store(error)) = answer else { panic!("{answer:?}") };
        assert_eq!(*error, Broken::Lost);
    }
    assert_eq!(log.kept.lock().unwrap().records().count(), 4);
}

/// All that were stored together do not know, the store is opened again, and the keys tell.
#[test]
fn a_lost_answer_stores_no_event_twice() {
    let log = Arc::new(Log { fails: AtomicUsize::new(3), ..Log::default() });
    let [one, two] = [event(1, 1), event(2, 2)];
    let again = |ledger: &Shared<'_>, json: &str, key: &str| {
        let event = NewEvent::new(json.as_bytes()).with_key(key);
        let lost = ledger.append(event).unwrap_err();
        assert!(matches!(&lost, LedgerError::Store(error) if **error == Broken::Lost));
        ledger.append(event)
    };
    let (first, second) = (
        |ledger: &Shared<'_>| again(ledger, &one, "a"),
        |ledger: &Shared<'_>| again(ledger, &two, "b"),
    );
    let answers = together(&log, &[&first, &second]);
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    let kept = log.kept.lock().unwrap();
    assert_eq!((kept.records().count(), log.opened.load(Relaxed)), (4, 1));
    let ids: Vec<_> = kept.records().map(|(id, _)| id).collect();
    assert!(answers.iter().flatten().all(|id| ids.contains(id)));
}

/// A store that has failed is not used again, also where another cannot be opened; and one without what was there is
/// refused.
#[test]
fn another_ledger_is_refused() {
    let log = Arc::new(Log { fails: AtomicUsize::new(2), ..Log::default() });
    let opened = AtomicUsize::new(0);
    let ledger = begin(Gate { log: Arc::clone(&log), gate: None }).shared(NOW, || {
        match opened.fetch_add(1, Relaxed) {
            0 => Err(Broken::Lost),
            _ => Ok(Gate { log: Arc::new(Log::default()), gate: None }),
        }
    });
    let json = event(1, 1);
    let event = NewEvent::new(json.as_bytes());
    for _ in 0..2 {
        assert!(matches!(ledger.append(event), Err(LedgerError::Store(_))));
    }
    assert!(matches!(ledger.append(event), Err(LedgerError::NoLedger)));
}

/// A store that has failed is closed before another one is opened, which needs its lock. On Windows nothing replaces a file
/// that is open.
#[cfg(all(feature = "file", unix))]
#[test]
fn a_file_that_was_replaced_is_opened_again() {
    use std::fs;

    use evently_ledger::{file::FileStore, parallel::Verification};

    let folder = ids_testkit::Folder::new("shared-file");
    let path = folder.path().join("events.ndjson");
    let ledger = begin(FileStore::create(&path)).shared(NOW, || FileStore::open(&path));
    let json = event(1, 1);
    let event = NewEvent::new(json.as_bytes());
    ledger.append(event).unwrap();
    let copy = folder.path().join("copy.ndjson");
    fs::copy(&path, &copy).unwrap();
    fs::rename(&copy, &path).unwrap();
    assert!(matches!(ledger.append(event), Err(LedgerError::Store(_))));
    ledger.append(event).unwrap();
    let mut store = ledger.into_store().unwrap();
    assert_eq!(Verification::default().run_store(&mut store).0.events, 3);
}

/// `append_if` asks code of the caller's thread, which may panic there; the others go on.
#[test]
fn a_panic_is_the_callers_own() {
    let log = Arc::new(Log::default());
    let json = event(1, 1);
    let ask = |ledger: &Shared<'_>| {
        ledger.append_if(NewEvent::new(json.as_bytes()), None, |event| event.name() == "Booked")
    };
    let dies = |ledger: &Shared<'_>| {
        let append =
            || ledger.append_if(NewEvent::new(json.as_bytes()), None, |_| panic!("on purpose"));
        catch_unwind(AssertUnwindSafe(append)).unwrap_err();
        ledger.append(NewEvent::new(json.as_bytes()))
    };
    let answers = together(&log, &[&append(&json, "a"), &dies, &ask, &append(&json, "b")]);
    let [Ok(booked), Ok(_), Err(LedgerError::Refused { error, .. }), Ok(_)] = &answers[..] else {
        panic!("{answers:?}")
    };
    // The one that held the turn booked seat 99.
    assert!(matches!(error, AppendError::Race { event } if event < booked));
}

#[test]
fn a_commit_has_bounds() {
    let log = Arc::new(Log::default());
    let ledger = begin(Gate { log: Arc::clone(&log), gate: None })
        .shared(NOW, || Err(Broken::Lost))
        .with_most(2, 1 << 20);
    let json = event(1, 1);
    let events = [NewEvent::new(json.as_bytes()); 5];
    // One call is one commit, whatever it has.
    assert_eq!(ledger.append_all(&events).unwrap().len(), 5);
    assert_eq!(log.appends.load(Relaxed), 2);
    assert_eq!(log.kept.lock().unwrap().records().count(), 6);
}
