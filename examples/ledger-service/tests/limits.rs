//! What clients may take from the others: connections, time, room for large bodies, turns of a ledger, and the
//! place of the one who verifies.

use core::time::Duration;
use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    sync::{Mutex, mpsc},
    thread,
};

use evently_ledger::{Appender, DatabaseError, NewEvent, SystemClock, sqlite::SqliteStore};
use ids_testkit::servers::Folder;
use ledger_service::{
    database::{Database, Sqlite},
    routes::routes,
    serve::{Limits, serve as serve_within},
};
use tokio::{net::TcpListener, runtime::Runtime};
use ureq::{Agent, http::Response};

/// A database of which the connections to one ledger wait until they may open.
struct Gate {
    held: &'static str,
    database: Sqlite,
    entered: Mutex<mpsc::Sender<()>>,
    opened: Mutex<mpsc::Receiver<()>>,
}

impl Database for Gate {
    type Store = SqliteStore;

    fn init(&self) -> Result<(), DatabaseError> {
        self.database.init()
    }

    fn open(&self, ledger: &str) -> Result<SqliteStore, DatabaseError> {
        if ledger == self.held {
            self.entered.lock().expect("a lock").send(()).expect("a test");
            self.opened.lock().expect("a lock").recv().expect("a test");
        }
        self.database.open(ledger)
    }

    fn wait(store: &mut SqliteStore, limit: Duration) -> Result<bool, DatabaseError> {
        Sqlite::wait(store, limit)
    }
}

/// What no test waits for.
const PLENTY: Limits = Limits {
    head: Duration::from_secs(3600),
    body: Duration::from_secs(3600),
    answer: Duration::from_secs(3600),
    ..Limits::DEFAULT
};

/// A time that ends while a test waits for its end.
const SHORT: Duration = Duration::from_millis(200);

/// Serves ledgers; where.
fn serve(runtime: &Runtime, database: impl Database, limits: Limits) -> SocketAddr {
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a port");
    let address = listener.local_addr().expect("an address");
    runtime.spawn(serve_within(listener, routes(database, limits), limits));
    address
}

/// A folder with a database in which there are ledgers of these names.
fn database(ledgers: &[&str]) -> (Folder, Sqlite) {
    let folder = Folder::new("ledger-service-limits");
    let path = folder.path().join("events.db").display().to_string();
    for ledger in ledgers {
        let event = NewEvent::new(GENESIS.as_bytes());
        let store = SqliteStore::init(&path, ledger).expect("a store");
        Appender::begin(store, &SystemClock, event).expect("a ledger");
    }
    (folder, Sqlite { path })
}

const GENESIS: &str = r#"{"event":"e","entities":{},"meta":{},"data":null}"#;

fn get(address: SocketAddr, path: &str) -> (u16, String) {
    answer(|agent| agent.get(format!("http://{address}/ledgers/{path}")).call())
}

