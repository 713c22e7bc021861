//! What holds of every database: what it keeps, and what its owner writes past the triggers.

use core::ops::ControlFlow;

use evently_ledger::{
    Appender, DatabaseError, EventId, LedgerError, LedgerRow, Query, Selector, Store,
};

use crate::{CLOCK, GENESIS, begin, checker::Tables, event, laws, new, shared, verified};

/// A database of ledgers.
pub(crate) trait Database {
    type Store: Store<Error = DatabaseError>;
    /// How the names of its tables begin.
    const PREFIX: &str;
    /// What stands for each of the [`WORDS`].
    const SPELLED: [&str; 5];

    /// From now on it is another one, without tables.
    fn renew(&mut self);

    /// A ledger of it. The tables are made where they are absent.
    fn open(&self, ledger: &str) -> Self::Store;

    /// All of its ledgers.
    fn ledgers(&self) -> Vec<LedgerRow>;

    /// Runs this past the triggers and the checks of the table that it names first, after a `#`.
    fn past(&self, sql: &str);
}

/// An id later than that of a row, than the head of a ledger; one of the head's time; one of another ledger; and a record
/// with the later id of the head and another key.
const WORDS: [&str; 5] = ["{later id}", "{later}", "{early}", "{other}", "{keyed}"];

/// Statements that would change what a ledger is.
const FORBIDDEN: &[&str] = &[
    "UPDATE #event SET record = record",
    "DELETE FROM #event WHERE append_key = 'a'",
    "DELETE FROM #entity",
    "UPDATE #entity SET key = 'x'",
    "INSERT INTO #entity SELECT ledger, 'x', 'y', id FROM #event LIMIT 1",
    "UPDATE #ledger SET head = NULL",
    "UPDATE #ledger SET name = 'x'",
    "DELETE FROM #ledger",
    "INSERT INTO #ledger (name, profile, events) VALUES ('x', 'doc5', 1)",
];

/// Events that do not follow the last one, and the code that they are refused with.
const NOT_NEXT: &[(&str, &str)] = &[
    ("ledger, {later id}, previous, NULL, record FROM #event ORDER BY id DESC LIMIT 1", "LE002"),
    ("ledger, {later id}, NULL, NULL, record FROM #event LIMIT 1", "LE002"),
    ("77, id, NULL, NULL, record FROM #event ORDER BY id LIMIT 1", "LE002"),
    ("number, {early}, head, NULL, record FROM #event JOIN #ledger ON id = head", "LE003"),
    ("number, {other}, head, NULL, record FROM #event JOIN #ledger ON id = head", "LE003"),
    // Another record; another key; and one in the record alone, under which the event could be stored again.
    ("number, {later}, head, NULL, record FROM #event JOIN #ledger ON id = head", "LE003"),
    ("number, {later}, head, 'b', {keyed} FROM #event JOIN #ledger ON id = head", "LE003"),
    ("number, {later}, head, NULL, {keyed} FROM #event JOIN #ledger ON id = head", "LE003"),
];

/// What every database refuses of every user, each with the code that it is refused with.
pub(crate) fn forbidden<D: Database>() -> impl Iterator<Item = (String, &'static str)> {
    let insert = "INSERT INTO #event (ledger, id, previous, append_key, record) SELECT";
    let next = NOT_NEXT.iter().map(move |(event, code)| (format!("{insert} {event}"), *code));
    let changes = FORBIDDEN.iter().map(|sql| ((*sql).to_owned(), "LE001"));
    changes.chain(next).map(|(sql, code)| {
        let words = WORDS.iter().zip(D::SPELLED).chain([(&"#", D::PREFIX)]);
        (words.fold(sql, |sql, (word, spelled)| sql.replace(word, spelled)), code)
    })
}

