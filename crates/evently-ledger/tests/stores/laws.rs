//! What holds of every store. Each law begins with a store that has no ledger.

use core::ops::ControlFlow;

use evently_id::format_timestamp;
use evently_ledger::{
    AppendError, Appender, EventId, EventReader, LedgerError, Profile, Query, Record, Request,
    Selector, Store, UnixTime, fits_database, parallel::Verification,
};
use ids_testkit::threads::at_once;

use crate::{CLOCK, GENESIS, begin, event, new, other, verified};

pub(crate) fn hold<S: Store<Error: Send + Sync> + Send>(mut make: impl FnMut() -> S) {
    a_ledger_begins_once(make());
    events_are_kept(make());
    keys_are_kept(make());
    a_clock_may_step_back(make());
    a_condition_holds(make());
    every_query_is_answered(make());
    an_old_key_is_a_race(make());
    wide_queries_are_answered(make());
    a_follower_misses_nothing(make());
    if !cfg!(target_family = "wasm") {
        callers_share_commits(make());
    }
}

/// Each thread's events are in its order, those with a key once, and the ledger is valid. Of seats that several threads
/// want, one has each.
fn callers_share_commits<S: Store<Error: Send + Sync> + Send>(store: S) {
    const THREADS: usize = 8;
    const EACH: usize = 12;
    let ledger = begin(store).shared(CLOCK, || panic!("the store has not failed"));
    let texts: Vec<_> =
        (0..EACH).map(|seat| event("Booked", &format!(r#""seat":["{seat}"]"#), seat)).collect();
    let work = |thread: usize| {
        let mut own = Vec::new();
        let mut booked = 0;
        for (seat, text) in texts.iter().enumerate() {
            let key = format!("{thread} {seat}");
            let twice = [new(text).with_key(&key), new(text).with_key(&key)];
            let ids = ledger.append_all(&twice).unwrap();
            assert_eq!(ids[0], ids[1]);
            own.push(ids[0]);
            let name = format!("Seat {seat}");
            let text = event(&name, "", thread);
            booked += match ledger
                .append_all(Request::new(&[new(&text)]).unless(None, &Selector::event(&*name)))
            {
                Ok(_) => 1,
                Err(LedgerError::Refused { error: AppendError::Race { .. }, .. }) => 0,
                Err(error) => panic!("{error}"),
            };
        }
        assert!(own.is_sorted());
        booked
    };
    assert_eq!(at_once(THREADS, work).into_iter().sum::<usize>(), EACH);
    let mut store = ledger.into_store().unwrap();
    let count = verified(&mut store);
    assert_eq!(count, 1 + (THREADS as u64 + 1) * EACH as u64);
}

fn a_ledger_begins_once<S: Store>(mut store: S) {
    assert_eq!(store.head().unwrap(), None);
    assert_eq!(store.lock().unwrap(), None);
    store.unlock().unwrap();
    assert!(matches!(Appender::open(&mut store), Err(LedgerError::NoLedger)));
    let head = begin(&mut store).head();
    assert_eq!(store.head().unwrap().unwrap().0, head);
    let again = Appender::begin(&mut store, &CLOCK, new(GENESIS));
    assert!(matches!(again, Err(LedgerError::Exists)));
    assert!(store.contains(head).unwrap());
    assert!(!store.contains(other(head)).unwrap());
}

fn events_are_kept<S: Store>(store: S) {
    let mut ledger = begin(store);
    // Texts that a database might change.
    let names = ["é", "e\u{301}", "\u{1f332}", "\\\"", "a\\u0001b", "'; --", "$1?1"];
    let json: Vec<String> = names.iter().map(|name| event(name, r#""x":["1"]"#, 7)).collect();
    let events: Vec<_> = json.iter().map(|json| new(json)).collect();
    let ids = ledger.append_all(&CLOCK, &events).unwrap();
    let single = ledger.append(&CLOCK, new(&json[0])).unwrap();
    assert!(ids.is_sorted() && ids.last().unwrap() < &single);
    // The clock stands still: the timestamps do not.
    assert_eq!(single.timestamp(), ids[0].timestamp() + names.len() as u64);
    let mut store = ledger.into_store();
    let count = verified(&mut store);
    assert_eq!(count, names.len() as u64 + 2);
    let mut rest = 0;
    let found = store.read(Some(ids[2]), &mut |_, _| {
        rest += 1;
        ControlFlow::Continue(())
    });
    assert!(found.unwrap() && rest == names.len() - 2);
    assert!(!store.read(Some(other(ids[2])), &mut |_, _| panic!("nothing")).unwrap());
    // One that is refused leaves nothing of its batch, and the chain goes on.
    let mut ledger = Appender::open(store).unwrap();
    ledger.append_all(&CLOCK, &[new(&json[0]), new("{}")]).unwrap_err();
    assert_eq!(ledger.head(), single);
    let next = ledger.append(&CLOCK, new(&json[0])).unwrap();
    let rest = Verification { after: Some(single), ..Verification::default() };
    let (report, ended) = rest.run_store(&mut ledger.into_store());
    ended.unwrap();
    assert_eq!((report.events, report.head, report.first), (1, Some(next), None));
}

/// Events of several appenders, whose clocks differ, and step back: each is later than the one before it.
fn a_clock_may_step_back<S: Store>(mut store: S) {
    let clock = |micros: u64| UnixTime::from_micros(micros);
    let json = event("e", r#""p":["1"]"#, 1);
    let mut last = begin(&mut store).head();
    let hour = 3_600_000_000;
    for micros in [0, 2 * hour, hour, 1, 3 * hour, 3 * hour - 1] {
        let mut ledger = Appender::open(&mut store).unwrap();
        for id in ledger.append_all(&clock(micros), &[new(&json), new(&json)]).unwrap() {
            assert_eq!(id.timestamp(), micros.max(last.timestamp() + 1));
            last = id;
        }
    }
    assert_eq!(verified(&mut store), 13);

    // Without an appender: a record that is stamped by a clock behind the last event. It is refused, or
    // found by a verification.
    let mut reader = EventReader::new(Profile::Doc5);
    let mut early = reader.read_new(json.as_bytes(), hour).unwrap();
    let (id, mut record) = (early.id(last).unwrap(), Vec::new());
    early.write_record(id, None, &mut record);
    let records = [Record { id, key: None, json: &record }];
    if matches!(store.append(Some(last), &records), Ok(true)) {
        let failure = Verification::default().run_store(&mut store).0.first.unwrap();
        assert_eq!((failure.index, failure.fault.kind()), (13, "not_monotonic"));
    } else {
        assert_eq!(store.head().unwrap().unwrap().0, last);
    }
}

fn keys_are_kept<S: Store>(store: S) {
    // The first event may have a key.
    let mut ledger = Appender::begin(store, &CLOCK, new(GENESIS).with_key("first")).unwrap();
    let spelled = r#"{"data":null,"event":"Ledger\u0020Created","entities":{},"meta":{}}"#;
    let head = ledger.head();
    assert_eq!(ledger.append(&CLOCK, new(spelled).with_key("first")).unwrap(), head);
    let [one, two] = [1, 2].map(|data| event("e", "", data));
    let keys = ["a", "é", "'", "a\nb", "key \\u0041 \""];
    let events: Vec<_> = keys.iter().map(|key| new(&one).with_key(key)).collect();
    let ids = ledger.append_all(&CLOCK, &events).unwrap();
    let again: Vec<_> = keys.iter().rev().map(|key| new(&one).with_key(key)).collect();
    let mut same = ledger.append_all(&CLOCK, &again).unwrap();
    same.reverse();
    assert_eq!((&same, Some(&ledger.head())), (&ids, ids.last()));
    for (key, event) in keys.iter().zip(&ids) {
        let conflict = ledger.append(&CLOCK, new(&two).with_key(key)).map(|_| ());
        let Err(LedgerError::Refused { index: 0, error }) = conflict else { panic!("{key}") };
        assert_eq!(error, AppendError::KeyConflict { event: *event });
    }
    // Two of one call: none is stored, so none has an id to name.
    let twice =
        [new(&one), new(&one).with_key("n"), new(&one).with_key("m"), new(&two).with_key("n")];
    let refused = ledger.append_all(&CLOCK, &twice).unwrap_err();
    let LedgerError::Refused { index: 3, error } = refused else { panic!("{refused}") };
    assert_eq!(error, AppendError::KeyTwice { first: 1 });
    let stored = [new(&two).with_key("m"), new(&two).with_key("a")];
    let refused = ledger.append_all(&CLOCK, &stored).unwrap_err();
    let LedgerError::Refused { index: 1, error } = refused else { panic!("{refused}") };
    assert_eq!(error, AppendError::KeyConflict { event: ids[0] });
    assert_eq!(Some(&ledger.head()), ids.last());
    let mut store = ledger.into_store();
    assert_eq!(store.find_key("b").unwrap(), None);
    let found = store.find_keys(&["b", "é", "a", "é"]).unwrap();
    let mut reader = EventReader::default();
    let found: Vec<_> = found
        .iter()
        .map(|record| record.as_ref().map(|r| reader.read_any(r).unwrap().recorded_id().unwrap()))
        .collect();
    assert_eq!(found, [None, Some(ids[1]), Some(ids[0]), Some(ids[1])]);
}

fn a_condition_holds<S: Store>(store: S) {
    let mut ledger = begin(store);
    let read = ledger.head();
    let booking = event("Booked", r#""seat":["1","2"],"flight":"LH 1""#, 1);
    let (seat, free) = (Selector::entity("seat", "2"), Selector::entity("seat", "3"));
    let events = [new(&booking), new(&booking).with_key("once")];
    let ids = ledger.append_all(&CLOCK, Request::new(&events).unless(Some(read), &seat)).unwrap();
    let race = |event| AppendError::Race { event };
    for (after, selector, refused) in [
        (Some(read), &seat, Some(race(ids[0]))),
        (None, &seat, Some(race(ids[0]))),
        (Some(ids[0]), &seat, Some(race(ids[1]))),
        (Some(ids[0]), &Selector::event("Booked"), Some(race(ids[1]))),
        (Some(other(read)), &free, Some(AppendError::AfterNotFound { after: other(read) })),
        (Some(ids[1]), &seat, None),
        (None, &free, None),
    ] {
        let head = ledger.head();
        let extra = event("Other", "", 1);
        match (
            ledger.append_all(&CLOCK, Request::new(&[new(&extra)]).unless(after, selector)),
            refused,
        ) {
            (Ok(ids), None) => assert_eq!(ids, [ledger.head()]),
            (Err(LedgerError::Refused { index: 0, error }), Some(refused)) => {
                assert_eq!((error, ledger.head()), (refused, head));
            }
            (answer, refused) => panic!("{refused:?}, not {:?}", answer.is_ok()),
        }
    }
    // What has been appended once needs no condition.
    let again =
        ledger.append_all(&CLOCK, Request::new(&[events[1]]).unless(Some(read), &seat)).unwrap();
    assert_eq!(again, [ids[1]]);
    let lost = AppendError::AfterNotFound { after: other(read) };
    for (after, refused) in [(read, race(ids[0])), (other(read), lost)] {
        let closure =
            ledger.append_if(&CLOCK, events[0], Some(after), |event| event.data() == b"1");
        let Err(LedgerError::Refused { error, .. }) = closure else { panic!("{refused:?}") };
        assert_eq!(error, refused);
    }
    verified(&mut ledger.into_store());
}

/// Whether an event of this name and these entities is asked for.
type Matches<'m> = Box<dyn Fn(&str, &str) -> bool + 'm>;

/// Stores an event as an older program did, whatever its entities are; its id.
fn append_old<S: Store>(store: &mut S, json: &str) -> EventId {
    let (last, mut reader) = (store.head().unwrap().unwrap().0, EventReader::new(Profile::Doc5));
    let at = format_timestamp(last.timestamp() + 1).unwrap();
    let json = json.replacen('{', &format!(r#"{{"timestamp":"{at}","#), 1);
    let mut event = reader.read(json.as_bytes()).unwrap();
    assert!(fits_database(&event));
    let (id, mut record) = (event.id(last).unwrap(), Vec::new());
    event.write_record(id, None, &mut record);
    let stored = store.append(Some(last), &[Record { id, key: None, json: &record }]);
    assert!(stored.unwrap());
    id
}

/// Queries over a ledger of a few names and entities, against what a filter over all says.
fn every_query_is_answered<S: Store>(store: S) {
    let mut store = begin(store).into_store();
    let mut all = vec![(store.head().unwrap().unwrap().0, "Ledger Created", "")];
    // The name of an entity without a key is in no index, however long it is.
    let long = format!(r#""q":["1","é"],"p":[],"a\"b":["\\\"c"],"{}":[]"#, "x".repeat(1001));
    let kinds = [
        ("A", r#""p":["1"]"#),
        ("B", r#""p":["1","2","1"],"q":["1"]"#),
        ("A", r#""p":"2","q":[]"#),
        // As no new event is, but an older ledger may be.
        ("C", r#""p":{"1":["2"]},"q":[12,null,["1"]],"r":1.50,"s":true,"t":null"#),
        ("B", &*long),
    ];
    for round in 0..30 {
        let (name, entities) = kinds[round * 7 % 5];
        let id = append_old(&mut store, &event(name, entities, round));
        all.push((id, name, entities));
    }
    // By hand: which of the kinds have these.
    let has = |entities: &str, entity: &str, key: &str| match (entity, key) {
        ("p", "1") => entities.contains(r#""p":["1""#),
        ("p", "2") => entities.contains(r#""1","2""#) || entities.contains(r#""p":"2""#),
        ("q", "1") => entities.contains(r#""q":["1""#),
        ("q", "é") => entities.contains('é'),
        _ => false,
    };
    let selectors: Vec<(Option<Selector>, Matches<'_>)> = vec![
        (None, Box::new(|_, _| true)),
        (Some(Selector::event("A")), Box::new(|name, _| name == "A")),
        (
            Some(Selector::event("A").with_event("C")),
            Box::new(|name, _| name != "B" && name.len() == 1),
        ),
        (Some(Selector::event("a")), Box::new(|_, _| false)),
        (Some(Selector::entity("p", "1")), Box::new(|_, e| has(e, "p", "1"))),
        (Some(Selector::entity("p", "2")), Box::new(|_, e| has(e, "p", "2"))),
        (Some(Selector::entity("q", "é")), Box::new(|_, e| has(e, "q", "é"))),
        (Some(Selector::entity("a\"b", "\\\"c")), Box::new(|_, e| has(e, "q", "é"))),
        (Some(Selector::entity("q", "3")), Box::new(|_, _| false)),
        (
            Some(Selector::entity("q", "12").with_entity("r", "1.50").with_entity("s", "true")),
            Box::new(|name, _| name == "C"),
        ),
        (Some(Selector::entity("t", "null")), Box::new(|_, _| false)),
        (
            Some(Selector::entity("p", "1").with_entity("q", "1")),
            Box::new(|_, e| has(e, "p", "1") && has(e, "q", "1")),
        ),
        (
            Some(Selector::entity("q", "1").with_event("A").with_event("B")),
            Box::new(|name, e| name != "C" && has(e, "q", "1")),
        ),
        (
            Some(
                Selector::entity("p", "2")
                    .with_event("A")
                    .or(Selector::event("C"))
                    .or(Selector::entity("q", "é")),
            ),
            Box::new(|name, e| name == "A" && has(e, "p", "2") || name == "C" || has(e, "q", "é")),
        ),
    ];
    let ends = [None, Some(all[0].0), Some(other(all[11].0)), Some(all[20].0), Some(all[30].0)];
    for (selector, matches) in &selectors {
        for (after, before) in ends.iter().flat_map(|after| ends.map(|before| (*after, before))) {
            for (newest_first, limit) in
                [(false, 100), (true, 100), (false, 2), (true, 3), (false, 0)]
            {
                let query = Query::new().limit(limit).with_selector(selector.clone());
                let query = query.after(after).before(before);
                let query = if newest_first { query.newest_first() } else { query };
                let mut expected: Vec<EventId> = all
                    .iter()
                    .filter(|(id, name, entities)| {
                        after.is_none_or(|after| *id > after)
                            && before.is_none_or(|before| *id < before)
                            && matches(name, entities)
                    })
                    .map(|(id, ..)| *id)
                    .collect();
                if newest_first {
                    expected.reverse();
                }
                expected.truncate(limit);
                let (mut found, mut reader) = (Vec::new(), EventReader::default());
                let shown = store.select(&query, &mut |id, record| {
                    assert_eq!(reader.read_any(record).unwrap().recorded_id(), Some(id));
                    found.push(id);
                    ControlFlow::Continue(())
                });
                shown.unwrap();
                assert_eq!(found, expected, "{query:?}");
            }
        }
    }
    let mut first = None;
    let broken = store.select(&Query::new(), &mut |id, _| {
        assert_eq!(first.replace(id), None);
        ControlFlow::Break(())
    });
    broken.unwrap();
}

/// What an older ledger has is a race, too.
fn an_old_key_is_a_race<S: Store>(store: S) {
    let mut store = begin(store).into_store();
    let old = append_old(&mut store, &event("Booked", r#""seat":[12]"#, 1));
    let (mut ledger, seat) = (Appender::open(store).unwrap(), Selector::entity("seat", "12"));
    let booking = event("Booked", r#""seat":["12"]"#, 1);
    let race =
        ledger.append_all(&CLOCK, Request::new(&[new(&booking)]).unless(None, &seat)).unwrap_err();
    let LedgerError::Refused { error, .. } = race else { panic!("{race}") };
    assert_eq!(error, AppendError::Race { event: old });
}

/// Of many names and keys: as many as a database takes.
fn wide_queries_are_answered<S: Store>(store: S) {
    let mut ledger = begin(store);
    let keys = |count: usize| {
        let keys: Vec<_> = (0..count).map(|key| format!("\"{key}\"")).collect();
        format!(r#""p":[{}]"#, keys.join(","))
    };
    let mut append = |name: &str, keys: &str| {
        ledger.append(&CLOCK, new(&event(name, keys, 1))).unwrap();
    };
    for count in [399, 8, 400, 9, 401, 1] {
        append(&format!("n{count}"), &keys(count));
    }
    let first = || Selector::entity("p", "0");
    let all = |count: usize| {
        (1..count).fold(first(), |selector, key| selector.with_entity("p", key.to_string()))
    };
    let mut store = ledger.into_store();
    for (selector, expected) in [
        (all(8), 5),
        (all(9), 4),
        (all(399), 3),
        (all(400), 2),
        (all(199).with_event("n401").with_event("n8"), 1),
        ((1..400).fold(Selector::event("n1"), |s, n| s.with_event(format!("n{n}"))), 4),
        ((1..200).fold(all(200), |s, key| s.or(Selector::entity("p", key.to_string()))), 5),
    ] {
        for query in [Query::new(), Query::new().newest_first()] {
            let (mut found, query) = (0, query.with_selector(selector.clone()));
            let shown = store.select(&query, &mut |_, _| {
                found += 1;
                ControlFlow::Continue(())
            });
            shown.unwrap();
            assert_eq!(found, expected, "{} terms", format!("{selector:?}").len());
        }
    }
}

/// One more than a database takes is an error, and no answer that leaves events out.
#[cfg(any(feature = "postgres", feature = "sqlite"))]
pub(crate) fn too_wide_is_an_error<S: Store>(store: S) {
    let mut ledger = begin(store);
    let json = event("n1", "", 1);
    let names = (1..=401).fold(Selector::event("n1"), |s, n| s.with_event(format!("n{n}")));
    let keys = (1..=200).fold(Selector::entity("p", "0"), |s, n| s.with_entity("p", n.to_string()));
    for (selector, width) in [(names, 402), (keys.with_event("a").with_event("b"), 404)] {
        let query = Query::new().with_selector(selector.clone());
        let shown = ledger.store_mut().select(&query, &mut |_, _| ControlFlow::Continue(()));
        let appended = ledger
            .append_all(&CLOCK, Request::new(&[new(&json)]).unless(None, &selector))
            .map(drop);
        for answer in [shown, appended] {
            let error = answer.unwrap_err().to_string();
            assert!(error.contains("at most 400 names and keys"), "{error}");
            assert!(error.ends_with(&format!(", not {width}")), "{error}");
        }
    }
    verified(&mut ledger.into_store());
}

fn a_follower_misses_nothing<S: Store>(store: S) {
    let mut ledger = begin(store);
    let json = [event("A", r#""p":["1"]"#, 1), event("B", "", 2)];
    let mut some =
        Query::new().after(Some(ledger.head())).with_selector(Selector::entity("p", "1"));
    let (mut seen, mut matched, mut expected) = (Vec::new(), 0, vec![ledger.head()]);
    let (mut position, mut shown) = (None, 0);
    for round in 0..6 {
        let batch: Vec<_> = (0..round).map(|number| new(&json[number % 2])).collect();
        expected.extend(ledger.append_all(&CLOCK, &batch).unwrap());
        // Another follower goes on where this one was.
        let mut all = Query::new().after(position).limit(2);
        while all.position() != expected.last().copied() {
            let polled = all.poll(ledger.store_mut(), |id, _| {
                shown += 1;
                // Each third one is not taken: it is shown again.
                if shown % 3 == 0 {
                    return ControlFlow::Break(());
                }
                seen.push(id);
                ControlFlow::Continue(())
            });
            polled.unwrap();
        }
        position = all.position();
        let taken = some.poll(ledger.store_mut(), |_, _| {
            matched += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(taken.unwrap(), round.div_ceil(2));
    }
    assert_eq!((&seen, matched), (&expected, 9));
    // A position that the ledger does not have.
    let event = other(expected[3]);
    let forgotten =
        Query::new().after(Some(event)).poll(ledger.store_mut(), |_, _| panic!("nothing"));
    assert!(matches!(forgotten, Err(LedgerError::Forgotten { event: found }) if found == event));
}
