//! Where stores are: in files, and on servers.

use core::time::Duration;
use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::Mutex,
    thread,
};

use ids_reserve::{SqliteStore, Store};
use ids_testkit::{
    PATIENCE,
    servers::{Etcd, Folder, Kind, Postgres, Server, Upstream, is_named},
};
use rusqlite::{Connection, backup::Backup};

use crate::scenarios::Subject;

/// A kind of store, which can be treated badly.
pub trait Ground: Sync {
    /// Its name in `IDS_RESERVE_STORES`.
    fn name(&self) -> &'static str;

    /// Where a store by the machine's clock is.
    fn place(&self) -> String;

    /// A new store whose clock is that of the folder: where it is.
    fn begin(&self, folder: &Path) -> String;

    /// Keeps the content as it is now, and puts it back when the answer is called. For a server, it is
    /// that of all stores.
    fn backup(&self, place: &str) -> Box<dyn FnOnce() + '_>;

    /// Ends the server at once, and starts it again when the answer is called.
    fn kill(&self) -> Box<dyn FnOnce() + '_>;

    /// It does not answer until the answer is called.
    fn hang(&self) -> Box<dyn FnOnce() + '_>;
}

/// The store at a place. A server may take this long.
pub fn open(place: &str, timeout: Duration) -> Box<dyn Store + Send> {
    match place.split_once(' ').unwrap() {
        (Postgres::NAME, url) => Postgres::open(url, timeout),
        (Etcd::NAME, url) => Etcd::open(url, timeout),
        (_, path) => Box::new(SqliteStore::open_within(path, PATIENCE, || ()).unwrap()),
    }
}

/// Files. An older copy is copied into its file, or it replaces the file.
pub struct Files {
    pub folder: Folder,
    pub replaced: bool,
}

impl Files {
    pub fn new() -> Self {
        let folder = Folder::new("files");
        drop(SqliteStore::init(folder.file("ids.db")).unwrap());
        Self { folder, replaced: false }
    }
}

/// Another connection to the file of a store.
pub fn connect(file: &Path) -> Connection {
    let connection = Connection::open(file).unwrap();
    // As often as the store looks: SQLite's own waits grow, and a turn would never come beside others that do not rest.
    let wait = |_| {
        thread::sleep(Duration::from_millis(1));
        true
    };
    connection.busy_handler(Some(wait)).unwrap();
    connection
}

impl Ground for Files {
    fn name(&self) -> &'static str {
        "sqlite"
    }

    fn place(&self) -> String {
        format!("sqlite {}", self.folder.file("ids.db"))
    }

    fn begin(&self, folder: &Path) -> String {
        let file = folder.join("ids.db");
        drop(SqliteStore::init(&file).unwrap());
        format!("sqlite {}", file.display())
    }

    fn backup(&self, place: &str) -> Box<dyn FnOnce() + '_> {
        let file = PathBuf::from(place.strip_prefix("sqlite ").unwrap());
        let copy = file.with_file_name("copy.db");
        connect(&file).execute("VACUUM INTO ?1", [copy.to_str().unwrap()]).unwrap();
        Box::new(move || {
            if self.replaced {
                // The journals are the old file's.
                for journal in ["ids.db-wal", "ids.db-shm"] {
                    let _absent = fs::remove_file(file.with_file_name(journal));
                }
                return fs::rename(copy, file).unwrap();
            }
            let from = Connection::open(copy).unwrap();
            Backup::new(&from, &mut connect(&file)).unwrap().step(-1).unwrap();
        })
    }

    fn kill(&self) -> Box<dyn FnOnce() + '_> {
        unreachable!("a file has no server")
    }

    fn hang(&self) -> Box<dyn FnOnce() + '_> {
        let lock = connect(self.folder.file("ids.db").as_ref());
        lock.execute_batch("BEGIN IMMEDIATE").unwrap();
        Box::new(|| drop(lock))
    }
}

/// A kind of server that stores are on.
pub trait Place: Kind + Send + Sized {
    /// Its name in `IDS_RESERVE_STORES`.
    const NAME: &'static str;

    /// Starts one with the tables; `None` where tests start none.
    fn begun() -> Option<Server<Self>>;

    /// The store at a URL.
    fn open(url: &str, timeout: Duration) -> Box<dyn Store + Send>;

    /// The URL of one that listens on a port of loopback.
    fn at(port: u16) -> String;

    /// Where a proxy has to lead.
    fn upstream(server: &Server<Self>) -> Upstream;

    /// The URL of a new store whose clock is that of the folder.
    fn begin(server: &Server<Self>, folder: &Path) -> String;
}

/// A server of a kind that `IDS_RESERVE_STORES` names; `None` where tests start none.
pub fn named<K: Place>() -> Option<Mutex<Server<K>>> {
    is_named(K::NAME).then(K::begun).flatten().map(Mutex::new)
}

impl<K: Place> Ground for Mutex<Server<K>> {
    fn name(&self) -> &'static str {
        K::NAME
    }

    fn place(&self) -> String {
        format!("{} {}", K::NAME, self.lock().unwrap().url())
    }

    fn begin(&self, folder: &Path) -> String {
        format!("{} {}", K::NAME, K::begin(&self.lock().unwrap(), folder))
    }

    fn backup(&self, _place: &str) -> Box<dyn FnOnce() + '_> {
        let restore = self.lock().unwrap().backup();
        Box::new(move || restore(&mut self.lock().unwrap()))
    }

    fn kill(&self) -> Box<dyn FnOnce() + '_> {
        self.lock().unwrap().kill();
        Box::new(|| self.lock().unwrap().restart())
    }

    fn hang(&self) -> Box<dyn FnOnce() + '_> {
        self.lock().unwrap().suspend();
        Box::new(|| self.lock().unwrap().resume())
    }
}

impl<G: Ground> Subject for G {
    fn connect(&self) -> Box<dyn Store + Send> {
        open(&self.place(), PATIENCE)
    }

    fn backup(&self) -> Box<dyn FnOnce() + '_> {
        Ground::backup(self, &self.place())
    }
}

/// Starts this test's own binary again, as the process that this ignored test is. It reads its input, and speaks by
/// stderr, which the test's harness does not keep.
pub fn again(test: &str, variables: &[(&str, &dyn AsRef<OsStr>)]) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"]);
    for (name, value) in variables {
        command.env(format!("IDS_RESERVE_{name}"), value);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}
