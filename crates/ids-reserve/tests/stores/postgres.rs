//! The store in PostgreSQL, also behind pgbouncer; and what only it does.

use core::time::Duration;
use std::{path::Path, sync::Mutex, thread};

use ids_reserve::{Authorities, PostgresStore, Status, Store, StoreError};
use ids_testkit::{
    PATIENCE, Way, after_fork,
    servers::{PgBouncer, Postgres, PostgresServer, Upstream},
    threads::at_once,
    until,
};

use crate::{
    ground::{Ground, Place},
    network::{first, go_on, three, use_up},
    scenarios::{self, Asker, NEVER, keys, kind, namespace, schema, time, token},
};

fn open(url: &str) -> PostgresStore {
    PostgresStore::new(url).unwrap().with_timeout(PATIENCE)
}

/// The server's clock is the file that the setting `ids.clock` of the database names. What is left of
/// the server has the machine's clock.
const CLOCK: &str = "
    ALTER FUNCTION pg_catalog.clock_timestamp() RENAME TO machine_clock;
    CREATE FUNCTION pg_catalog.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
        SELECT 'epoch'::timestamptz + pg_catalog.pg_read_file(current_setting('ids.clock'))::bigint
            * interval '1 microsecond'
    $$";

impl Place for Postgres {
    const NAME: &'static str = "postgres";

    fn begun() -> Option<PostgresServer> {
        let server = PostgresServer::start()?;
        open(&server.url()).init().unwrap();
        Some(server)
    }

    fn open(url: &str, timeout: Duration) -> Box<dyn Store + Send> {
        Box::new(open(url).with_timeout(timeout))
    }

    fn at(port: u16) -> String {
        format!("postgres://postgres@127.0.0.1:{port}/postgres")
    }

    fn upstream(server: &PostgresServer) -> Upstream {
        Upstream::Socket(server.socket())
    }

    /// In a database of its own.
    fn begin(server: &PostgresServer, folder: &Path) -> String {
        let database = format!("world_{}", token() >> 64);
        server.sql(&format!("CREATE DATABASE {database}"));
        let clock = folder.join("time");
        server.sql(&format!("ALTER DATABASE {database} SET ids.clock = '{}'", clock.display()));
        for sql in [CLOCK, PostgresStore::SCHEMA] {
            server.sql_in(&database, sql);
        }
        server.url().replace("dbname=postgres", &format!("dbname={database}"))
    }
}

/// Behind pgbouncer in transaction mode, which gives each transaction another connection.
pub struct Pooled {
    pooler: Mutex<PgBouncer>,
    server: Mutex<PostgresServer>,
}

impl Pooled {
    pub fn start() -> Option<Self> {
        let server = Postgres::begun()?;
        let pooler = Mutex::new(PgBouncer::start(&server, 3)?);
        Some(Self { pooler, server: Mutex::new(server) })
    }
}

impl Ground for Pooled {
    fn name(&self) -> &'static str {
        "pgbouncer"
    }

    fn place(&self) -> String {
        format!("postgres {}", self.pooler.lock().unwrap().url())
    }

    fn begin(&self, folder: &Path) -> String {
        let place = self.server.begin(folder);
        let (_, database) = place.rsplit_once("dbname=").unwrap();
        self.place().replace("dbname=postgres", &format!("dbname={database}"))
    }

    fn backup(&self, place: &str) -> Box<dyn FnOnce() + '_> {
        let restore = self.server.backup(place);
        self.pooler.lock().unwrap().restart();
        Box::new(move || {
            restore();
            self.pooler.lock().unwrap().restart();
        })
    }

    fn kill(&self) -> Box<dyn FnOnce() + '_> {
        self.server.kill()
    }

    fn hang(&self) -> Box<dyn FnOnce() + '_> {
        self.server.hang()
    }
}

#[test]
fn every_scenario_behind_pgbouncer() {
    let Some(pooled) = Pooled::start() else { return };
    scenarios::hold(&pooled);
}

