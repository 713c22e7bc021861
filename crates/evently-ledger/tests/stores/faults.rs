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

const WRITERS: usize = 4;
/// Threads of one process that share an appender.
const CALLERS: usize = 16;
/// Events that are stored at once at most, by a writer that shares nothing. A caller stores one.
const MOST: usize = 3;
/// Where a writer finds its ledger: a kind, a colon, and the file or connection string.
const STORE: &str = "IDS_LEDGER_STORE";
const NAME: &str = "IDS_LEDGER_WRITER";
/// Set for a writer that ends when the store is unavailable. Others try again.
const ENDS: &str = "IDS_LEDGER_ENDS";
/// Set for a writer whose threads share an appender: the number with which each of them begins.
const SHARES: &str = "IDS_LEDGER_SHARES";
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
    let mut ledger = loop {
        match open().map_err(LedgerError::Store).and_then(Appender::open) {
            Ok(ledger) => break ledger,
            Err(LedgerError::Store(error)) if is_unknown(&error) => {}
            Err(error) => panic!("{error}"),
        }
    };
    let Ok(from) = env::var(SHARES) else {
        return write_on(name, 0, MOST, is_unknown, |events| {
            ledger.append_all(&SystemClock, events)
        });
    };
    let ledger = &ledger.shared(SystemClock, open);
    thread::scope(|scope| {
        for (caller, from) in from.split(' ').enumerate() {
            let append = |events: &[NewEvent<'_>]| ledger.append_all(events);
            let is_unknown = |error: &Arc<S::Error>| is_unknown(error);
            let from = from.parse().unwrap();
            scope.spawn(move || write_on(&format!("c{caller}"), from, 1, is_unknown, append));
        }
    });
}

