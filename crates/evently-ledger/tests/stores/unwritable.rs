//! An SQLite file without the right to write to it, or to its folder: it can be read, and stays as it is.

use std::{
    env, fs,
    io::{self, BufRead, BufReader, Write as _},
    os::unix::{
        fs::{MetadataExt as _, PermissionsExt as _},
        process::CommandExt as _,
    },
    path::Path,
    process::{Command, Stdio},
};

use evently_ledger::{
    Appender, DatabaseError, LedgerError, Store, parallel::Verification, sqlite::SqliteStore,
};
use ids_testkit::servers::Folder;

use crate::{CLOCK, begin, event, new};

const FILE: &str = "IDS_LEDGER_FILE";
/// A user without rights, for a test that runs as root.
const UNPRIVILEGED: u32 = 65_534;

/// Not a test: a process that the test starts. It fails to append to a ledger, and verifies it, at once and for
/// each line.
#[test]
#[ignore = "the test starts it"]
fn a_reader() {
    let path = env::var(FILE).unwrap();
    // Else it is the folder that SQLite may not write to.
    let is_fenced = fs::metadata(&path).unwrap().permissions().readonly();
    let mut store = SqliteStore::open(path, "l").unwrap();
    let verify = |store: &mut SqliteStore| {
        let (report, ended) = Verification::default().run_store(store);
        let answer = match (ended, report.first) {
            (Ok(()), None) => format!("{} events", report.events),
            (Ok(()), Some(failure)) => failure.to_string(),
            (Err(error), _) => error.to_string(),
        };
        println!("\nverified: {answer}");
        io::stdout().flush().unwrap();
    };
    store.check_indexes(&mut |_| ()).unwrap();
    let refused = Appender::open(&mut store).unwrap().append(&CLOCK, new(&event("e", "", 1)));
    let Err(LedgerError::Store(DatabaseError::Unavailable(error))) = refused else {
        panic!("{refused:?}")
    };
    let said = if is_fenced { "the file is read-only" } else { "readonly database" };
    assert!(error.to_string().contains(said), "{error}");
    verify(&mut store);
    for _ in io::stdin().lines() {
        verify(&mut store);
    }
}

/// What a process without rights says of this file, before and after this is done.
fn read(folder: &Folder, path: &Path, meanwhile: impl FnOnce()) -> [String; 2] {
    // Where every user may run it. Another process copies it: what this one has open for writing, a child of
    // another test may hold as well, and then no process can run it.
    let copy = folder.path().join("reader");
    let copied = Command::new("cp").arg(env::current_exe().unwrap()).arg(&copy).status();
    assert!(copied.unwrap().success());
    let mut command = Command::new(&copy);
    command.args(["unwritable::a_reader", "--exact", "--ignored", "--nocapture"]).env(FILE, path);
    if fs::metadata(folder.path()).unwrap().uid() == 0 {
        command.uid(UNPRIVILEGED).gid(UNPRIVILEGED);
    }
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the test itself");
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut next =
        || lines.find_map(|line| Some(line.strip_prefix("verified: ")?.to_owned())).unwrap();
    let first = next();
    meanwhile();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"again\n").unwrap();
    let second = next();
    drop(stdin);
    lines.for_each(drop);
    assert!(child.wait().unwrap().success());
    [first, second]
}

#[test]
fn can_be_read() {
    for (journal, file, place) in [
        ("wal", 0o444, 0o755),
        ("wal", 0o644, 0o555),
        ("wal", 0o444, 0o777),
        ("delete", 0o444, 0o555),
    ] {
        let folder = Folder::new("ledger-unwritable");
        // Its name is one that an address has to spell otherwise.
        let within = folder.path().join("a?b#100% é");
        let path = within.join("events.db");
        fs::create_dir(&within).unwrap();
        let mut ledger = begin(SqliteStore::init(&path, "l").unwrap());
        let json = event("e", r#""p":["1"]"#, 1);
        ledger.append_all(&CLOCK, &vec![new(&json); 1200]).unwrap();
        let change = |mode: &str| {
            let connection = rusqlite::Connection::open(&path).unwrap();
            connection.pragma_update(None, "journal_mode", mode).unwrap();
        };
        let permit = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        let names = || {
            let mut names: Vec<_> =
                fs::read_dir(&within).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        };

        // Another process has it open: it is read as it grows.
        permit(&path, file);
        permit(&within, place);
        if journal == "wal" {
            let grown = read(&folder, &path, || {
                // Who writes to it has the right to.
                permit(&path, 0o644);
                ledger.append(&CLOCK, new(&json)).unwrap();
                permit(&path, file);
            });
            assert_eq!(grown, ["1201 events", "1202 events"]);
        }
        // No process has it open.
        drop(ledger);
        permit(&path, 0o644);
        permit(&within, 0o755);
        change(journal);
        permit(&path, file);
        permit(&within, place);
        assert_eq!(names(), ["events.db"]);
        let count = if journal == "wal" { "1202 events" } else { "1201 events" };
        assert_eq!(read(&folder, &path, || ()), [count; 2]);
        // What it makes beside the file would keep its owner out.
        assert_eq!(names(), ["events.db"], "{file:o} {place:o}");
        // Another process writes to it meanwhile: what is read is not trusted.
        let [before, after] = read(&folder, &path, || {
            permit(&path, 0o644);
            permit(&within, 0o755);
            let mut ledger = Appender::open(SqliteStore::open(&path, "l").unwrap()).unwrap();
            ledger.append(&CLOCK, new(&json)).unwrap();
        });
        assert_eq!(before, count);
        assert!(after.contains("another process writes to the file"), "{after}");
    }
}
