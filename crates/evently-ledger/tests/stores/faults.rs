//! What goes wrong in the world: processes that are killed, a full disk, connections that are cut, stores
//! that are restored. `IDS_LEDGER_KILLS` is how often writers, and the server, are killed.

use core::{cell::RefCell, fmt::Display, ops::ControlFlow, time::Duration};
use std::{
    collections::BTreeMap,
    env,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    rc::Rc,
    sync::{
        Arc,
        mpsc::{self, Receiver, Sender},
    },
    thread,
};

use evently_ledger::{
    Appender, DatabaseError, EventId, EventReader, LedgerError, NewEvent, Profile, Query, Store,
    SystemClock, file::FileStore, parallel::Verification, postgres::PostgresStore,
    sqlite::SqliteStore,
};
use ids_testkit::servers::{Cut, Folder, PostgresServer, Proxy, SmallDisk, Upstream};
use rusqlite::Connection;
use serde_json::Value;

use crate::{
    CLOCK, begin, checker::Tables, databases::Database as _, event, new, planted, postgres, shared,
    sqlite,
};

/// Threads of one writer that share an appender.
const CALLERS: usize = 16;
/// Events that are stored at once at most.
const MOST: usize = 3;
/// Where a writer finds its ledger: a kind, a colon, and the file or connection string.
const STORE: &str = "IDS_LEDGER_STORE";
const NAME: &str = "IDS_LEDGER_WRITER";
/// Set for a writer that ends when the store is unavailable. Others try again.
const ENDS: &str = "IDS_LEDGER_ENDS";
/// The number with which each thread of a writer begins.
const FROM: &str = "IDS_LEDGER_FROM";
/// Set for callers who say that an event is stored before it is.
const EARLY: &str = "IDS_LEDGER_EARLY";

/// Not a test: a process that the tests start. It appends until it is killed, or its disk is full, and
/// says of each event that was acknowledged its key and its id, and at last why it ended.
#[test]
#[ignore = "the tests start it"]
fn a_writer() {
    let (store, name) = (env::var(STORE).unwrap(), env::var(NAME).unwrap());
    let is_unknown = |error: &DatabaseError| matches!(error, DatabaseError::Unavailable(_));
    match store.split_once(':').unwrap() {
        ("sqlite", path) => write(|| SqliteStore::open(path, "l"), is_unknown, &name),
        ("file", path) => write(|| FileStore::repair_within(path, Duration::MAX), |_| false, &name),
        (_, url) => write(|| PostgresStore::new(url, "l"), is_unknown, &name),
    }
}