/// Appends from this number on, and again what may be stored or not, with the same keys.
fn write_on<E: Display>(
    name: &str,
    from: usize,
    most: usize,
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
            (0..=number % most).map(|part| format!("{name} {number} {part}")).collect();
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

/// A writer, and where its lines go.
fn start(mut command: Command, store: &str, name: &str, lines: Sender<String>) -> Child {
    command.args(["faults::a_writer", "--exact", "--ignored", "--nocapture"]);
    command.env(STORE, store).env(NAME, name).stdout(Stdio::piped());
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

    /// Each of them is in the ledger, which is whole.
    fn check(&self, tables: &Tables) {
        let stored = stored_in(tables);
        assert_eq!(self.lost(&stored), 0);
        // Each batch is there as a whole.
        for key in stored.keys() {
            let parts: Vec<&str> = key.split(' ').collect();
            let &[writer, number, _] = &parts[..] else { panic!("{key}") };
            let count = 1 + number.parse::<usize>().unwrap() % MOST;
            for part in 0..count {
                assert!(stored.contains_key(&format!("{writer} {number} {part}")), "{key}");
            }
        }
    }

    /// How many of them are not stored. The others have the id that was said.
    fn lost(&self, stored: &BTreeMap<String, EventId>) -> usize {
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

/// Starts a writer for each name, and kills them when both `counts` of events were acknowledged, one after the other.
/// Between the two, `kill` may kill something else.
fn kill_round(
    acknowledged: &mut Acknowledged,
    store: &str,
    names: &[String],
    configure: impl Fn(&mut Command),
    counts: [usize; 2],
    kill: impl FnOnce(),
) {
    let (sender, lines) = mpsc::channel();
    let mut writers: Vec<Child> = names
        .iter()
        .map(|name| {
            let mut command = Command::new(env::current_exe().unwrap());
            configure(&mut command);
            start(command, store, name, sender.clone())
        })
        .collect();
    drop(sender);
    acknowledged.wait(&lines, counts[0]);
    kill();
    acknowledged.wait(&lines, counts[1]);
    for writer in &mut writers {
        // SIGKILL.
        writer.kill().unwrap();
        writer.wait().unwrap();
    }
    acknowledged.wait(&lines, usize::MAX);
}

/// Writers that are killed, and what else is killed while they write.
fn kill_writers(store: &str, mut kill: impl FnMut(), tables: impl Fn() -> Tables) {
    let rounds = rounds();
    let mut acknowledged = Acknowledged::default();
    for round in 0..rounds {
        let names: Vec<_> = (0..WRITERS).map(|number| format!("r{round}w{number}")).collect();
        let counts = [20 + round % 7, 20 + round % 5];
        kill_round(&mut acknowledged, store, &names, |_| (), counts, &mut kill);
        if round % 10 == 0 {
            acknowledged.check(&tables());
        }
    }
    let tables = tables();
    acknowledged.check(&tables);
    println!("{rounds} rounds, {} acknowledged of {}", acknowledged.0.len(), tables.events.len());
}

/// Callers who share an appender, killed together: each round begins with what was not acknowledged before, which may be
/// stored or not. What else is killed dies in each 25th round. Callers who hear that an event is stored before it is,
/// as of a queue that is written later, lose some.
fn kill_callers(
    store: &str,
    mut kill: impl FnMut(),
    stored: impl Fn() -> BTreeMap<String, EventId>,
) {
    let mut next = [0; CALLERS];
    for is_early in [false, true] {
        let (mut acknowledged, mut lost, mut round) = (Acknowledged::default(), 0, 0);
        while if is_early { lost == 0 } else { round < rounds() } {
            let from = next.map(|number| number.to_string()).join(" ");
            let configure = |command: &mut Command| {
                command.env(SHARES, &from);
                if is_early {
                    command.env(EARLY, "1");
                }
            };
            let counts = [40 + round % 23, 40 + round % 19];
            let kills = || {
                if !is_early && round % 25 == 0 {
                    kill();
                }
            };
            kill_round(&mut acknowledged, store, &["callers".to_owned()], configure, counts, kills);
            for (caller, next) in next.iter_mut().enumerate() {
                while acknowledged.0.contains_key(&format!("c{caller} {next} 0")) {
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
fn callers_are_killed_over_a_file() {
    let folder = Folder::new("ledger-file-kills");
    let path = folder.path().join("events.ndjson");
    drop(begin(FileStore::create(&path)));
    kill_callers(&format!("file:{}", path.display()), || (), || stored_in_file(&path));
}

#[test]
fn callers_are_killed_over_sqlite() {
    let (_folder, path) = sqlite::place("sqlite-callers");
    drop(begin(SqliteStore::init(&path, "l").unwrap()));
    let stored = || stored_in(&sqlite::tables(&path, "l"));
    kill_callers(&format!("sqlite:{}", path.display()), || (), stored);
}

/// A ledger on a server that is killed, and where it is.
fn begun(server: PostgresServer) -> (String, RefCell<PostgresServer>) {
    drop(begin(PostgresStore::new(&server.url(), "l").unwrap()));
    (format!("postgres:{}", server.url()), RefCell::new(server))
}

fn kill(server: &RefCell<PostgresServer>) {
    server.borrow_mut().kill();
    server.borrow_mut().restart();
}

#[test]
fn callers_are_killed_and_postgres_too() {
    let Some(server) = postgres::server() else { return };
    let (store, server) = begun(server);
    kill_callers(&store, || kill(&server), || stored_in(&postgres::tables(&server.borrow(), "l")));
}

#[test]
fn sqlite_writers_are_killed() {
    let (folder, path) = sqlite::place("sqlite-kills");
    drop(begin(SqliteStore::init(&path, "l").unwrap()));
    kill_writers(&format!("sqlite:{}", path.display()), || (), || sqlite::tables(&path, "l"));
    let place = path.display().to_string();
    planted::find_what_is_planted(|| planted::python(&[&place, "l"], ""), |sql| folder.past(sql));
}

#[test]
fn postgres_is_killed_with_its_writers() {
    let Some(server) = postgres::server() else { return };
    let (store, server) = begun(server);
    kill_writers(&store, || kill(&server), || postgres::tables(&server.borrow(), "l"));
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
        let mut writer = start(command, &format!("sqlite:{}", path.display()), &name, sender);
        acknowledged.wait(&lines, usize::MAX);
        assert!(writer.wait().unwrap().success());
        let why = &acknowledged.1;
        assert!(why.contains("full") || why.contains("I/O"), "{why}");
        acknowledged.check(&sqlite::tables(&path, "l"));
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
        let mut writer = start(command, &store, &format!("r{round}"), sender);
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
        acknowledged.check(&postgres::tables(&server, "l"));
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
