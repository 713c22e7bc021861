//! The command over each kind of store: every verb of `ids reserve` and of `ids ledger`, and runs of
//! `ids new` at once.
//!
//! `IDS_RESERVE_STORES` names the stores, such as `sqlite postgres etcd`; without it they are SQLite
//! files.

mod ledger;

use std::{
    collections::HashSet,
    fs,
    io::{BufRead, BufReader, Write},
    os::unix::process::ExitStatusExt as _,
    process::{Child, ChildStdout, Command, Stdio},
};

use ids_testkit::servers::{EtcdServer, Folder, PostgresServer, is_named};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};

use crate::{
    run::{ids, started, talking, with_input},
    transcript::with_store,
};

/// The URL of a server's socket.
fn postgres_url(server: &PostgresServer) -> String {
    let folder = server.folder().to_str().unwrap().replace('/', "%2F");
    format!("postgres://postgres@{folder}:{}/postgres", server.port())
}

/// A server, where tests start one.
fn postgres() -> Option<PostgresServer> {
    is_named("postgres").then(PostgresServer::start).flatten()
}

#[test]
fn in_files() {
    if is_named("sqlite") {
        let folder = Folder::new("cli");
        hold(&format!("sqlite:{}", folder.path().join("ids.db").display()));
    }
}

#[test]
fn in_postgres() {
    let Some(server) = postgres() else { return };
    hold(&postgres_url(&server));
}

#[test]
fn in_etcd() {
    let Some(server) = is_named("etcd").then(EtcdServer::start).flatten() else { return };
    hold(&format!("etcd://127.0.0.1:{}", server.port()));
}

/// A run of the command, until it has said that it waits.
fn waiting(line: &str) -> (Child, String) {
    let mut run = started(&line.split_whitespace().collect::<Vec<_>>());
    let mut said = String::new();
    BufReader::new(run.stderr.as_mut().unwrap()).read_line(&mut said).unwrap();
    (run, said)
}

/// What a reservation says after a second.
const UNANSWERED: &str = "waiting for an answer of PostgreSQL: it is locked by another process, or slow, or gives no connection\n";

/// A server that is started while the command waits for it.
#[test]
fn in_postgres_that_is_away() {
    let Some(mut server) = postgres() else { return };
    let url = postgres_url(&server);
    ids(&format!("reserve init {url}")).ok();
    ids(&format!("ledger create {url}?ledger=l --name l")).ok();
    for line in [
        format!("reserve keys {url} person -n 10 --wait 600s"),
        format!("new luuid --group person --store {url} --wait 600s"),
        format!("ledger append {url}?ledger=l --wait 600s"),
        format!("ledger verify {url}?ledger=l --wait 600s"),
        format!("ledger diff {url}?ledger=l {url} --wait 600s"),
    ] {
        server.stop();
        let (mut run, said) = waiting(&line);
        assert!(said.starts_with("waiting"), "{line}: {said}");
        server.restart();
        drop(run.stdin.take());
        let ran = run.wait_with_output().unwrap();
        assert!(ran.status.success(), "{line}");
        // It says so once.
        assert!(!String::from_utf8_lossy(&ran.stderr).contains(&said), "{line}: {ran:?}");
    }
    server.stop();
    ids(&format!("reserve status {url} --wait 0s")).code(1);
    ids(&format!("ledger append {url}?ledger=l --wait 0s")).code(1);
    ids(&format!("ledger show {url}?ledger=l --wait 0s")).code(1);
    // One whose table another session has is waited for no longer.
    server.restart();
    server.beside("LOCK TABLE ids_reserve.resource", || {
        let ran = ids(&format!("reserve keys {url} person -n 3 --wait 1700ms")).code(1);
        assert!(ran.err.starts_with(UNANSWERED), "{}", ran.err);
    });
}