/// Writes to a store, of which some errors do not say whether events are stored.
fn write<S: Store + Send>(
    open: impl Fn() -> Result<S, S::Error> + Sync,
    is_unknown: fn(&S::Error) -> bool,
    name: &str,
) where
    S::Error: Send + Sync + Display,
{
    let ledger = loop {
        match open().map_err(LedgerError::Store).and_then(Appender::open) {
            Ok(ledger) => break ledger,
            Err(LedgerError::Store(error)) if is_unknown(&error) => {}
            Err(error) => panic!("{error}"),
        }
    };
    let ledger = &ledger.shared(SystemClock, open);
    thread::scope(|scope| {
        for (caller, from) in env::var(FROM).unwrap().split(' ').enumerate() {
            let append = |events: &[NewEvent<'_>]| ledger.append_all(events);
            let is_unknown = |error: &Arc<S::Error>| is_unknown(error);
            let from = from.parse().unwrap();
            scope.spawn(move || write_on(&format!("{name}c{caller}"), from, is_unknown, append));
        }
    });
}

/// Appends from this number on, and again what may be stored or not, with the same keys.
fn write_on<E: Display>(
    name: &str,
    from: usize,
    is_unknown: impl Fn(&E) -> bool,
    mut append: impl FnMut(&[NewEvent<'_>]) -> Result<Vec<EventId>, LedgerError<E>>,
) {
    for number in from.. {
        let json = event("Written", &format!(r#""writer":["{name}"]"#), number);
        // Some lines of a file are long enough to be cut by a kill.
        let is_long = number % 4 == 3 && env::var(STORE).is_ok_and(|at| at.starts_with("file:"));
        let note = "x".repeat(if is_long { 100_000 } else { 0 });
        let json = json.replace("\"meta\":{", &format!("\"meta\":{{\"note\":\"{note}\""));
        let keys: Vec<_> =
            (0..=number % MOST).map(|part| format!("{name} {number} {part}")).collect();
        let events: Vec<_> = keys.iter().map(|key| new(&json).with_key(key)).collect();
        if env::var_os(EARLY).is_some() {
            println!("\nack {} {}", EventId::MIN, keys[0]);
        }
        loop {
            match append(&events) {
                Ok(ids) => {
                    for (key, id) in keys.iter().zip(ids) {
                        println!("\nack {id} {key}");
                    }
                    break;
                }
                Err(LedgerError::Store(error)) if is_unknown(&error) => {
                    if env::var_os(ENDS).is_some() {
                        println!("\nended {error}");
                        return;
                    }
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
}

/// A writer whose callers begin with these numbers, and where its lines go.
fn start(
    mut command: Command,
    store: &str,
    name: &str,
    from: [usize; CALLERS],
    lines: Sender<String>,
) -> Child {
    command.args(["faults::a_writer", "--exact", "--ignored", "--nocapture"]);
    command.env(STORE, store).env(NAME, name).stdout(Stdio::piped());
    command.env(FROM, from.map(|number| number.to_string()).join(" "));
    let mut child = command.spawn().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            if lines.send(line).is_err() {
                break;
            }
        }
    });
    child
}

/// What was acknowledged: the ids by their keys. Beside it, why the last writer ended.
#[derive(Default)]
struct Acknowledged(BTreeMap<String, EventId>, String);

impl Acknowledged {
    /// Waits for `count` more events, or until all writers have ended.
    fn wait(&mut self, lines: &Receiver<String>, count: usize) {
        let until = self.0.len().saturating_add(count);
        while self.0.len() < until {
            let Ok(line) = lines.recv() else { return };
            if let Some(error) = line.strip_prefix("ended ") {
                error.clone_into(&mut self.1);
            }
            // The end of its writer may have cut a line off: it does not count.
            if let Some((id, key)) = line.strip_prefix("ack ").and_then(|line| line.split_once(' '))
            {
                if key.split(' ').count() == 3 {
                    self.0.insert(key.to_owned(), id.parse().unwrap());
                }
            }
        }
    }

    /// How many of them are not stored. The others have the id that was said, and each batch is there as a whole.
    fn lost(&self, stored: &BTreeMap<String, EventId>) -> usize {
        for key in stored.keys() {
            let parts: Vec<&str> = key.split(' ').collect();
            let &[caller, number, _] = &parts[..] else { panic!("{key}") };
            let count = 1 + number.parse::<usize>().unwrap() % MOST;
            for part in 0..count {
                assert!(stored.contains_key(&format!("{caller} {number} {part}")), "{key}");
            }
        }
        let is_lost = |(key, id): &(&String, &EventId)| match stored.get(*key) {
            Some(stored) => {
                assert!(stored == *id || **id == EventId::MIN, "{key}");
                false
            }
            None => true,
        };
        self.0.iter().filter(is_lost).count()
    }
}

/// The events with keys, of a ledger that is whole and has each key once.
fn stored_in(tables: &Tables) -> BTreeMap<String, EventId> {
    tables.check();
    let text = |row: &Value, column: &str| Some(row[column].as_str()?.to_owned());
    let keyed = |row| Some((text(row, "append_key")?, text(row, "id")?.parse().unwrap()));
    tables.events.iter().filter_map(keyed).collect()
}

/// The same of a file, whose end may be torn: it is as the next writer finds it.
fn stored_in_file(path: &Path) -> BTreeMap<String, EventId> {
    let mut store = FileStore::repair_within(path, Duration::MAX).unwrap();
    let (mut reader, mut stored) = (EventReader::new(Profile::Doc5), BTreeMap::new());
    let read = store.read(None, &mut |_, record| {
        let event = reader.read(record).unwrap();
        if let Some(key) = event.append_key() {
            let id = event.recorded().unwrap().parse().unwrap();
            assert_eq!(stored.insert(key.clone(), id), None, "{key}");
        }
        ControlFlow::Continue(())
    });
    assert!(read.unwrap());
    shared::verify(store);
    stored
}

/// How often what writes is killed.
fn rounds() -> usize {
    env::var("IDS_LEDGER_KILLS").map_or(3, |count| count.parse().unwrap())
}

/// Writers that are killed together, and what else is killed meanwhile. Each round begins with what was not
/// acknowledged before, which may be stored or not. Callers who hear that an event is stored before it is, as of a queue
/// that is written later, lose some.
fn kill_writers(
    count: usize,
    store: &str,
    mut kill: impl FnMut(),
    stored: impl Fn() -> BTreeMap<String, EventId>,
) {
    let mut next = vec![[0; CALLERS]; count];
    for is_early in [false, true] {
        let (mut acknowledged, mut lost, mut round) = (Acknowledged::default(), 0, 0);
        while if is_early { lost == 0 } else { round < rounds() } {
            let (sender, lines) = mpsc::channel();
            let start = |(writer, from): (usize, &[usize; CALLERS])| {
                let mut command = Command::new(env::current_exe().unwrap());
                if is_early {
                    command.env(EARLY, "1");
                }
                start(command, store, &format!("w{writer}"), *from, sender.clone())
            };
            let mut writers: Vec<Child> = next.iter().enumerate().map(start).collect();
            drop(sender);
            acknowledged.wait(&lines, 40 + round % 23);
            if !is_early {
                kill();
            }
            acknowledged.wait(&lines, 40 + round % 19);
            for writer in &mut writers {
                // SIGKILL.
                writer.kill().unwrap();
                writer.wait().unwrap();
            }
            acknowledged.wait(&lines, usize::MAX);
            for (index, next) in next.iter_mut().flatten().enumerate() {
                let (writer, caller) = (index / CALLERS, index % CALLERS);
                while acknowledged.0.contains_key(&format!("w{writer}c{caller} {next} 0")) {
                    *next += 1;
                }
            }
            if is_early || round % 10 == 0 {
                lost = acknowledged.lost(&stored());
                assert!(is_early || lost == 0, "{lost} lost in round {round}");
            }
            round += 1;
        }
        let stored = stored();
        let lost = acknowledged.lost(&stored);
        assert_eq!(lost > 0, is_early);
        let (said, all) = (acknowledged.0.len(), stored.len());
        println!(
            "{round} rounds, early {is_early}: {said} acknowledged, {lost} of them lost; {all} stored"
        );
    }
}

#[test]
fn the_writer_of_a_file_is_killed() {
    let folder = Folder::new("ledger-file-kills");
    let path = folder.path().join("events.ndjson");
    drop(begin(FileStore::create(&path)));
    kill_writers(1, &format!("file:{}", path.display()), || (), || stored_in_file(&path));
}

#[test]
fn sqlite_writers_are_killed() {
    let (folder, path) = sqlite::place("sqlite-kills");
    drop(begin(SqliteStore::init(&path, "l").unwrap()));
    let stored = || stored_in(&sqlite::tables(&path, "l"));
    kill_writers(4, &format!("sqlite:{}", path.display()), || (), stored);
    let place = path.display().to_string();
    planted::find_what_is_planted(|| planted::python(&[&place, "l"], ""), |sql| folder.past(sql));
}

#[test]
fn postgres_is_killed_with_its_writers() {
    let Some(server) = postgres::server() else { return };
    drop(begin(PostgresStore::new(&server.url(), "l").unwrap()));
    let (store, server) = (format!("postgres:{}", server.url()), RefCell::new(server));
    let kill = || {
        server.borrow_mut().kill();
        server.borrow_mut().restart();
    };
    let stored = || stored_in(&postgres::tables(&server.borrow(), "l"));
    kill_writers(4, &store, kill, stored);
    let server = server.into_inner();
    let rows = "SELECT json_build_object('ledger', l) FROM evently_ledger.ledger l
        UNION ALL SELECT json_build_object('event', e) FROM evently_ledger.event e
        UNION ALL SELECT json_build_object('entity', e) FROM evently_ledger.entity e";
    planted::find_what_is_planted(
        || planted::python(&[], &server.sql(rows)),
        |sql| server.past(sql),
    );
}

/// A disk that is full: nothing of the batch is there, and with room the ledger goes on.
#[test]
fn sqlite_on_a_full_disk() {
    let (_folder, path) = sqlite::place("sqlite-full");
    drop(begin(SqliteStore::init(&path, "l").unwrap()));
    let mut acknowledged = Acknowledged::default();
    for (round, kilobytes) in [1000, 2000, 4000].into_iter().enumerate() {
        let (sender, lines) = mpsc::channel();
        let mut command = Command::new("bash");
        // Blocks of 1,024 bytes. The signal that comes with the limit must not end the process.
        command.args(["-c", "trap '' XFSZ; ulimit -f \"$1\"; shift; exec \"$@\"", "bash"]);
        command.arg(kilobytes.to_string()).arg(env::current_exe().unwrap()).env(ENDS, "1");
        let name = format!("r{round}");
        let mut writer =
            start(command, &format!("sqlite:{}", path.display()), &name, [0; CALLERS], sender);
        acknowledged.wait(&lines, usize::MAX);
        assert!(writer.wait().unwrap().success());
        let why = &acknowledged.1;
        assert!(why.contains("full") || why.contains("I/O"), "{why}");
        assert_eq!(acknowledged.lost(&stored_in(&sqlite::tables(&path, "l"))), 0);
    }
    assert!(acknowledged.0.len() > 50);
    let mut ledger = Appender::open(SqliteStore::open(&path, "l").unwrap()).unwrap();
    ledger.append(&SystemClock, new(&event("e", "", 1))).unwrap();
    shared::verify(ledger.into_store());
}

/// The disk is full under the tables, then under the log that is written ahead, which ends the server. What was
/// acknowledged is there, and with room the ledger goes on.
#[test]
fn postgres_on_a_full_disk() {
    if postgres::server().is_none() {
        return;
    }
    let Some(disk) = SmallDisk::mount(160) else { return };
    let Some(mut server) = PostgresServer::start_in(disk.path()) else { return };
    drop(begin({
        let mut store = PostgresStore::new(&server.url(), "l").unwrap();
        store.init().unwrap();
        store
    }));
    let mut acknowledged = Acknowledged::default();
    for (round, kilobytes) in [600, 1200, 300, 1200].into_iter().enumerate() {
        let before = acknowledged.0.len();
        disk.fill(kilobytes);
        let (sender, lines) = mpsc::channel();
        let mut command = Command::new(env::current_exe().unwrap());
        command.env(ENDS, "1");
        let store = format!("postgres:{}", server.url());
        let mut writer = start(command, &store, &format!("r{round}"), [0; CALLERS], sender);
        let is_log = round % 2 == 1;
        if is_log {
            acknowledged.wait(&lines, 5);
            // The next file of the log has 16 MiB. Some may be there already.
            let next = "SELECT pg_logical_emit_message(true, '', ''); SELECT pg_switch_wal()";
            while server.query(next).is_ok() {}
        }
        acknowledged.wait(&lines, usize::MAX);
        assert!(writer.wait().unwrap().success());
        assert!(acknowledged.0.len() > before, "round {round}");
        println!("{} acknowledged, then {}", acknowledged.0.len(), acknowledged.1);
        if is_log {
            // It ends by itself, and cannot start without room.
            server.kill();
            disk.free();
            server.restart();
        } else {
            assert!(acknowledged.1.contains("could not extend file"), "{}", acknowledged.1);
            disk.free();
        }
        assert_eq!(acknowledged.lost(&stored_in(&postgres::tables(&server, "l"))), 0);
    }
    let mut ledger = Appender::open(PostgresStore::new(&server.url(), "l").unwrap()).unwrap();
    ledger.append(&SystemClock, new(&event("e", "", 1))).unwrap();
    shared::verify(ledger.into_store());
}

/// The connection is cut at each message of an append: before the server has it, and after the server has
/// done it, when the reply is lost. The same key gives one event.
#[test]
fn postgres_behind_a_connection_that_is_cut() {
    let Some(server) = postgres::server() else { return };
    let mut direct = begin(PostgresStore::new(&server.url(), "l").unwrap());
    let proxy = Proxy::start(Upstream::Socket(server.socket()));
    let url = format!("postgres://postgres@127.0.0.1:{}/postgres", proxy.port());
    let (mut count, mut lost) = (1, 0);
    for when in [Cut::Before, Cut::After] {
        // Another writer was faster, or not.
        for is_behind in [false, true] {
            for after in 0.. {
                let store = PostgresStore::new(&url, "l").unwrap();
                let mut ledger = Appender::open(store).unwrap();
                if is_behind {
                    direct.append(&CLOCK, new(&event("Other", "", 1))).unwrap();
                    count += 1;
                }
                let before = proxy.cuts();
                proxy.cut(when, b"", after);
                let (json, key) = (event("Once", "", 1), format!("{when:?} {is_behind} {after}"));
                let append = |ledger: &mut Appender<_>| {
                    ledger.append_all(&CLOCK, &[new(&json).with_key(&key), new(&json)])
                };
                let ids = match append(&mut ledger) {
                    Ok(ids) => ids,
                    Err(LedgerError::Store(DatabaseError::Unavailable(_))) => {
                        lost += 1;
                        let mut store = PostgresStore::new(&server.url(), "l").unwrap();
                        // After what the server may still be doing for the connection that is gone.
                        store.lock().unwrap();
                        let found = store.find_key(&key).unwrap();
                        store.unlock().unwrap();
                        // With keys for all, a batch is appended again as a whole.
                        match found {
                            Some(_) => {
                                vec![ledger.append(&CLOCK, new(&json).with_key(&key)).unwrap()]
                            }
                            None => append(&mut ledger).unwrap(),
                        }
                    }
                    Err(error) => panic!("{error}"),
                };
                count += 2;
                let tables = postgres::tables(&server, "l");
                assert_eq!(
                    (tables.check().len(), ids[0].ledger()),
                    (count, direct.head().ledger())
                );
                if proxy.cuts() == before {
                    assert!(after > 0, "each of its messages was cut once");
                    // What is left of the plan fits nothing.
                    proxy.cut(when, b"\0nothing\0", 0);
                    break;
                }
            }
        }
    }
    assert!(lost > 8, "{lost}");
}

/// A store that was restored from an older copy: who knows a later event notices, whether or not others
/// have gone on meanwhile.
fn restored<S: Store<Error = DatabaseError>>(
    open: impl Fn() -> S,
    copy: impl FnOnce() -> Box<dyn FnOnce()>,
) {
    let json = event("e", "", 1);
    let mut ledger = begin(open());
    ledger.append(&CLOCK, new(&json)).unwrap();
    let restore = copy();
    let known = ledger.append(&CLOCK, new(&json)).unwrap();
    let mut follower = Query::new().after(Some(known));
    restore();
    // The copy is a whole ledger: who knows no later event finds nothing wrong.
    shared::verify(open());
    let verification = Verification { after: Some(known), ..Verification::default() };
    let kept = verification.run_store(&mut open()).1.unwrap_err();
    assert!(matches!(kept, LedgerError::Forgotten { event } if event == known), "{kept}");
    for _ in 0..2 {
        let forgotten = ledger.append(&CLOCK, new(&json)).unwrap_err();
        assert!(matches!(forgotten, LedgerError::Forgotten { event } if event == known));
        let polled = follower.poll(&mut open(), |_, _| panic!("nothing")).unwrap_err();
        assert!(matches!(polled, LedgerError::Forgotten { event } if event == known));
        // Others go on, later than what was forgotten.
        let other = event("other", "", 2);
        Appender::open(open()).unwrap().append(&SystemClock, new(&other)).unwrap();
    }
    // Opened again, it goes on.
    let mut again = Appender::open(open()).unwrap();
    again.append(&CLOCK, new(&json)).unwrap();
    shared::verify(again.into_store());
}

#[test]
fn sqlite_is_restored() {
    let folder = Folder::new("ledger-sqlite-restore");
    let [path, copied] = ["events.db", "copy.db"].map(|name| folder.path().join(name));
    restored(
        || SqliteStore::init(&path, "l").unwrap(),
        || {
            Connection::open(&path).unwrap().backup("main", &copied, None).unwrap();
            let path = path.clone();
            Box::new(move || {
                let mut connection = Connection::open(path).unwrap();
                connection.restore("main", copied, None::<fn(_)>).unwrap();
            })
        },
    );
}

#[test]
fn postgres_is_restored() {
    let Some(server) = postgres::server() else { return };
    let url = server.url();
    let server = Rc::new(RefCell::new(server));
    restored(
        || PostgresStore::new(&url, "l").unwrap(),
        || {
            let restore = server.borrow_mut().backup();
            let server = Rc::clone(&server);
            Box::new(move || restore(&mut server.borrow_mut()))
        },
    );
}
