//! Stores as they are: on disks and servers, with the machine's clock.

use std::path::Path;

use ids_reserve::{SqliteStore, Store};
use ids_testkit::servers::Folder;
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
        ("etcd", url) => {
            Box::new(ids_reserve::EtcdStore::new([url], ids_reserve::Timeouts::default()).unwrap())
        }
        (_, path) => Box::new(SqliteStore::open(Path::new(path)).unwrap()),
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
        lock.busy_timeout(core::time::Duration::from_secs(5)).unwrap();
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
macro_rules! server {
    ($name:ident, $server:ident, $text:literal, $init:expr) => {
        pub struct $name {
            server: ids_testkit::servers::$server,
            is_killed: bool,
        }

        impl $name {
            /// `None` where it is not installed.
            pub fn start() -> Option<Self> {
                let server = ids_testkit::servers::$server::start()?;
                let init: fn(&str) = $init;
                init(&server.url());
                Some(Self { server, is_killed: false })
            }
        }

        impl Live for $name {
            fn name(&self) -> &'static str {
                $text
            }

            fn place(&self) -> String {
                format!("{} {}", $text, self.server.url())
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
    };
}

#[cfg(all(feature = "postgres", target_os = "linux"))]
server!(Postgres, PostgresServer, "postgres", |url| {
    ids_reserve::PostgresStore::new(url).unwrap().init().unwrap();
});
#[cfg(all(feature = "etcd", target_os = "linux"))]
server!(Etcd, EtcdServer, "etcd", |url| {
    let timeouts = ids_reserve::Timeouts::default();
    ids_reserve::EtcdStore::new([url], timeouts).unwrap().init().unwrap();
});