#[test]
fn tables_are_made_once() {
    let Some(server) = PostgresServer::start() else { return };
    let mut store = open(&server.url());
    assert_eq!(schema(store.status()), 0);
    // Many at once.
    at_once(8, |_| open(&server.url()).init().unwrap());
    let mut asker = Asker::of_nodes(&namespace("init"), 8);
    asker.claim(&mut store, 8, None, NEVER).unwrap();
    let granted = asker.ask(&mut store, time(1000)).unwrap();
    store.init().unwrap();
    assert_eq!(asker.end(&mut store), granted.range.end, "nothing is made anew");

    // A later version of this library was here.
    server.sql("INSERT INTO ids_reserve.version VALUES (2)");
    assert_eq!(schema(store.status()), 2);
    assert_eq!(schema(store.init()), 2);
    assert_eq!(schema(asker.ask(&mut store, time(2000))), 2);
    server.sql("DELETE FROM ids_reserve.version WHERE version = 2");
    // What is not a version is not taken for tables that are absent, or for one.
    for change in ["ALTER version TYPE text", "ALTER version TYPE bigint USING -1"] {
        server.sql(&format!("ALTER TABLE ids_reserve.version {change}"));
        for answer in [store.init(), store.status().map(drop)] {
            let error = answer.unwrap_err();
            assert_eq!(error.kind(), "broken");
            assert!(error.to_string().contains("is not a number"), "{error}");
        }
    }
    server.sql("UPDATE ids_reserve.version SET version = 1");

    // Damaged: the message names what is gone.
    server.sql("ALTER TABLE ids_reserve.span RENAME TO gone");
    let gone = asker.ask(&mut store, time(2000)).unwrap_err();
    assert!(matches!(gone, StoreError::Broken(_)), "{gone}");
    assert!(gone.to_string().contains("ids_reserve.span"), "{gone}");

    // Made by hand, by another tool.
    server.sql("DROP SCHEMA ids_reserve CASCADE");
    server.sql(PostgresStore::SCHEMA);
    store.init().unwrap();
    assert!(store.status().unwrap().is_empty());
}

#[test]
fn every_grant_is_durable_and_the_end_only_grows() {
    let Some(server) = Postgres::begun() else { return };
    // A trigger writes down how each grant is committed.
    server.sql(
        "CREATE TABLE commits (setting text);
         CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             INSERT INTO public.commits VALUES (current_setting('synchronous_commit'));
             RETURN new;
         END $$;
         CREATE TRIGGER note BEFORE UPDATE ON ids_reserve.resource
         FOR EACH ROW EXECUTE FUNCTION note()",
    );
    let mut asker = Asker::of_keys(&namespace("durable"));
    let settings = [("off", "on"), ("local", "on"), ("remote_write", "remote_write"), ("on", "on")];
    for (setting, expected) in settings {
        server.sql(&format!("ALTER DATABASE postgres SET synchronous_commit = {setting}"));
        server.sql("DELETE FROM commits");
        asker.ask(&mut open(&server.url()), keys(10)).unwrap();
        assert_eq!(server.sql("SELECT DISTINCT setting FROM commits"), expected);
    }
    let lower = "DO $$ BEGIN
                     UPDATE ids_reserve.resource SET \"end\" = \"end\" - 1;
                     RAISE 'it was lowered';
                 EXCEPTION WHEN raise_exception THEN
                     ASSERT SQLERRM = 'the end of a resource only grows', SQLERRM;
                 END $$";
    server.sql(lower);
}

/// What is written goes to the server with its COMMIT. If one of the statements fails, or the COMMIT, the call fails, and
/// nothing of it is there.
#[test]
fn what_is_not_committed_is_not_granted() {
    let Some(server) = Postgres::begun() else { return };
    server.sql(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$",
    );
    let mut asker = Asker::of_keys(&namespace("refused"));
    for (table, when) in [
        ("holder", "NOT DEFERRABLE"),
        ("span", "NOT DEFERRABLE"),
        ("span", "DEFERRABLE INITIALLY DEFERRED"),
    ] {
        server.sql(&format!(
            "CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON ids_reserve.{table} {when}
             FOR EACH ROW EXECUTE FUNCTION refuse()"
        ));
        let mut store = open(&server.url());
        let error = asker.ask(&mut store, keys(10)).unwrap_err();
        assert!(error.kind() == "broken" && error.to_string().contains("refused"), "{error}");
        assert!(store.status().unwrap().is_empty(), "{table}, {when}");
        server.sql(&format!("DROP TRIGGER refuse ON ids_reserve.{table}"));
    }
    assert_eq!(asker.ask(&mut open(&server.url()), keys(10)).unwrap().range, 1..11);
}

