//! What one client may take from the others: a verification has a place and a limit.

use core::time::Duration;
use std::{
    sync::{Mutex, mpsc},
    thread,
};

use evently_ledger::{
    Appender, NewEvent, SystemClock,
    sqlite::{DatabaseError, SqliteStore},
};
use ids_testkit::servers::Folder;
use ledger_service::{
    database::{Database, Sqlite},
    routes::routes_within,
};
use tokio::{net::TcpListener, runtime::Runtime};
use ureq::Agent;

/// A database whose connections wait until they may open.
struct Gate {
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
        self.entered.lock().expect("a lock").send(()).expect("a test");
        self.opened.lock().expect("a lock").recv().expect("a test");
        self.database.open(ledger)
    }

    fn wait(store: &mut SqliteStore, limit: Duration) -> Result<bool, DatabaseError> {
        Sqlite::wait(store, limit)
    }
}

/// Serves a ledger; where `/verify` is.
fn serve(runtime: &Runtime, database: impl Database, patience: Duration) -> String {
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a port");
    let url = format!("http://{}/ledgers/l/verify", listener.local_addr().expect("an address"));
    runtime.spawn(async move { axum::serve(listener, routes_within(database, patience)).await });
    url
}

fn get(url: &str) -> (u16, String) {
    let agent: Agent = Agent::config_builder().http_status_as_error(false).build().into();
    let mut response = agent.get(url).call().expect("an answer");
    (response.status().as_u16(), response.body_mut().read_to_string().expect("a text"))
}

#[test]
fn one_verifies_at_a_time_and_not_for_ever() {
    let folder = Folder::new("ledger-service-limits");
    let path = folder.path().join("events.db").display().to_string();
    let event = NewEvent::new(br#"{"event":"e","entities":{},"meta":{},"data":null}"#);
    let store = SqliteStore::init(&path, "l").expect("a store");
    Appender::begin(store, &SystemClock, event).expect("a ledger");
    let runtime = Runtime::new().expect("a runtime");
    let (entered, enters) = mpsc::channel();
    let (open, opened) = mpsc::channel();
    let database = Gate {
        database: Sqlite { path: path.clone() },
        entered: Mutex::new(entered),
        opened: Mutex::new(opened),
    };
    let url = serve(&runtime, database, Duration::from_secs(60));
    thread::scope(|scope| {
        let first = scope.spawn(|| get(&url));
        enters.recv().expect("a connection");
        let (status, busy) = get(&url);
        assert!(status == 503 && busy.contains("\"busy\""), "{status} {busy}");
        open.send(()).expect("a service");
        let (status, verdict) = first.join().expect("an answer");
        assert!(status == 200 && verdict.contains("\"valid\":true"), "{status} {verdict}");
    });
    // The place is free again, and the connection is kept.
    assert_eq!(get(&url).0, 200);
    let url = serve(&runtime, Sqlite { path }, Duration::ZERO);
    let (status, ended) = get(&url);
    assert!(status == 422 && ended.contains("too_many_events"), "{status} {ended}");
}
