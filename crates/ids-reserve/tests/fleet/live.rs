//! Stores as they are: on disks and servers, with the machine's clock.

use std::path::Path;

use ids_reserve::{SqliteStore, Store};
#[cfg(all(any(feature = "postgres", feature = "etcd"), target_os = "linux"))]
use ids_testkit::servers::{Kind, Server};
use ids_testkit::{PATIENCE, servers::Folder};
use rusqlite::Connection;

/// A store, and how it is out of reach.
pub trait Live {
    fn name(&self) -> &'static str;

    /// Where it is: what [`open`] opens.
    fn place(&self) -> String;

    /// It does not answer any more.
    fn hang(&mut self);

    /// It ends at once.
    fn kill(&mut self);

    /// It is there again.
    fn come_back(&mut self);
}

/// The store at a place.
pub fn open(place: &str) -> Box<dyn Store + Send> {
    match place.split_once(' ').unwrap() {
        #[cfg(all(feature = "postgres", target_os = "linux"))]
        ("postgres", url) => Box::new(ids_reserve::PostgresStore::new(url).unwrap()),
        #[cfg(all(feature = "etcd", target_os = "linux"))]
        ("etcd", url) => Box::new(ids_reserve::EtcdStore::new([url]).unwrap()),
        (_, path) => Box::new(SqliteStore::open_within(Path::new(path), PATIENCE, || ()).unwrap()),
    }
}

/// An SQLite file. Where another process keeps it locked, it does not answer.
pub struct File {
    folder: Folder,
    lock: Option<Connection>,
}

impl File {
    pub fn new() -> Self {
        let folder = Folder::new("fleet");
        drop(SqliteStore::init(folder.path().join("ids.db")).unwrap());
        Self { folder, lock: None }
    }
}

impl Live for File {
    fn name(&self) -> &'static str {
        "sqlite"
    }

    fn place(&self) -> String {
        format!("sqlite {}", self.folder.path().join("ids.db").display())
    }

    fn hang(&mut self) {
        let lock = Connection::open(self.folder.path().join("ids.db")).unwrap();
        lock.busy_timeout(PATIENCE).unwrap();
        lock.execute_batch("BEGIN IMMEDIATE").unwrap();
        self.lock = Some(lock);
    }

    fn kill(&mut self) {
        unreachable!("a file has no server")
    }

    fn come_back(&mut self) {
        self.lock = None;
    }
}

/// A server of the test kit, and whether it was killed.
#[cfg(all(any(feature = "postgres", feature = "etcd"), target_os = "linux"))]
struct Served<K: Kind> {
    name: &'static str,
    server: Server<K>,
    is_killed: bool,
}

#[cfg(all(any(feature = "postgres", feature = "etcd"), target_os = "linux"))]
impl<K: Kind> Live for Served<K> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn place(&self) -> String {
        format!("{} {}", self.name, self.server.url())
    }

    fn hang(&mut self) {
        self.server.suspend();
    }

    fn kill(&mut self) {
        self.server.kill();
        self.is_killed = true;
    }

    fn come_back(&mut self) {
        if core::mem::take(&mut self.is_killed) {
            self.server.restart();
        } else {
            self.server.resume();
        }
    }
}

/// `None` where it is not installed.
#[cfg(all(feature = "postgres", target_os = "linux"))]
pub fn postgres() -> Option<impl Live> {
    let server = ids_testkit::servers::PostgresServer::start()?;
    let store = ids_reserve::PostgresStore::new(&server.url()).unwrap();
    store.with_timeout(PATIENCE).init().unwrap();
    Some(Served { name: "postgres", server, is_killed: false })
}

/// `None` where it is not installed.
#[cfg(all(feature = "etcd", target_os = "linux"))]
pub fn etcd() -> Option<impl Live> {
    let server = ids_testkit::servers::EtcdServer::start()?;
    let store = ids_reserve::EtcdStore::new([&*server.url()]).unwrap();
    store.with_timeout(PATIENCE).init().unwrap();
    Some(Served { name: "etcd", server, is_killed: false })
}