#[test]
fn a_locked_row_is_unavailable_and_does_not_keep_others() {
    let Some(server) = Postgres::begun() else { return };
    let mut store = open(&server.url());
    // It gives up while the row is locked; what has to be answered is asked of the patient one.
    let mut hasty = open(&server.url()).with_timeout(Duration::from_millis(300));
    let [mut one, mut two] = [(); 2].map(|()| Asker::of_nodes(&namespace("locked"), 1));
    for asker in [&mut one, &mut two] {
        asker.claim(&mut store, 1, None, NEVER).unwrap();
    }
    let names = &one.resource.namespace;
    let row = format!("SELECT FROM ids_reserve.resource WHERE namespace = '{names}' FOR UPDATE");
    server.beside(&row, || {
        let busy = one.ask(&mut hasty, time(1000)).unwrap_err();
        assert!(matches!(busy, StoreError::Unavailable(_)) && busy.is_transient());
        two.ask(&mut store, time(1000)).unwrap();
        // A holder that is busy with a number is not idle.
        let mut third = Asker {
            fingerprint: one.fingerprint.clone(),
            ..Asker::of_keys(&one.resource.namespace)
        };
        let held = third.claim(&mut store, 1, Some(0), Duration::from_micros(1));
        assert_eq!(kind(held), "held");
    });
    one.ask(&mut store, time(2000)).unwrap();
}

#[test]
fn nothing_of_the_url_is_shown() {
    let secret = "sesame";
    for url in [
        format!("postgres://app:{secret}@db.invalid:port/app"),
        format!("postgres://app:{secret}@db.invalid/app?{secret}=1"),
        format!("user=app password='{secret} host=db.invalid"),
    ] {
        let error = PostgresStore::new(&url).unwrap_err();
        assert_eq!(error.kind(), "invalid");
        assert!(!format!("{error} {error:?}").contains(secret), "{error}");
    }
    let url = format!("postgres://app:{secret}@127.0.0.1:1/app");
    let mut store = open(&url);
    let shown = format!("{store:?} {:?}", store.status().unwrap_err());
    assert!(!shown.contains(secret), "{shown}");
}

#[test]
fn wrong_credentials_are_not_tried_again() {
    let Some(server) = Postgres::begun() else { return };
    server.sql("CREATE ROLE guest LOGIN");
    let url = server.url().replace("user=postgres", "user=absent_user");
    assert_eq!(kind(open(&url).status()), "broken");
    let url = server.url().replace("user=postgres", "user=guest");
    assert_eq!(kind(open(&url).status()), "broken", "without the right to read the tables");
}

#[test]
fn tls_wants_a_certificate_of_the_host_from_a_trusted_authority() {
    let Some(server) = PostgresServer::start_encrypted() else { return };
    // The server takes nothing else from a network.
    let rules = server.folder().join("data/pg_hba.conf");
    std::fs::write(&rules, "local all all trust\nhostssl all all all trust\n").unwrap();
    server.sql("SELECT pg_reload_conf()");
    let url = |host| format!("postgres://postgres@{host}:{}/postgres", server.port());

    let ours = Authorities::of_pem(&server.certificate()).unwrap().connector().unwrap();
    let trusting = |host| open(&url(host)).with_tls(ours.clone());
    trusting("localhost").init().unwrap();
    assert!(trusting("localhost").status().unwrap().is_empty());
    let shown = |answer: Result<_, StoreError>| answer.map(drop).unwrap_err().to_string();
    let other_name = shown(trusting("127.0.0.1").status());
    assert!(other_name.contains("not valid for name"), "{other_name}");
    if let Ok(of_machine) = Authorities::of_machine() {
        let tls = of_machine.connector().unwrap();
        let other_authority = shown(open(&url("localhost")).with_tls(tls).status());
        assert!(other_authority.contains("invalid peer certificate"), "{other_authority}");
    }
    assert_eq!(kind(open(&url("localhost")).status()), "broken", "without TLS");
    // A server without TLS gets nothing.
    assert_eq!(kind(open(&server.url()).with_tls(ours).status()), "broken");

    std::fs::write(rules, "local all all password\n").unwrap();
    server.sql("SELECT pg_reload_conf()");
    assert_eq!(kind(open(&server.url()).status()), "broken", "without a password");
}

