//! `ids reserve`, with a real file.

use core::time::Duration;

use ids_core::{GenerateError, SystemClock};
use ids_reserve::{
    Claim, Fingerprint, Holder, KeyOptions, Lease, Namespace, NodeKeeper, Options, SqliteStore,
    Store, SysRng, claim_key,
};
use rusqlite::Connection;
use serde_json::Value;
use snowflake::{Node, Twitter};

use crate::{
    run::{ids, unread_output},
    shell::examples,
};

/// A folder with an empty store.
struct Folder(ids_testkit::Folder);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = Self(ids_testkit::Folder::new(name));
        ids(&format!("reserve init {}", folder.store())).ok();
        folder
    }

    fn store(&self) -> String {
        format!("sqlite:{}", self.0.file("ids.db"))
    }

    fn open(&self) -> SqliteStore {
        SqliteStore::open(self.0.file("ids.db")).unwrap()
    }

    /// A node of Twitter's.
    fn claim(&self, options: &Options) -> Claimed {
        let node = Node::<Twitter>::numbered;
        options.claim(self.open(), SystemClock, SysRng, Node::<Twitter>::COUNT, node).unwrap()
    }
}

type Claimed = (NodeKeeper<SqliteStore, SystemClock, SysRng>, Lease<SystemClock, Node<Twitter>>);

/// Keys that no process reads are gone for all others; the same request gets them still.
#[test]
fn keys_that_no_process_reads() {
    let folder = Folder::new("unread");
    let keys = format!("reserve keys {} person -n 100 --request r", folder.store());
    let words: Vec<_> = keys.split(' ').collect();
    let told =
        "\nerror: the keys 1 to 100 are reserved, but cannot be written on standard output: ";
    unread_output(&words, "").code(1).says(told);
    assert_eq!(ids(&keys).ok().out, "1 100\n");
    let more = ids(&format!("{keys} --at-least 1000")).code(1);
    assert!(more.err.contains("answered before, from the key 1 on") && more.out.is_empty());
}

/// The SQL, for those whose migrations run elsewhere.
#[test]
fn the_tables_as_sql() {
    assert_eq!(ids("reserve init sqlite: --print").ok().out, SqliteStore::SCHEMA);
}

/// How far it borrows is inside its grant, with time for the keeper to extend it.
#[test]
fn a_run_that_borrows_is_granted_as_much() {
    let folder = Folder::new("borrowing");
    let run = |ahead: &str| {
        let flavour = "snowflake --flavour twitter";
        ids(&format!("new --max-ahead {ahead} {flavour} --store {}", folder.store()))
    };
    run("1m").ok();
    let spans = ids(&format!("reserve audit {}", folder.store())).ok().out;
    let seconds = spans.split_once('(').and_then(|(_, rest)| rest.split_once(" s)")).unwrap().0;
    assert!(seconds.parse::<u64>().unwrap() >= 130, "{spans}");
    run("6m").code(2).says("at most 5m");
}

/// A node number that is held, then free.
#[test]
fn status_shows_who_holds_what() {
    let folder = Folder::new("status");
    let status = || ids(&format!("reserve status {} --json", folder.store())).ok().json();
    assert_eq!(status(), Vec::<Value>::new());
    let options = Options { label: "host-7".into(), ..Options::new("orders").unwrap() };
    let (mut keeper, _lease) = folder.claim(&options);
    let row = &status()[0];
    assert_eq!((&row["namespace"], &row["kind"]), (&"orders".into(), &"node".into()));
    assert_eq!((&row["number"], &row["state"]), (&"0".into(), &"held".into()));
    let holder = &row["holders"][0];
    assert_eq!((&holder["label"], &holder["end"]), (&"host-7".into(), &row["end"]));
    let people = ids(&format!("reserve status {}", folder.store())).ok();
    people.prints("\norders node 0: held, granted until 20").prints(" host-7, asked ");
    let idle = ids(&format!("reserve status {} --idle 0s", folder.store())).ok();
    idle.prints("\norders node 0: idle, granted until 20");

    keeper.release().unwrap();
    let row = &status()[0];
    assert_eq!((&row["state"], &row["holders"]), (&"free".into(), &Value::Array(Vec::new())));
    let spans = ids(&format!("reserve audit {} orders --json", folder.store())).ok().json();
    assert_eq!((spans.len(), &spans[0]["state"]), (1, &"used".into()));
    assert_eq!(spans[0]["end"], row["end"]);
}