/// Every law, for ledgers whose names begin so; then their rows are checked.
pub(crate) fn hold<D: Database<Store: Send>>(
    database: &D,
    name: &str,
    open: impl Fn(&str) -> D::Store + Sync,
    tables: impl Fn(&str) -> Tables,
) {
    let mut count = 0;
    laws::hold(|| {
        count += 1;
        open(&format!("{name} {count}"))
    });
    laws::too_wide_is_an_error(open(&format!("{name} wide")));
    let shared = format!("{name} shared");
    shared::hold(|| open(&shared));
    let mut ledgers = database.ledgers();
    ledgers.retain(|ledger| ledger.name.starts_with(name));
    assert_eq!(ledgers.len(), count + 2);
    for ledger in ledgers {
        assert_eq!(tables(&ledger.name).check().len() as u64, ledger.events);
    }
}

/// A ledger with a few events.
pub(crate) fn few<D: Database>(database: &D) -> Appender<D::Store> {
    let mut ledger = begin(database.open("l"));
    for key in ["a", "z"] {
        let json = event("e", r#""p":["1"]"#, 1);
        ledger.append(&CLOCK, new(&json).with_key(key)).unwrap();
    }
    ledger
}

/// What goes wrong with each call of a store whose ledger has this event. None of them panics.
pub(crate) fn wrong<S: Store<Error = DatabaseError>>(
    mut store: S,
    known: EventId,
) -> Vec<(&'static str, Option<LedgerError<DatabaseError>>)> {
    let on = ControlFlow::Continue(());
    let by_entity = Query::new().with_selector(Selector::entity("p", "1"));
    let mut calls = vec![
        ("select", store.select(&by_entity, &mut |_, _| on).err()),
        ("poll", Query::new().after(known).poll(&mut store, |_, _| on).err()),
    ];
    let json = event("e", "", 1);
    let appended = Appender::open(&mut store).and_then(|mut own| own.append(&CLOCK, new(&json)));
    calls.push(("append", appended.err()));
    let others = [
        ("head", store.head().err()),
        ("contains", store.contains(known).err()),
        ("find_key", store.find_key("z").err()),
        ("read", store.read(None, &mut |_, _| on).err()),
        ("read on", store.read(Some(known), &mut |_, _| on).err()),
        ("check_indexes", store.check_indexes(&mut |_| ()).err()),
        ("lock", store.lock().and_then(|_| store.unlock()).err()),
    ];
    calls.extend(others.map(|(call, error)| (call, error.map(LedgerError::Store))));
    calls
}

pub(crate) fn rows_that_are_none<D: Database>(database: &mut D, more: &[(&str, &str)]) {
    let of_all = [
        ("record = '{\"event\":\"e\"}'", "missing"),
        ("record = replace(record, '\"eventId\":\"0', '\"eventId\":\"1')", "another id"),
        ("record = replace(record, '\"eventId\":\"0', '\"eventId\":\"x')", "another id"),
    ];
    for (change, fault) in of_all.iter().chain(more) {
        database.renew();
        drop(few(database));
        database.past(&format!("UPDATE #event SET {change} WHERE append_key = 'z'"));
        let mut store = database.open("l");
        let error = store.select(&Query::new(), &mut |_, _| ControlFlow::Continue(())).unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, LedgerError::Store(DatabaseError::Row(_))), "{change}: {text}");
        let row = format!("{}event, row ", D::PREFIX);
        assert!(text.starts_with(&row) && text.contains(fault), "{change}: {text}");
        assert!(matches!(store.find_key("z"), Err(DatabaseError::Row(_))), "{change}");
        // Nor does code decide by such a record.
        let (json, mut ledger) = (event("e", "", 1), Appender::open(store).unwrap());
        let error = ledger.append_if(&CLOCK, new(&json), None, |_| false).unwrap_err();
        assert!(matches!(error, LedgerError::Store(DatabaseError::Row(_))), "{change}: {error}");
    }
}