/// A server that takes a connection and says nothing is not waited for longer than is said.
#[test]
fn a_server_that_says_nothing() {
    let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let at = format!("postgres://app@{}/app", server.local_addr().unwrap());
    for line in ["reserve status AT", "reserve init AT", "reserve keys AT person -n 3"] {
        for (wait, no_answer, said) in [("0s", "1s", ""), ("1700ms", "1.7s", UNANSWERED)] {
            let ran = ids(&format!("{line} --wait {wait}").replace("AT", &at)).code(1);
            let left_out = ran.err.contains("has no PostgreSQL");
            let answered = ran.err.contains(&format!("no answer within {no_answer}"));
            assert!(left_out || answered && ran.err.starts_with(said), "{line}: {}", ran.err);
        }
    }
    for line in ["verify AT?ledger=l", "append AT?ledger=l", "create AT?ledger=l --name l"] {
        let ran = ids(&format!("ledger {line} --wait 1700ms").replace("AT", &at)).code(1);
        let left_out = ran.err.contains("has no PostgreSQL");
        let answered = ran.err.contains("no answer within 1.7s");
        assert!(left_out || answered && ran.err.starts_with("waiting for"), "{line}: {}", ran.err);
    }
}

/// What is said of a ledger of this store that another session has for itself, for each verb.
fn hold_locked(at: &str, told: &str, folder: &Folder) {
    let event = br#"{"event":"e","entities":{},"meta":{},"data":1}"#;
    let copy = folder.path().join("copy.ndjson").display().to_string();
    for line in [
        "append AT",
        "verify AT",
        "show AT",
        "stats AT",
        "id AT",
        "export AT -",
        "diff AT COPY",
        "diff COPY AT --all",
    ] {
        let line = format!("ledger {line} --wait 1200ms").replace("AT", at).replace("COPY", &copy);
        let ran = with_input(&line.split(' ').collect::<Vec<_>>(), event).code(1);
        assert!(ran.err.starts_with(told), "{line}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), 2, "{line}: {}", ran.err);
        assert!(ran.err.ends_with(STILL), "{line}: {}", ran.err);
    }
}

/// The last words, whatever has the lock.
const STILL: &str = "is locked by another process, and the wait is over\n";

/// An SQLite file that another process has for itself.
#[test]
fn a_ledger_in_sqlite_that_is_locked() {
    let folder = Folder::new("cli-locked");
    let path = folder.path().join("events.db");
    let at = format!("sqlite:{}?ledger=l", path.display());
    ids(&format!("ledger create {at} --name l")).ok();
    ids(&format!("ledger export {at} {}", folder.path().join("copy.ndjson").display())).ok();
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE").unwrap();
    let label = format!("sqlite:{}", path.display());
    let told = format!("waiting for the lock on {label}");
    hold_locked(&at, &told, &folder);
    let ran = ids(&format!("ledger create {label}?ledger=m --name m --wait 1200ms")).code(1);
    assert!(ran.err.starts_with(&told), "{}", ran.err);
    drop(other);
    ids(&format!("ledger verify {at} --wait 0s")).ok();
}

/// The verbs that reserve, over an SQLite file that another process has for itself.
#[test]
fn a_reservation_in_sqlite_that_is_locked() {
    let folder = Folder::new("cli-reserve-locked");
    let path = folder.path().join("ids.db");
    let at = format!("sqlite:{}", path.display());
    ids(&format!("reserve init {at}")).ok();
    let keys = || ids(&format!("reserve keys {at} person -n 3")).ok().out;
    assert_eq!(keys(), "1 3\n");
    let told = format!("waiting for the lock on {at}\n");
    for lock in ["BEGIN IMMEDIATE", "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE"] {
        let other = rusqlite::Connection::open(&path).unwrap();
        other.execute_batch(lock).unwrap();
        for line in [
            "reserve init AT",
            "reserve status AT",
            "reserve keys AT person -n 3",
            "reserve raise AT person --to 40 --yes",
            "reserve audit AT person",
            "new luuid --group person --store AT",
            "new snowflake --flavour discord --store AT",
        ] {
            let ran = ids(&format!("{line} --wait 1200ms").replace("AT", &at));
            // Who only reads does not wait for who writes.
            let reads = ["reserve status AT", "reserve audit AT person"].contains(&line);
            if reads && lock == "BEGIN IMMEDIATE" {
                ran.ok();
                continue;
            }
            let ran = ran.code(1);
            assert!(ran.err.starts_with(&told), "{lock}: {line}: {}", ran.err);
            assert_eq!(ran.err.lines().count(), 2, "{}", ran.err);
        }
        drop(other);
    }
    assert_eq!(keys(), "4 6\n");
}

/// A signal ends an export at once, also one that waits for its events. Nothing is left beside the file.
fn hold_interrupted(at: &str, server: &PostgresServer, folder: &Folder) {
    server.beside("LOCK TABLE evently_ledger.event", || {
        let files = || fs::read_dir(folder.path()).unwrap().count();
        let before = files();
        let other = folder.path().join("other.ndjson");
        let (mut run, said) =
            waiting(&format!("ledger export {at} {} --wait 600s", other.display()));
        assert_eq!(said, SLOW);
        assert_eq!(files(), before + 1);
        kill(Pid::from_raw(run.id().try_into().unwrap()), Signal::SIGTERM).unwrap();
        assert_eq!(run.wait().unwrap().signal(), Some(Signal::SIGTERM as i32));
        assert_eq!(files(), before);
    });
}

const SLOW: &str = "waiting for an answer of PostgreSQL, ledger l: it is locked by another process, or slow, or gives no connection\n";

/// A session that has the row of a ledger.
#[test]
fn a_ledger_in_postgres_that_is_locked() {
    let Some(server) = postgres() else { return };
    let at = format!("{}?ledger=l", postgres_url(&server));
    ids(&format!("ledger create {at} --name l")).ok();
    // No process has it: an answer takes its time all the same.
    ids(&format!("ledger verify {at} --wait 0s")).ok();
    let mut psql = Command::new("psql")
        .args(["-qAtX", "-d", &server.url()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lock = b"BEGIN; SELECT name FROM evently_ledger.ledger FOR UPDATE;\n";
    psql.stdin.as_mut().unwrap().write_all(lock).unwrap();
    let mut locked = String::new();
    BufReader::new(psql.stdout.as_mut().unwrap()).read_line(&mut locked).unwrap();
    let event = br#"{"event":"e","entities":{},"meta":{},"data":1}"#;
    let ran = with_input(&["ledger", "append", &at, "--wait", "2s"], event).code(1);
    assert!(ran.err.starts_with(SLOW), "{}", ran.err);
    // The server may have taken it all the same.
    assert!(ran.err.contains(STILL.trim_end()), "{}", ran.err);
    assert!(ran.err.contains("stored it is not known"), "{}", ran.err);
    psql.kill().unwrap();
    psql.wait().unwrap();
    with_input(&["ledger", "append", &at], event).ok();
    assert_eq!(server.sql("SELECT events FROM evently_ledger.ledger"), "2");
    // Who reads waits for a session that has the tables.
    let folder = Folder::new("cli-locked-postgres");
    ids(&format!("ledger export {at} {}", folder.path().join("copy.ndjson").display())).ok();
    let waits = || hold_locked(&at, "waiting for an answer of PostgreSQL", &folder);
    server.beside("LOCK TABLE evently_ledger.ledger", waits);
    hold_interrupted(&at, &server, &folder);
    // A server that is slow is waited for with one line.
    server.sql(
        "CREATE ROLE slow LOGIN;
         GRANT USAGE ON SCHEMA evently_ledger TO slow;
         GRANT SELECT ON ALL TABLES IN SCHEMA evently_ledger TO slow;
         ALTER TABLE evently_ledger.ledger ENABLE ROW LEVEL SECURITY;
         CREATE POLICY slow ON evently_ledger.ledger USING (pg_sleep(1.1) IS NOT NULL)",
    );
    let slow = at.replacen("postgres@", "slow@", 1);
    for verb in ["verify", "show", "stats"] {
        let ran = ids(&format!("ledger {verb} {slow}")).code(0);
        assert_eq!(ran.err, SLOW, "{verb}");
    }
}

/// By TLS: with a certificate of the host from the authority that is named, and with no other.
fn hold_encrypted(url: impl Fn(&str, &str) -> String, ours: &str, theirs: &str) {
    let by_name = url("localhost", ours);
    ids(&format!("reserve init {by_name}")).ok();
    assert_eq!(ids(&format!("reserve keys {by_name} person -n 10")).ok().out, "1 10\n");
    assert_eq!(ids(&format!("new luuid --group person --store {by_name}")).ok().lines().len(), 1);
    let rows = [
        (url("127.0.0.1", ours), "not valid for name"),
        (url("localhost", theirs), "invalid peer certificate"),
        (url("localhost", ""), "invalid peer certificate"),
        (url("localhost", "/nowhere/ca.pem"), "the file with the authority's certificate"),
    ];
    for (store, why) in rows {
        let said = ids(&format!("reserve status {store}")).code(1).err;
        // A machine without authorities says so.
        assert!(said.contains(why) || said.contains("no trusted certificate authority"), "{said}");
    }
}

#[test]
fn in_postgres_by_tls() {
    if !is_named("postgres") {
        return;
    }
    let servers = [(); 2].map(|()| PostgresServer::start_encrypted());
    let [Some(server), Some(other)] = servers else { return };
    let rules = server.folder().join("data/pg_hba.conf");
    fs::write(rules, "local all all trust\nhostssl all all all trust\n").unwrap();
    server.sql("SELECT pg_reload_conf()");
    let [ours, theirs] = [&server, &other].map(|of| of.folder().join("data/server.crt"));
    let url = |host: &str, authority: &str| {
        let options = match authority {
            "" => "sslmode=verify-full".to_owned(),
            _ => format!("sslmode=require&sslrootcert={authority}"),
        };
        format!("postgres://postgres@{host}:{}/postgres?{options}", server.port())
    };
    hold_encrypted(url, ours.to_str().unwrap(), theirs.to_str().unwrap());
    // Ledgers are reached as well.
    let ledger = |host: &str, verb: &str, rest: &str| {
        let store = format!("{}&ledger=t", url(host, ours.to_str().unwrap()));
        ids(&format!("ledger {verb} {store} {rest}"))
    };
    ledger("localhost", "create", "--name t").ok();
    ledger("localhost", "verify", "--indexes").ok();
    ledger("127.0.0.1", "verify", "").code(1).says("not valid for name");
    // It accepts no connection without TLS.
    let plain = format!("postgres://postgres@localhost:{}/postgres", server.port());
    ids(&format!("reserve status {plain}")).code(1);
    ids(&format!("ledger verify {plain}")).code(1);
}

#[test]
fn in_etcd_by_tls() {
    if !is_named("etcd") {
        return;
    }
    let servers = [(); 2].map(|()| EtcdServer::start_encrypted());
    let [Some(server), Some(other)] = servers else { return };
    let [ours, theirs] = [&server, &other].map(EtcdServer::certificate);
    let url = |host: &str, authority: &str| {
        let option = if authority.is_empty() { "" } else { "?cacert=" };
        format!("etcds://{host}:{}{option}{authority}", server.port())
    };
    hold_encrypted(url, ours.to_str().unwrap(), theirs.to_str().unwrap());
    let plain = format!("etcd://localhost:{}", server.port());
    ids(&format!("reserve status {plain}")).code(1);
    ids(&format!("reserve status {plain}?cacert=ca.pem")).code(2);
    ids(&format!("reserve status etcds://localhost:{}?ca=ca.pem", server.port())).code(2);
}

fn hold(store: &str) {
    let uninitialised = ids(&format!("reserve status {store}")).code(1).err;
    assert!(uninitialised.starts_with("error: "), "{uninitialised}");
    with_store("reserve.txt", "sqlite:ids.db", store, "sqlite:ids.db");
    of_a_node(store);
    for format in [
        "snowflake --flavour twitter",
        "siq --domain example.com --kind message",
        "kuid",
        "luuid --group person",
    ] {
        runs_at_once(store, format);
    }
    let rows = ids(&format!("reserve status {store} --json")).ok().json();
    let held = rows.iter().filter(|row| row["state"] == "held").count();
    assert!(held <= 6, "only those that were killed have their number still: {held}");
    // No two ranges overlap.
    ids(&format!("reserve audit {store} --json")).ok().json();
}

/// What the clock says of a node that has made identifiers.
fn of_a_node(store: &str) {
    let made = ids(&format!("new snowflake --flavour discord --store {store} -n 3")).ok();
    assert_eq!(made.lines().len(), 3);
    ids(&format!("reserve status {store}")).ok().prints("\ndiscord node 0: free, granted until 20");
    let rows = ids(&format!("reserve audit {store} discord --json")).ok().json();
    assert_eq!((rows.len(), &rows[0]["state"]), (1, &"used".into()));
    assert_eq!(rows[0]["label"], "ids new");
    ids(&format!("reserve raise {store} discord --to 2100-01-01 --yes")).ok();
}

/// A run of `ids new`, and what it wrote.
struct Run {
    child: Child,
    out: BufReader<ChildStdout>,
    lines: Vec<String>,
}

impl Run {
    /// Reads at most this number of lines. A line that ends in the middle does not count: its run was killed.
    fn read(&mut self, most: usize) {
        for _ in 0..most {
            let mut line = String::new();
            match self.out.read_line(&mut line) {
                Ok(1..) if line.ends_with('\n') => self.lines.push(line),
                _ => return,
            }
        }
    }

    fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.id().try_into().unwrap()), signal).unwrap();
    }
}

