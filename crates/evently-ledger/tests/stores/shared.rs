//! What holds of a ledger that many writers share.

use evently_ledger::{
    AppendError, Appender, EventId, LedgerError, Request, Selector, Store, parallel::Verification,
};
use ids_testkit::threads::at_once;

use crate::{CLOCK, event, new, verified};

const WRITERS: usize = 16;

/// Each opened store is another connection to the same ledger, which has not begun.
pub(crate) fn hold<S: Store>(open: impl Fn() -> S + Sync) {
    one_begins(&open);
    one_wins(&open);
    all_go_on(&open);
    one_key_is_one_event(&open);
    a_turn_ends(&open);
    verify(open());
}

pub(crate) fn verify(mut store: impl Store) {
    let count = verified(&mut store);
    let by_threads = Verification { threads: 3, ..Verification::default() };
    let (report, ended) = by_threads.run_store(&mut store);
    assert!(ended.is_ok());
    assert_eq!((report.events, report.first), (count, None));
    store.check_indexes(&mut |_| ()).unwrap();
}

fn one_begins<S: Store>(open: &(impl Fn() -> S + Sync)) {
    let begun = at_once(WRITERS, |number| {
        let first = event("Ledger Created", "", number);
        match Appender::begin(open(), &CLOCK, new(&first)) {
            Ok(ledger) => Some(ledger.head()),
            Err(LedgerError::Exists) => None,
            Err(error) => panic!("{error}"),
        }
    });
    let begun: Vec<EventId> = begun.into_iter().flatten().collect();
    assert_eq!(begun, [open().head().unwrap().unwrap().0]);
}

/// Of those who have read as far, one books the seat, and the others learn which event was faster.
fn one_wins<S: Store>(open: &(impl Fn() -> S + Sync)) {
    for round in 0..5 {
        let read = open().head().unwrap().unwrap().0;
        let seat = format!("seat {round}");
        let answers = at_once(WRITERS, |number| {
            let mut ledger = Appender::open(open()).unwrap();
            let booking = event("Booked", &format!(r#""seat":["{seat}"]"#), number);
            let selector = Selector::entity("seat", &*seat).with_event("Booked");
            let answer = ledger
                .append_all(&CLOCK, Request::new(&[new(&booking)]).unless(Some(read), &selector));
            match answer {
                Ok(ids) => Ok(ids[0]),
                Err(LedgerError::Refused { error: AppendError::Race { event }, .. }) => Err(event),
                Err(error) => panic!("{error}"),
            }
        });
        let won: Vec<_> = answers.iter().flatten().collect();
        assert_eq!(won.len(), 1);
        assert!(
            answers.iter().all(|answer| answer.is_ok() || answer.as_ref().err() == Some(won[0]))
        );
    }
}

/// Without a condition all are appended, each in the order of its writer.
fn all_go_on<S: Store>(open: &(impl Fn() -> S + Sync)) {
    const EACH: usize = 12;
    let ids = at_once(WRITERS, |number| {
        let mut ledger = Appender::open(open()).unwrap();
        let mut ids = Vec::new();
        for round in 0..EACH {
            let json = event("Counted", &format!(r#""writer":["{number}"]"#), round);
            if round % 4 == 0 {
                ids.extend(ledger.append_all(&CLOCK, &[new(&json), new(&json)]).unwrap());
            } else {
                ids.push(ledger.append(&CLOCK, new(&json)).unwrap());
            }
        }
        ids
    });
    assert!(ids.iter().all(|ids| ids.is_sorted()));
    let mut all: Vec<EventId> = ids.into_iter().flatten().collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!((all.len(), count), (count, WRITERS * (EACH + EACH / 4)));
    let mut store = open();
    assert!(all.iter().all(|id| store.contains(*id).unwrap()));
}

fn one_key_is_one_event<S: Store>(open: &(impl Fn() -> S + Sync)) {
    let mut ids = at_once(WRITERS, |_| {
        let mut ledger = Appender::open(open()).unwrap();
        ledger.append(&CLOCK, new(&event("Once", "", 1)).with_key("of all")).unwrap()
    });
    ids.dedup();
    assert_eq!(ids.len(), 1);
}

/// A turn that is not used, or whose holder goes away, ends.
fn a_turn_ends<S: Store>(open: &(impl Fn() -> S + Sync)) {
    let mut one = open();
    let head = one.lock().unwrap().unwrap().0;
    one.unlock().unwrap();
    let mut two = open();
    assert_eq!(two.lock().unwrap().unwrap().0, head);
    drop(two);
    Appender::open(one).unwrap().append(&CLOCK, new(&event("e", "", 1))).unwrap();
}