/// Appends an event.
fn append(address: SocketAddr, ledger: &str) -> (u16, String) {
    let url = format!("http://{address}/ledgers/{ledger}/events");
    let body = format!(r#"{{"events":[{{"event":{GENESIS}}}]}}"#);
    answer(|agent| agent.post(&url).header("content-type", "application/json").send(&body))
}

/// The answer to a client that asks again where it was cut off: on a busy machine it may be slow itself.
fn answer(ask: impl Fn(&Agent) -> Result<Response<ureq::Body>, ureq::Error>) -> (u16, String) {
    let agent: Agent = Agent::config_builder().http_status_as_error(false).build().into();
    loop {
        let Ok(mut response) = ask(&agent) else { continue };
        if let Ok(text) = response.body_mut().read_to_string() {
            return (response.status().as_u16(), text);
        }
    }
}

/// A client that sends this, and then nothing.
fn slow(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.write_all(text.as_bytes()).expect("a service that reads");
    stream
}

/// The head of a request whose body has `length` bytes, and the first `sent` of them.
fn part(length: usize, sent: usize) -> String {
    let head = "PUT /ledgers/new HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ";
    format!("{head}{length}\r\n\r\n{}", "x".repeat(sent))
}

/// All that the service answers before it closes the connection.
fn rest(mut stream: TcpStream) -> String {
    let mut text = String::new();
    // A client that still sends learns by an error that the service does not read on.
    drop(stream.read_to_string(&mut text));
    text
}

/// Clients that stop in the head of a request have their places for a time.
#[test]
fn slow_heads() {
    let (_folder, database) = database(&["l"]);
    let runtime = Runtime::new().expect("a runtime");
    let address = serve(&runtime, database, Limits { connections: 4, head: SHORT, ..PLENTY });
    // As many as there are places, of whom some have sent nothing.
    let heads = ["", "GET / HTTP/1.1\r\n", "GET /ledgers/l/events HTTP/1.1\r\nHost:", "G"];
    let clients = heads.map(|head| slow(address, head));
    assert_eq!(get(address, "l/events").0, 200);
    for client in clients {
        rest(client);
    }
}

/// So do those that stop in a body.
#[test]
fn slow_bodies() {
    let (_folder, database) = database(&["l"]);
    let runtime = Runtime::new().expect("a runtime");
    let address = serve(&runtime, database, Limits { connections: 4, body: SHORT, ..PLENTY });
    let clients = [(); 4].map(|()| slow(address, &part(1 << 20, 100_000)));
    assert_eq!(get(address, "l/events").0, 200);
    for client in clients {
        let told = rest(client);
        assert!(told.starts_with("HTTP/1.1 408") && told.contains("too_slow"), "{told}");
    }
}

/// Large bodies share their room, which each of them takes as it arrives; small ones need none.
#[test]
fn room_for_bodies() {
    let (_folder, database) = database(&["l"]);
    let runtime = Runtime::new().expect("a runtime");
    let address = serve(&runtime, database, Limits { bytes: 300_000, ..PLENTY });
    // Who says much and sends little takes nothing.
    let patient = [(); 20].map(|()| slow(address, &part(16 << 20, 60_000)));
    for (length, status, kind) in [
        (365_536, 422, "syntax"),
        (365_537, 503, "busy"),
        // It was free again after each of them.
        (365_536, 422, "syntax"),
        (65_536, 422, "syntax"),
    ] {
        let told = rest(slow(address, &part(length, length)));
        let is_so = told.starts_with(&format!("HTTP/1.1 {status}"));
        assert!(is_so && told.contains(&format!("\"{kind}\"")), "{length}: {told}");
    }
    drop(patient);
}

/// Clients that take nothing of large answers are cut off, and the next one has a place.
#[test]
fn slow_readers() {
    let (_folder, database) = database(&["l"]);
    let text = "x".repeat(8 << 20);
    let event = format!(r#"{{"event":"e","entities":{{}},"meta":{{}},"data":"{text}"}}"#);
    let store = SqliteStore::open(&database.path, "l").expect("a store");
    let mut ledger = Appender::open(store).expect("a ledger");
    ledger.append(&SystemClock, NewEvent::new(event.as_bytes())).expect("an event");
    let runtime = Runtime::new().expect("a runtime");
    let address = serve(&runtime, database, Limits { pages: 2, answer: SHORT, ..PLENTY });
    let request = "GET /ledgers/l/events HTTP/1.1\r\nHost: a\r\n\r\n";
    let clients = [(); 2].map(|()| slow(address, request));
    let (status, page) = get(address, "l/events");
    assert!(status == 200 && page.len() > text.len(), "{status}");
    drop(clients);
}

/// Those who append to a ledger that is locked take one thread, and are not too many.
#[test]
fn a_ledger_that_is_locked() {
    const THREADS: usize = 4;
    let (_folder, database) = database(&["held", "l"]);
    let (entered, enters) = mpsc::channel();
    let (open, opened) = mpsc::channel();
    let (entered, opened) = (Mutex::new(entered), Mutex::new(opened));
    let database = Gate { held: "held", database, entered, opened };
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.enable_all().max_blocking_threads(THREADS).build().expect("a runtime");
    let limits = Limits { appends: 3 * THREADS, ..PLENTY };
    let address = serve(&runtime, database, limits);
    thread::scope(|scope| {
        let waiting: Vec<_> = (0..100).map(|_| scope.spawn(|| append(address, "held").0)).collect();
        enters.recv().expect("a connection");
        // Others go on.
        assert_eq!(append(address, "l").0, 200);
        // All for whom there is no place are told so, while nothing of the ledger goes on.
        let finished = || waiting.iter().filter(|one| one.is_finished()).count();
        while finished() < 100 - limits.appends {
            thread::yield_now();
        }
        open.send(()).expect("a service");
        let mut answers: Vec<_> =
            waiting.into_iter().map(|one| one.join().expect("an answer")).collect();
        answers.sort_unstable();
        let stored = answers.iter().filter(|status| **status == 200).count();
        assert_eq!((stored, answers[stored..].iter().all(|s| *s == 503)), (limits.appends, true));
    });
}

#[test]
fn one_verifies_at_a_time_and_not_for_ever() {
    let (_folder, database) = database(&["l"]);
    let path = database.path.clone();
    let runtime = Runtime::new().expect("a runtime");
    let (entered, enters) = mpsc::channel();
    let (open, opened) = mpsc::channel();
    let (entered, opened) = (Mutex::new(entered), Mutex::new(opened));
    let address = serve(&runtime, Gate { held: "l", database, entered, opened }, PLENTY);
    thread::scope(|scope| {
        let first = scope.spawn(|| get(address, "l/verify"));
        enters.recv().expect("a connection");
        let (status, busy) = get(address, "l/verify");
        assert!(status == 503 && busy.contains("\"busy\""), "{status} {busy}");
        open.send(()).expect("a service");
        let (status, verdict) = first.join().expect("an answer");
        assert!(status == 200 && verdict.contains("\"valid\":true"), "{status} {verdict}");
    });
    // The place is free again, and the connection is kept.
    assert_eq!(get(address, "l/verify").0, 200);
    let limits = Limits { verify: Duration::ZERO, ..PLENTY };
    let address = serve(&runtime, Sqlite { path }, limits);
    let (status, ended) = get(address, "l/verify");
    assert!(status == 422 && ended.contains("too_many_events"), "{status} {ended}");
}
