//! Appending to stores: keys, batches, conditions, writers that race and stores that fail.

use core::{cell::RefCell, ops::ControlFlow};
use std::rc::Rc;

use evently_ledger::{
    Answer, AppendError, Appender, EventId, JsonErrorKind, LedgerError, MAX_RECORD, NewEvent,
    Profile, Question, Record, Request, Selector, Store,
};

use crate::{
    NOW, begin,
    gate::{Broken, Gate, Next},
    new,
};

fn event(data: u32) -> String {
    format!(r#"{{"event":"e","entities":{{}},"meta":{{}},"data":{data}}}"#)
}

/// An event whose key is in a field of it.
const fn field(json: &str) -> NewEvent<'_> {
    new(json).with_key_field("commandId")
}

fn begun() -> (Gate, Appender<Gate>) {
    let store = Gate::default();
    let ledger = begin(store.clone());
    (store, ledger)
}

#[test]
fn two_writers_make_one_chain() {
    let (store, mut one) = begun();
    // In the middle of a call.
    store.next(Next::Race);
    let id = one.append(&NOW, new(&event(1))).unwrap();
    assert_eq!((store.verified(), one.head()), (Ok(3), id));
    // Where the other writer used the same key, its event is the answer.
    let (store, mut one) = begun();
    store.next(Next::Race);
    let id = one.append(&NOW, new(&event(99)).with_key("raced")).unwrap();
    assert_eq!((store.verified(), one.head()), (Ok(2), id));
    let (store, mut one) = begun();
    store.next(Next::Race);
    let conflict = one.append(&NOW, new(&event(1)).with_key("raced")).unwrap_err();
    let error = AppendError::KeyConflict { event: one.head() };
    assert_eq!((conflict, store.verified()), (LedgerError::Refused { index: 0, error }, Ok(2)));
}

#[test]
fn after_an_error_of_the_store_the_ledger_goes_on() {
    for (next, events) in [(Next::Fail, 2), (Next::Lose, 3)] {
        let (store, mut ledger) = begun();
        store.next(next);
        let lost = ledger.append(&NOW, new(&event(1)));
        assert_eq!(lost, Err(LedgerError::Store(Broken::Lost)));
        ledger.append(&NOW, new(&event(2))).unwrap();
        assert_eq!(store.verified(), Ok(events));
        // With a key it is stored once, whatever became of it.
        let (store, mut ledger) = begun();
        store.next(next);
        ledger.append(&NOW, new(&event(1)).with_key("a")).unwrap_err();
        let id = ledger.append(&NOW, new(&event(1)).with_key("a")).unwrap();
        assert_eq!((store.verified(), ledger.head()), (Ok(2), id));
    }
}

/// A store that refuses its own last event is not asked for ever.
#[test]
fn a_store_that_is_behind() {
    let (store, mut ledger) = begun();
    store.next(Next::Refuse);
    assert_eq!(ledger.append(&NOW, new(&event(1))), Err(LedgerError::Behind));
    store.next(Next::Work);
    ledger.append(&NOW, new(&event(1))).unwrap();
    assert_eq!(store.verified(), Ok(2));
}

/// What no record can hold refuses all.
#[test]
fn all_or_none() {
    let (store, mut ledger) = begun();
    assert_eq!(ledger.append_all(&NOW, &[]), Ok(vec![]));
    let (json, head) = (event(1), ledger.head());
    let long = json.replace(":1}", &format!(":\"{}\"}}", "x".repeat(MAX_RECORD)));
    for (refused, kind) in [(new(&json).with_key("\0"), "nul"), (new(&long), "too_long")] {
        let refused = ledger.append_all(&NOW, &[new(&json), refused]);
        let Err(LedgerError::Refused { index: 1, error }) = refused else { panic!("{kind}") };
        assert_eq!((error.kind(), store.verified(), ledger.head()), (kind, Ok(1), head));
    }
}