#[test]
fn a_raised_end_is_for_good() {
    let folder = Folder::new("raised");
    let options = Options::new("orders").unwrap();
    let options = Options { wanted: Some(3), idle: Duration::ZERO, ..options };
    drop(folder.claim(&options));
    let raise = format!("reserve raise {} orders --number 3 --to 2100-01-01", folder.store());
    ids(&raise).code(2).prints("it would be 2100-01-01T00:00:00Z");
    drop(folder.claim(&options));
    ids(&format!("{raise} --yes")).ok().prints("and is 2100-01-01T00:00:00Z\n");
    // Its next holder is granted nothing until then.
    let (_keeper, lease) = folder.claim(&options);
    assert_eq!(lease.generator().generate(), Err(GenerateError::Spent));
}

#[test]
fn a_holder_of_keys_that_was_granted_none() {
    let folder = Folder::new("none");
    let claim = Claim {
        namespace: &Namespace::new("person").unwrap(),
        fingerprint: &Fingerprint::of_keys(1..1 << 48),
        holder: &Holder::new(7, "office").unwrap(),
        nodes: 1,
        wanted: None,
        idle: Duration::ZERO,
    };
    folder.open().claim(&claim).unwrap();
    let status = ids(&format!("reserve status {}", folder.store())).ok();
    status.prints("\nperson keys: granted below 0\n").prints("07 office, asked ");
}

#[test]
fn keys_that_were_claimed_one_by_one() {
    let folder = Folder::new("claimed");
    let (visits, mut store) = (KeyOptions::new("visits").unwrap(), folder.open());
    for (token, label) in [(1, "office"), (2, "shop")] {
        let record = Holder::new(token, label).unwrap();
        let key = claim_key(&mut store, &visits, &record, 7..9).unwrap();
        assert_eq!(key, Some(6 + u64::try_from(token).unwrap()));
    }
    let status = ids(&format!("reserve status {}", folder.store())).ok();
    status.prints("\nvisits key 7: claimed\n  holder 0");
    let rows = ids(&format!("reserve audit {} --json", folder.store())).ok().json();
    let rows: Vec<_> =
        rows.iter().map(|row| (&row["kind"], &row["number"], &row["label"])).collect();
    let kind = Value::from("claimed_key");
    let [seven, eight, office, shop] = ["7", "8", "office", "shop"].map(Value::from);
    assert_eq!(rows, [(&kind, &seven, &office), (&kind, &eight, &shop)]);
    ids(&format!("reserve raise {} visits --to 9 --yes", folder.store())).code(2);
    ids(&format!("reserve keys {} visits -n 1", folder.store())).code(1);
}

/// A row that no call writes is an error, and no panic.
#[test]
fn a_range_that_ends_before_it_begins() {
    let folder = Folder::new("reversed");
    ids(&format!("reserve keys {} person -n 10", folder.store())).ok();
    let damage = "PRAGMA ignore_check_constraints = 1; UPDATE ids_reserve_span SET \"end\" = 0";
    Connection::open(folder.0.file("ids.db")).unwrap().execute_batch(damage).unwrap();
    let audit = ids(&format!("reserve audit {}", folder.store())).code(1);
    assert!(audit.err.contains("person/0 has 1..0, an empty range"), "{}", audit.err);
}

/// The tables of another program stay as they are.
#[test]
fn a_table_of_another_program() {
    let folder = ids_testkit::Folder::new("strange");
    let path = folder.file("ids.db");
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE ids_reserve_span (x)").unwrap();
    let init = ids(&format!("reserve init sqlite:{path}")).code(1);
    assert!(init.err.contains("it has a table ids_reserve_span already"), "{}", init.err);
    assert_eq!(init.err.lines().count(), 1, "{}", init.err);
}

/// The examples in the help are commands that work, one after the other.
#[test]
fn examples_work() {
    let folder = Folder::new("examples");
    drop(folder.claim(&Options { wanted: Some(7), ..Options::new("twitter").unwrap() }));
    let verbs = ["init", "keys", "raise", "status", "audit"].map(|verb| format!("reserve {verb}"));
    let pages: Vec<_> =
        ["new", "reserve"].into_iter().chain(verbs.iter().map(|verb| &**verb)).collect();
    examples(&pages, folder.0.path(), |line| line.contains("sqlite:"));
}