#[test]
fn a_child_leaves_the_connection_to_its_parent() {
    let Some(server) = Postgres::begun() else { return };
    let mut store = Some(open(&server.url()));
    let mut asker = Asker::of_keys(&namespace("fork"));
    asker.ask(store.as_mut().unwrap(), keys(10)).unwrap();
    let (_, theirs) = after_fork(Way::Fork, |in_child| {
        // The child asks, and then closes its copy.
        let store = if in_child { store.take() } else { None };
        let refused = store.is_none_or(|mut store| kind(store.status()) == "forked");
        Some(u128::from(refused))
    });
    assert!(theirs.iter().all(|refused| *refused == 1));
    // The same connection goes on: of those before it, some may end only now.
    let connections = "SELECT pid FROM pg_stat_activity
                       WHERE backend_type = 'client backend' AND application_name <> 'psql'";
    let before = server.sql(connections);
    let store = store.as_mut().unwrap();
    assert_eq!(asker.ask(store, keys(10)).unwrap().range, 11..21);
    let after = server.sql(connections);
    let is_new = |pid: &&str| before.lines().all(|known| known != *pid);
    assert_eq!((after.is_empty(), after.lines().find(is_new)), (false, None));
}

/// Fences a database for a move, as an operator does, or takes the fence away.
fn fence(server: &PostgresServer, value: &str) {
    server.sql(&format!("ALTER SYSTEM SET default_transaction_read_only = {value}"));
    server.sql("SELECT pg_reload_conf()");
}

/// Asks until a fence is seen by the connection: the server tells it at some moment.
fn until_fenced(mut ask: impl FnMut() -> Result<(), StoreError>) {
    until(|| match ask() {
        Err(StoreError::Unavailable(_)) => Some(()),
        answer => {
            answer.unwrap();
            None
        }
    });
}

/// The move of a store to another server, as "Operations" of `docs/reservation.md` says, and with the copy before the
/// fence too, of which it says how long to wait.
#[test]
fn a_move_to_another_server() {
    for fence_first in [true, false] {
        let Some(old) = Postgres::begun() else { return };
        let Some(new) = PostgresServer::start() else { return };
        let short = Duration::from_millis(500);
        let (mut keeper, mut generator) = three(open(&old.url()), short).unwrap();
        let mut ids = vec![first(&mut keeper, &mut generator)];
        let copy = || new.query(&old.dump("postgres")).unwrap();
        if !fence_first {
            copy();
        }
        fence(&old, "on");
        until_fenced(|| keeper.extend().map(drop));
        if fence_first {
            copy();
            let [before, after] = [&old, &new].map(|server| open(&server.url()).status().unwrap());
            let ends = |all: Vec<Status>| all.iter().map(|one| one.end).collect::<Vec<_>>();
            assert_eq!(ends(before), ends(after));
        } else {
            // What was granted after the copy lies at most so far ahead: "Operations" says to wait for it.
            thread::sleep(short);
        }
        use_up(&mut generator, &mut ids);
        assert_eq!(kind(keeper.extend()), "unavailable");
        assert_eq!(kind(open(&old.url()).init()), "unavailable", "a new connection neither");
        // The copy knows no later end, and a second program takes the same number.
        go_on(three(open(&new.url()), short).unwrap(), &mut ids);
    }
}