#[test]
fn keys_in_a_field() {
    let (store, mut ledger) = begun();
    let with = |field: &str| event(1).replacen('{', &format!("{{{field},"), 1);
    let keyed = with(r#""command\u0049d":"c-\u0037""#);
    let id = ledger.append(&NOW, field(&keyed)).unwrap();
    // The same key from elsewhere.
    assert_eq!(ledger.append(&NOW, new(&event(1)).with_key("c-7")), Ok(id));
    assert_eq!(store.verified(), Ok(2));
    let record = store.kept(|kept| kept.records().next_back().unwrap().1.to_vec());
    let record = String::from_utf8(record).unwrap();
    assert!(record.ends_with(r#","appendKey":"c-7"}"#) && !record.contains("command"), "{record}");
    for (json, kind) in [
        (event(1), JsonErrorKind::MissingField { field: "appendKey" }),
        (with(r#""commandId":7"#), JsonErrorKind::BadField { field: "appendKey" }),
        (with(r#""commandId":null"#), JsonErrorKind::BadField { field: "appendKey" }),
        (
            with(r#""commandId":"a","appendKey":"b""#),
            JsonErrorKind::BadField { field: "appendKey" },
        ),
        (with(r#""commandId":"a","commandId":"b""#), JsonErrorKind::DuplicateKey),
        (with(r#""commandId":"a","zz":1"#), JsonErrorKind::UnknownField),
        (with(r#""commandId":"\u0000""#), JsonErrorKind::Nul),
    ] {
        let Err(LedgerError::Refused { error: AppendError::Event(error), .. }) =
            ledger.append(&NOW, field(&json))
        else {
            panic!("{json}")
        };
        assert_eq!(error.kind, kind, "{json}");
    }
    // The name of the record's own field will do as well.
    let own = with(r#""appendKey":"c-7""#);
    assert_eq!(ledger.append(&NOW, new(&own).with_key_field("appendKey")), Ok(id));
    assert_eq!(store.verified(), Ok(2));
}

#[test]
fn only_the_informed_append() {
    // Another writer is faster between the look and the append: looked at again.
    let (store, mut ledger) = begun();
    let (json, read) = (event(7), Some(ledger.head()));
    store.next(Next::Race);
    let refused = ledger.append_if(&NOW, new(&json), read, |event| event.data() == b"99");
    let error = AppendError::Race { event: ledger.head() };
    assert_eq!(refused, Err(LedgerError::Refused { index: 0, error }));
    assert_eq!(store.verified(), Ok(2));
    store.next(Next::Race);
    let (json, keyed) = (event(99), Some(ledger.head()));
    let raced = ledger.append_if(&NOW, new(&json).with_key("raced"), keyed, |_| true);
    // It was appended once before: the answer needs no condition.
    assert_eq!((raced, store.verified()), (Ok(ledger.head()), Ok(2)));
}

/// A store that is far away: each message to it is counted.
struct Far(Gate, Rc<RefCell<Vec<&'static str>>>);

impl Store for Far {
    type Error = Broken;

    fn head(&mut self) -> Result<Option<(EventId, Profile)>, Broken> {
        self.1.borrow_mut().push("head");
        self.0.head()
    }

    fn append(&mut self, after: Option<EventId>, records: &[Record<'_>]) -> Result<bool, Broken> {
        self.1.borrow_mut().push("append");
        self.0.append(after, records)
    }

    fn find_key(&mut self, _: &str) -> Result<Option<Vec<u8>>, Broken> {
        panic!("a message of its own")
    }

    fn read(
        &mut self,
        _: Option<EventId>,
        _: &mut dyn FnMut(Option<EventId>, &[u8]) -> ControlFlow<()>,
    ) -> Result<bool, Broken> {
        panic!("a message of its own")
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<Answer, LedgerError<Broken>> {
        self.1.borrow_mut().push(if question.takes_turn { "turn" } else { "ask" });
        self.0.ask(question)
    }
}

/// While a writer has the turn, the others wait: it asks once, whatever there is to ask.
#[test]
fn a_turn_is_two_messages() {
    let (shared, ledger) = begun();
    let messages = Rc::new(RefCell::new(Vec::new()));
    let mut far = Appender::open(Far(shared.clone(), messages.clone())).unwrap();
    let (json, read, clock) = (event(1), ledger.head(), NOW);
    let (keyed, mut near) = (event(2), ledger);
    let batch = [new(&keyed).with_key("key"), new(&json)];
    let none = Selector::event("none");
    let sent = |race, far: &mut Appender<Far>| {
        messages.borrow_mut().clear();
        if race {
            shared.next(Next::Race);
        }
        far.append_all(&clock, Request::new(&batch).unless(Some(read), &none)).unwrap();
        messages.borrow().clone()
    };
    // No other writer is faster.
    assert_eq!(sent(false, &mut far), ["ask", "append"]);
    assert_eq!(sent(true, &mut far), ["ask", "append", "turn", "append"]);
    // Where others have been faster, it waits for its turn at once.
    near.append(&clock, new(&json)).unwrap();
    assert_eq!(sent(false, &mut far), ["turn", "append"]);
    // No other writer has been faster.
    assert_eq!(sent(false, &mut far), ["turn", "append"]);
    assert_eq!(sent(false, &mut far), ["ask", "append"]);
    messages.borrow_mut().clear();
    far.append(&clock, new(&json)).unwrap();
    assert_eq!(*messages.borrow(), ["append"]);
    assert_eq!(shared.verified(), Ok(10));
}