/// Six runs at once: in the middle of their work two are killed, and two are stopped until others are
/// further on.
fn runs_at_once(store: &str, format: &str) {
    const EACH: usize = 20_000;
    let line = format!("new {format} --store {store} -n {EACH} --max-wait 60s");
    let start = |_| {
        let (child, _, out) = talking(&line.split_whitespace().collect::<Vec<_>>());
        Run { child, out, lines: Vec::new() }
    };
    let mut runs: Vec<_> = (0..6).map(start).collect();
    // All have what they need: a process that is stopped may have an SQLite file locked.
    for run in &mut runs {
        run.read(100);
        assert_eq!(run.lines.len(), 100, "{format}");
    }
    let (signalled, others) = runs.split_at_mut(4);
    let (killed, stopped) = signalled.split_at_mut(2);
    for run in &*stopped {
        run.signal(Signal::SIGSTOP);
    }
    for run in &*killed {
        run.signal(Signal::SIGKILL);
    }
    for run in others {
        run.read(EACH / 2);
    }
    for run in &*stopped {
        run.signal(Signal::SIGCONT);
    }
    let mut all = HashSet::new();
    for (index, mut run) in runs.into_iter().enumerate() {
        run.read(EACH + 1);
        let ended = run.child.wait_with_output().unwrap();
        let is_whole = ended.status.success() && run.lines.len() == EACH;
        assert_eq!(is_whole, index >= 2, "{format}, {index}: {ended:?}");
        for id in run.lines {
            assert!(!all.contains(&id), "{format}: {id} twice");
            all.insert(id);
        }
    }
    println!("{format}: {} identifiers of six runs, none twice", all.len());
}