/// A ledger whose row is not valid, as one that ends after the last possible time, closes no other ledger of its
/// database.
pub(crate) fn one_ledger_is_poisoned<D: Database>(database: &mut D, rows: &[(&str, &str, &str)]) {
    database.renew();
    let mut ledger = begin(database.open("sane"));
    let mut wanted = vec![("sane", None)];
    for &(name, change, fault) in rows {
        drop(begin(database.open(name)));
        database.past(&format!("UPDATE #ledger SET {change} WHERE name = '{name}'"));
        wanted.push((name, Some(fault)));
    }
    ledger.append(&CLOCK, new(&event("e", "", 1))).unwrap();
    let ledgers = database.ledgers();
    let faults: Vec<_> = ledgers.iter().map(|row| (&*row.name, row.fault)).collect();
    wanted.sort_unstable_by_key(|(name, _)| *name);
    assert_eq!(faults, wanted);
    let mut store = ledger.into_store();
    assert_eq!(verified(&mut store), 2);
}

/// Changes in the columns by which events are found.
pub(crate) fn indexes_that_are_wrong<D: Database>(database: &mut D, more: &[(&str, &str)]) {
    let of_all = [
        ("UPDATE #event SET append_key = NULL WHERE append_key = 'z'", "#event, row 0"),
        (
            "UPDATE #event SET append_key = 'y' WHERE append_key IS NULL",
            "the column append_key is not what the record says",
        ),
        (
            "UPDATE #event SET previous = id WHERE append_key = 'z'",
            "the column previous is not what the record says",
        ),
        ("UPDATE #entity SET key = '2'", "#event, row 0"),
        ("DELETE FROM #entity", "the index of entities is not what the record says"),
        // One row of an event that has two.
        (
            "DELETE FROM #entity WHERE entity = 'q'",
            "the index of entities is not what the record says",
        ),
        (
            "INSERT INTO #entity SELECT ledger, entity, '2', id FROM #entity LIMIT 1",
            "#entity, row 0",
        ),
        (
            "UPDATE #ledger SET events = events + 1",
            "#ledger, row 1: it has another number of events",
        ),
        ("UPDATE #ledger SET profile = 'v1'", "the column profile is not what the record says"),
    ];
    for (change, wrong) in of_all.iter().chain(more) {
        database.renew();
        let mut ledger = few(database);
        let two = event("e", r#""q":["1"],"r":["1"]"#, 1);
        ledger.append(&CLOCK, new(&two).with_key("b")).unwrap();
        let (mut store, mut compared) = (ledger.into_store(), 0);
        store.check_indexes(&mut |more| compared += more).unwrap();
        assert_eq!(compared, 4 + 4);
        database.past(change);
        let mut store = database.open("l");
        // The records are as they were.
        verified(&mut store);
        let error = store.check_indexes(&mut |_| ()).unwrap_err();
        assert!(matches!(error, DatabaseError::Row(_)), "{change}: {error}");
        let wrong = wrong.replace('#', D::PREFIX);
        assert!(error.to_string().contains(&wrong), "{change}: {error}");
    }
}

/// The row of a ledger that has no event.
pub(crate) fn a_ledger_without_events<D: Database>(database: &mut D) {
    for (profile, is_begun) in [("doc5", true), ("pg", false), ("v1", false)] {
        database.renew();
        let store = database.open("l");
        database.past(&format!("INSERT INTO #ledger (name, profile) VALUES ('l', '{profile}')"));
        match Appender::begin(store, &CLOCK, new(GENESIS)) {
            Ok(ledger) => {
                assert!(is_begun, "{profile}");
                shared::verify(ledger.into_store());
            }
            Err(error) => {
                let (text, wrong) =
                    (error.to_string(), "the column profile is not what the record says");
                let row = format!("{}ledger, row ", D::PREFIX);
                let is_told = text.starts_with(&row) && text.ends_with(wrong);
                assert!(!is_begun && is_told, "{profile}: {text}");
            }
        }
    }
}