/// The move by logical replication, as "Operations" says: a program holds a node and a block of keys until the old
/// server is fenced, and a sequence of the database goes along.
#[test]
fn a_move_by_logical_replication() {
    let Some(mut old) = Postgres::begun() else { return };
    let Some(new) = PostgresServer::start() else { return };
    old.sql("ALTER SYSTEM SET wal_level = logical");
    old.restart();
    old.sql("CREATE TABLE app (key bigint PRIMARY KEY); CREATE SEQUENCE person_keys");
    let tables = [old.dump_tables("ids_reserve"), old.dump_tables("public")];
    for tables in tables {
        new.query(&tables.replace("CREATE SCHEMA public;", "")).unwrap();
    }
    old.sql("CREATE PUBLICATION move FOR TABLES IN SCHEMA ids_reserve, public");
    let from = old.url();
    new.sql(&format!("CREATE SUBSCRIPTION move CONNECTION '{from}' PUBLICATION move"));

    let short = Duration::from_secs(2);
    let (mut keeper, mut generator) = three(open(&old.url()), short).unwrap();
    let mut of_keys = Asker::of_keys(&namespace("moved"));
    let mut store = open(&old.url());
    let mut ids = Vec::new();
    // While the tables are copied, and after it.
    for rounds in 0..20 {
        ids.push(first(&mut keeper, &mut generator));
        assert_eq!(of_keys.ask(&mut store, keys(10)).unwrap().range.start, 1 + 10 * rounds);
        old.sql("INSERT INTO app SELECT nextval('person_keys')");
    }
    let copied = "SELECT bool_and(srsubstate = 'r') FROM pg_subscription_rel";
    until(|| (new.sql(copied) == "t").then_some(()));
    let _granted = keeper.extend().unwrap();
    old.sql("INSERT INTO app SELECT nextval('person_keys')");

    fence(&old, "on");
    until_fenced(|| keeper.extend().map(drop));
    until_fenced(|| of_keys.ask(&mut store, keys(10)).map(drop));
    // All that was written before the fence is in the copy.
    let end = old.sql("SELECT pg_current_wal_lsn()");
    let here = format!("SELECT confirmed_flush_lsn >= '{end}' FROM pg_replication_slots");
    until(|| (old.sql(&here) == "t").then_some(()));
    new.sql("DROP SUBSCRIPTION move");
    let ends = "SELECT string_agg(namespace || ' ' || number || ' ' || \"end\", ', ' ORDER BY namespace, number)
                FROM ids_reserve.resource";
    assert_eq!(new.sql(ends), old.sql(ends));
    assert_eq!(new.sql("SELECT max(key) FROM app"), "21");
    // A replica has no values of sequences: without this the keys begin again.
    assert_eq!(new.sql("SELECT last_value, is_called FROM person_keys"), "1|f");
    let last = old.sql("SELECT last_value FROM person_keys");
    new.sql(&format!("SELECT setval('person_keys', {last})"));
    new.sql("INSERT INTO app SELECT nextval('person_keys')");
    assert_eq!(new.sql("SELECT max(key) FROM app"), "22");

    // What was granted is used up; then the switch.
    use_up(&mut generator, &mut ids);
    assert_eq!(of_keys.ask(&mut open(&new.url()), keys(10)).unwrap().range, 201..211);
    go_on(three(open(&new.url()), short).unwrap(), &mut ids);
}

/// A URL with both servers: the call that finds the old one fenced is answered by the new one.
#[test]
fn a_holder_goes_on_at_the_new_server() {
    let Some(old) = Postgres::begun() else { return };
    let Some(new) = PostgresServer::start() else { return };
    let [at, port] = [
        [&old, &new].map(|server| server.folder().display().to_string()).join(","),
        [&old, &new].map(|server| server.port().to_string()).join(","),
    ];
    let mut store = open(&format!("host={at} port={port} user=postgres dbname=postgres"));
    let (mut of_keys, mut fenced) = (Asker::of_keys(&namespace("moved")), open(&old.url()));
    assert_eq!(of_keys.ask(&mut store, keys(10)).unwrap().range, 1..11);
    let mut other = Asker::of_keys(&namespace("other"));
    fence(&old, "on");
    until_fenced(|| other.ask(&mut fenced, keys(1)).map(drop));
    new.query(&old.dump("postgres")).unwrap();
    let mut next = None;
    until_fenced(|| match of_keys.ask(&mut store, keys(10)) {
        Ok(grant) => {
            next = Some(grant.range);
            Err(StoreError::Unavailable("seen".into()))
        }
        Err(error) => Err(error),
    });
    assert_eq!(next, Some(11..21));
    let count =
        |server: &PostgresServer| server.sql("SELECT max(\"end\") FROM ids_reserve.resource");
    assert_eq!(
        [count(&old), count(&new)].map(|end| end.parse::<u64>().unwrap() > 20),
        [false, true]
    );
}
