//! `PostgreSQL`, a server to throw away.

use std::{fs, thread};

use ids_testkit::servers::{Folder, PostgresServer};

use crate::{
    engine::Engine,
    ids,
    pack::{MADE_AT, answers, conforms, hold_orders, install, with_pack},
};

impl Engine for PostgresServer {
    fn name(&self) -> &'static str {
        "postgres"
    }

    fn query(&self, sql: &str) -> Result<String, String> {
        Self::query(self, sql)
    }

    fn bytes(&self, hex: &str) -> String {
        format!("decode('{hex}', 'hex')")
    }
}

#[test]
fn documents() {
    if let Some(server) = PostgresServer::start() {
        crate::documents(&server);
    }
}

/// Why the server refuses a statement: the kind of the error.
fn refused(server: &PostgresServer, sql: &str) -> String {
    let sql = sql.replace('\'', "''");
    server.sql(&format!(
        "DO $do$ DECLARE kind text; BEGIN
            EXECUTE '{sql}';
            RAISE 'no error';
        EXCEPTION WHEN OTHERS THEN
            GET STACKED DIAGNOSTICS kind = CONSTRAINT_NAME;
            PERFORM set_config('test.kind', kind || ' ' || SQLSTATE, false);
        END $do$;
        SELECT current_setting('test.kind')"
    ))
}

/// What a session has under the names of the system: functions whose arguments fit better, or that stand
/// before the system's, and operators.
const SHADOWS: &str = "
    CREATE FUNCTION public.mod(numeric, bigint) RETURNS numeric LANGUAGE sql RETURN 0::numeric;
    CREATE FUNCTION public.div(numeric, bigint) RETURNS numeric LANGUAGE sql RETURN 0::numeric;
    CREATE FUNCTION public.format(text, integer) RETURNS text LANGUAGE sql RETURN 'public';
    CREATE FUNCTION public.octet_length(bytea) RETURNS int LANGUAGE sql RETURN 12;
    CREATE FUNCTION public.octet_length(text) RETURNS int LANGUAGE sql RETURN 16;
    CREATE FUNCTION public.get_byte(bytea, int) RETURNS int LANGUAGE sql RETURN 0;
    CREATE FUNCTION public.substr(text, int, int) RETURNS text LANGUAGE sql RETURN '6';
    CREATE FUNCTION public.strpos(text, text) RETURNS int LANGUAGE sql RETURN 1;
    CREATE FUNCTION public.wrong(bigint, bigint) RETURNS boolean LANGUAGE sql RETURN false;
    CREATE OPERATOR public.< (FUNCTION = public.wrong, LEFTARG = bigint, RIGHTARG = bigint);
    CREATE OPERATOR public.> (FUNCTION = public.wrong, LEFTARG = bigint, RIGHTARG = bigint);";

/// Temporary tables, each of which is a type too.
const TYPES: &str = "CREATE TEMPORARY TABLE bytea (id int); CREATE TEMPORARY TABLE uuid (id int);
    CREATE TEMPORARY TABLE numeric (id int);";

/// Nothing depends on what a session has set, and on what names mean there: neither when the pack is installed nor later.
#[test]
fn conform() {
    let Some(server) = PostgresServer::start() else { return };
    server.sql(SHADOWS);
    let set = "ALTER ROLE postgres SET";
    server.sql(&format!("{set} search_path = public, pg_catalog; {set} timezone = 'Asia/Kolkata'"));
    let set = "SET standard_conforming_strings = off;";
    server
        .query(&format!("{set} {TYPES} {}", ids("sql --database postgres").unwrap()))
        .expect("functions");
    // A function that was not looked up whole when it was made looks up by a path of its own.
    answers(
        &server,
        &[(
            "",
            "SELECT proname FROM pg_proc WHERE pronamespace = 'ids'::regnamespace AND prosqlbody IS NULL
             AND proconfig IS DISTINCT FROM ARRAY['search_path=pg_catalog, pg_temp']",
        )],
    );
    conforms("respond.py", server.url(), 3000);
}

#[test]
fn installs() {
    let Some(server) = with_pack(PostgresServer::start(), "--format flax") else { return };
    let functions = "SELECT count(*) > 20 FROM pg_proc WHERE pronamespace = 'ids'::regnamespace";
    answers(&server, &[("t", functions), ("", "SELECT FROM pg_proc WHERE proname = 'kuid_time'")]);
    // Again, and with more.
    let comment = "SELECT obj_description('ids'::regnamespace)";
    let version = env!("CARGO_PKG_VERSION");
    install(&server, "--format luuid");
    answers(
        &server,
        &[(&format!("ids {version}: functions on identifiers: flax, luuid"), comment)],
    );
    install(&server, "");
    install(&server, "");
    let wanted = format!("functions on identifiers: {}", ids_conform::FORMATS.join(", "));
    answers(&server, &[(&format!("ids {version}: {wanted}"), comment)]);
    // Everything that makes nothing new can stand in an index, and be run by many processes at once.
    answers(
        &server,
        &[(
            "",
            "SELECT proname FROM pg_proc WHERE pronamespace = 'ids'::regnamespace
             AND (provolatile <> 'i' OR proparallel <> 's' OR NOT proisstrict)
             AND proname NOT IN ('refuse', 'reserve_name', 'tell_reserve', 'keep_sequence', 'keep_separate')
             AND proname NOT LIKE '%\\_new'",
        )],
    );
    // The schema of another role stays its own.
    server.sql("CREATE ROLE \"The other\" SUPERUSER; ALTER SCHEMA ids OWNER TO \"The other\"");
    let error = server
        .query(&ids("sql --database postgres --format flax").unwrap())
        .expect_err("another's");
    assert!(error.contains("ERROR:  the schema ids belongs to \"The other\"\n"), "{error}");
    assert!(error.contains("SET ROLE \"The other\"\n"), "{error}");
    server.sql("DROP SCHEMA ids CASCADE");
    let left = "SELECT count(*) FROM pg_proc WHERE proname LIKE '%flax%'";
    answers(&server, &[("0", left)]);
}

/// What is not in the vectors, also among temporary tables with the names of types.
#[test]
fn functions() {
    let Some(server) = with_pack(PostgresServer::start(), "") else { return };
    server.sql("CREATE SEQUENCE public.keys; CREATE SEQUENCE public.from_0 MINVALUE 0");
    server.sql("ALTER ROLE postgres SET search_path = ''");
    server.sql("ALTER ROLE postgres SET standard_conforming_strings = off");
    let drawn = |fields| {
        format!(
            "SELECT bit_or((id).random), bit_and((id).random) FROM
             (SELECT ids.{fields} AS id FROM generate_series(1, 200) OFFSET 0) ids"
        )
    };
    for (wanted, sql) in [
        ("message", "SELECT ids.siq_kind('000019cf-73d0-8100-8001-86ce1947005e')"),
        // The numbers of a flavour, as those of a layout of one's own.
        (
            "t",
            "SELECT (ids.snowflake_time(id, 1420070400000000, 1000, 22), ids.snowflake_first(at, 1420070400000000, 1000, 22, 42))
                = (ids.discord_time(id), ids.discord_first(at)) FROM (VALUES (175928847299117063, timestamptz '2024-01-01Z')) _ (id, at)",
        ),
        ("", "SELECT ids.flax_time(NULL)"),
        ("f", "SELECT ids.flax_valid(decode('05', 'hex'))"),
        ("t", "SELECT ids.flax_valid(ids.flax_new())"),
        (
            "t",
            "SELECT ids.flax_time(ids.flax_new()) BETWEEN now() - interval '1 minute' AND clock_timestamp()",
        ),
        ("10000", "SELECT count(DISTINCT ids.flax_new()) FROM generate_series(1, 10000)"),
        (
            "t",
            "SELECT ids.luuid_valid(ids.luuid_new('public.keys', ids.luuid_group_of('person'), 8))",
        ),
        // All 56 bits, and all 60, are drawn.
        ("72057594037927935|0", &drawn("flax_fields(ids.flax_new())")),
        ("1152921504606846975|0", &drawn("luuid_fields(ids.luuid_new('public.keys', 0))")),
    ] {
        assert_eq!(server.sql(&format!("{TYPES} {sql}")), wanted, "{sql}");
    }
    for (kind, sql) in [
        ("length 22P02", "SELECT ids.flax_time(decode('00', 'hex'))"),
        ("before_epoch 22008", "SELECT ids.flax_first('-infinity')"),
        ("after_end 22008", "SELECT ids.flax_first('infinity')"),
        ("range 22003", "SELECT ids.discord_make(0, 32, 0, 0)"),
        ("fixed 22P02", "SELECT ids.discord_first('2100-01-01Z')"),
        ("unknown 22P02", "SELECT ids.snowflake_text(1, 'base59')"),
        (
            "range 22003",
            "SELECT ids.kuid_global_time(decode('000000000000000000000000', 'hex'), 4)",
        ),
        ("range 22003", "SELECT ids.luuid_new('public.from_0', 1)"),
        ("range 22003", "SELECT ids.snowflake_time(5, 0, 1000, 64)"),
        ("range 22003", "SELECT ids.snowflake_put('node', 1, 10, 60)"),
        // The timestamp stands on the node.
        (
            "range 22003",
            "SELECT ids.snowflake_new(3, 10, 12, 12, 0, 0, 1000, 12, 41, 'public.keys', '0', '2024-01-01Z')",
        ),
    ] {
        assert_eq!(refused(&server, sql), kind, "{sql}");
    }
}

/// The functions are the same in databases of other encodings, and after a dump.
#[test]
fn databases() {
    let Some(server) = PostgresServer::start() else { return };
    for (database, encoding) in [("bytes", "SQL_ASCII"), ("latin", "LATIN1"), ("utf", "UTF8")] {
        server.sql(&format!(
            "CREATE DATABASE {database} ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0"
        ));
        server.sql_in(database, &ids("sql --database postgres").unwrap());
        for (wanted, call) in [
            ("3584", "ids.luuid_group_of(convert_from('\\xc3a4', 'UTF8'))"),
            ("1387455669", "ids.siq_domain_of('example.org')"),
            ("0RdKJcxqVBiAiQr0", "ids.flax_text(ids.flax_from_text('0RdKJcxqVBiAiQr0'))"),
        ] {
            let call = format!("SET client_encoding = UTF8; SELECT {call}");
            assert_eq!(server.sql_in(database, &call), wanted, "{encoding}: {call}");
        }
        // A name that is not ASCII is refused, however its characters are stored.
        let refused = server.sql_in(
            database,
            "DO $$ BEGIN
                PERFORM ids.siq_domain_of(convert_from('\\xc3a4', 'UTF8'));
                RAISE 'no error';
            EXCEPTION WHEN invalid_text_representation THEN
            END $$; SELECT 'refused'",
        );
        assert_eq!(refused, "refused", "{encoding}");
    }
    server.sql_in(
        "utf",
        "CREATE DOMAIN entity AS uuid CHECK (ids.luuid_valid(VALUE));
         CREATE SEQUENCE node; CREATE SEQUENCE thing;
         CREATE TABLE line (
             id bytea PRIMARY KEY DEFAULT ids.flax_new() CHECK (ids.flax_valid(id)),
             message bigint DEFAULT ids.discord_new(3, 'node', '1 hour'),
             thing entity DEFAULT ids.luuid_new('thing', 3),
             made timestamptz GENERATED ALWAYS AS (ids.flax_time(id)) STORED);
         CREATE INDEX ON line (ids.discord_time(message));
         INSERT INTO line SELECT FROM generate_series(1, 100);",
    );
    server.sql("CREATE DATABASE copy ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0");
    let folder = Folder::new("dump");
    let file = folder.path().join("dump.sql");
    fs::write(&file, server.dump("utf")).expect("a file");
    server.sql_in("copy", &format!("\\i {}", file.display()));
    let rows =
        "INSERT INTO line DEFAULT VALUES; SELECT count(*), count(DISTINCT message) FROM line";
    assert_eq!(server.sql_in("copy", rows), "101|101");
}

/// The plan on the page: bounds are constants, which the index of the key has.
#[test]
fn plan_of_the_page() {
    let Some(server) = with_pack(PostgresServer::start(), "--format flax") else { return };
    server.sql(
        "CREATE TABLE orders (id bytea PRIMARY KEY);
         INSERT INTO orders SELECT ids.flax_first(timestamptz '2023-06-01Z' + n * interval '1 hour')
             FROM generate_series(0, 23999) n;
         ANALYZE orders",
    );
    let plan = server.sql(
        "EXPLAIN (COSTS OFF) SELECT ids.flax_text(id), ids.flax_time(id) FROM orders
         WHERE id >= ids.flax_first('2024-01-01Z') AND id < ids.flax_first('2024-02-01Z')",
    );
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/sql.md");
    let page = fs::read_to_string(page).expect("the page");
    assert!(page.contains(&format!("```text\n{plan}\n```")), "{plan}");
}

#[test]
fn tables() {
    let Some(server) = with_pack(PostgresServer::start(), "") else { return };
    // A row in each hour of 1,000 days, with each kind of column as a key.
    server.sql(
        "CREATE DOMAIN flax AS bytea CHECK (ids.flax_valid(VALUE));
         CREATE TABLE orders AS
             SELECT ids.flax_make((ids.flax_fields(ids.flax_first(at))).timestamp, 5)::flax AS flax,
                 ids.discord_first(at) + 5 AS discord, ids.kuid_first(at) + 5 AS kuid,
                 ids.siq_first(at) AS siq, ids.evently_last(at) AS evently,
                 ids.luuid_make(n + 1, 7, n) AS luuid, at
             FROM generate_series(0, 23999) n, LATERAL (SELECT timestamptz '2024-01-01Z' + n * interval '1 hour') _(at);
         ALTER TABLE orders ADD CHECK (ids.luuid_valid(luuid)),
             ADD made timestamptz GENERATED ALWAYS AS (ids.flax_time(flax)) STORED;",
    );
    for column in MADE_AT {
        server.sql(&format!("CREATE UNIQUE INDEX ON orders ({column}); ANALYZE orders"));
    }
    hold_orders(&server, |plan, _| plan.contains("Index Cond"));
    answers(&server, &[("0", "SELECT count(*) FROM orders WHERE made <> at")]);
    // One key of a group, and what a column does not take.
    server.sql("CREATE INDEX ON orders (luuid)");
    answers(
        &server,
        &[(
            "41",
            "SELECT (ids.luuid_fields(luuid)).key FROM orders WHERE luuid BETWEEN ids.luuid_first(41, 7) AND ids.luuid_last(41, 7)",
        )],
    );
    assert_eq!(refused(&server, "INSERT INTO orders (flax) VALUES ('\\x00')"), "flax_check 23514");
    let uuid = "INSERT INTO orders (luuid) VALUES (gen_random_uuid())";
    assert_eq!(refused(&server, uuid), "orders_luuid_check 23514");
}

/// Four sessions make identifiers of one node at once, and each exists once.
#[test]
fn snowflakes() {
    let Some(server) = with_pack(PostgresServer::start(), "--format snowflake") else { return };
    server.sql("CREATE SEQUENCE positions; CREATE TABLE made (id bigint PRIMARY KEY, session int)");
    thread::scope(|scope| {
        for session in 0..4 {
            let server = &server;
            scope.spawn(move || {
                // The clock stands still, so that all want the same ticks.
                server.sql(&format!(
                    "INSERT INTO made SELECT ids.discord_new(37, 'positions', '1 hour', '2024-01-01Z'), {session}
                     FROM generate_series(1, 5000)"
                ))
            });
        }
    });
    answers(
        &server,
        &[
            ("20000|2024-01-01 00:00:00|2024-01-01 00:00:00.004", "SET timezone = 'UTC'; SELECT count(*), ids.discord_time(min(id))::timestamp, ids.discord_time(max(id))::timestamp FROM made"),
            ("1|5|1", "SELECT count(DISTINCT (f.worker, f.process)), min(f.process), min(f.worker) FROM made, ids.discord_fields(id) f"),
            // A transaction that is rolled back gives no position back.
            (
                "20001",
                "BEGIN; DO $$ BEGIN PERFORM ids.discord_new(37, 'positions', '1 hour', '2024-01-01Z'); END $$; ROLLBACK;
                 SELECT (a.timestamp - b.timestamp) * 4096 + a.increment
                 FROM ids.discord_fields(ids.discord_new(37, 'positions', '1 hour', '2024-01-01Z')) a,
                     ids.discord_fields(ids.discord_first('2024-01-01Z')) b",
            ),
            // No lock is left behind.
            ("0", "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"),
            ("t", "SELECT ids.discord_time(ids.discord_new(37, 'positions')) BETWEEN now() - interval '1 minute' AND clock_timestamp()"),
        ],
    );
    let back = "SELECT ids.discord_new(37, 'positions', at => '2024-01-01Z')";
    assert_eq!(refused(&server, back), "wait 55000");
    assert_eq!(refused(&server, "SELECT ids.discord_new(1024, 'positions')"), "range 22003");
    answers(&server, &[("0", "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")]);
}

/// What a second sequence, or the other tool of this database, is told.
#[test]
fn one_sequence_for_one_thing() {
    let Some(server) = with_pack(PostgresServer::start(), "") else { return };
    let folder = server.folder().display().to_string().replace('/', "%2F");
    let url = format!("postgres://postgres@{folder}:{}/postgres", server.port());
    let ids =
        |arguments: &str| ids(&arguments.replace("STORE", &url)).unwrap_or_else(|(_, said)| said);
    let refused = |sql: &str, parts: &[&str]| {
        let error = server.query(sql).expect_err(sql);
        for part in parts {
            assert!(error.contains(part), "{sql}: {error}");
        }
    };
    server.sql(
        "CREATE SEQUENCE person_keys; CREATE SEQUENCE people; CREATE SEQUENCE node_37; CREATE SEQUENCE \"Other\";
         CREATE SEQUENCE again CYCLE",
    );
    let keys = |sequence: &str, group: &str| {
        format!(
            "SELECT (ids.luuid_fields(ids.luuid_new('{sequence}', ids.luuid_group_of('{group}')))).key"
        )
    };
    assert_eq!(server.sql(&keys("person_keys", "person")), "1");
    assert_eq!(server.sql("SELECT ids.discord_new(37, 'node_37') > 0"), "t");
    let a_second = || {
        refused(
            &keys("people", "person"),
            &["public.person_keys", "public.people", "keep_separate"],
        );
        refused(
            "SELECT ids.discord_new(37, '\"Other\"')",
            &["public.node_37", "public.\"Other\"", "node 37"],
        );
    };
    a_second();
    // Two names with one checksum are one group.
    server.sql("CREATE SEQUENCE files; CREATE SEQUENCE teams");
    assert_eq!(server.sql(&keys("files", "com.example.billing.File")), "1");
    refused(&keys("teams", "com.example.crm.Team"), &["public.files", "public.teams"]);
    // A sequence that repeats numbers cannot serve identifiers.
    refused(&keys("again", "x"), &["public.again", "CYCLE"]);
    refused(&keys("ids.made_by", "x"), &["ids.made_by is no sequence"]);
    // Nor one that got so later.
    for (that, again) in [("CYCLE", "NO CYCLE"), ("SET UNLOGGED", "SET LOGGED")] {
        server.sql(&format!("ALTER SEQUENCE person_keys {that}"));
        refused(&keys("person_keys", "person"), &["public.person_keys may give a number again"]);
        server.sql(&format!("ALTER SEQUENCE person_keys {again}"));
    }
    // The last position is not taken for none where the role may not read it, as PostgreSQL 18 says.
    server.sql(
        "CREATE ROLE half; GRANT USAGE ON SCHEMA ids TO half; CREATE SEQUENCE hidden; GRANT UPDATE ON SEQUENCE hidden TO half",
    );
    refused(
        "SET ROLE half; SELECT ids.discord_new(38, 'hidden')",
        &["permission denied for sequence"],
    );
    server.sql("RESET ROLE");
    // Nor one that is no longer logged: a crash would give positions again. It may be so from PostgreSQL 15 on.
    if server.sql("SHOW server_version_num").trim() >= "150000" {
        server.sql("ALTER SEQUENCE node_37 SET UNLOGGED");
        refused("SELECT ids.discord_new(37, 'node_37')", &["public.node_37", "unlogged"]);
        server.sql("ALTER SEQUENCE node_37 SET LOGGED");
    }
    // A second sequence is allowed where the caller says that the two never meet.
    assert_eq!(server.sql("SELECT ids.keep_separate('luuid group 2a0', 'people')"), "");
    assert_eq!(server.sql(&keys("people", "person")), "1");
    server.sql("DELETE FROM ids.made_by WHERE sequence = 'people'::regclass");
    a_second();

    // The tables of ids reserve come later. They know of the sequences without another call of them.
    assert_eq!(ids("reserve init STORE"), "");
    let said = ids("reserve keys STORE person -n 3");
    assert!(said.contains("\"person\"") && said.contains("sequence:public.person_keys"), "{said}");
    let said = ids("new snowflake --flavour discord --store STORE -n 3");
    assert_eq!(said.lines().count(), 3, "{said}");
    let status = ids("reserve status STORE");
    assert!(status.contains("sequence:public.node_37"), "{status}");
    assert_eq!(server.sql(&keys("person_keys", "person")), "2");
    assert_eq!(server.sql("SELECT ids.discord_new(37, 'node_37') > 0"), "t");
    a_second();

    // What ids reserve has granted, no sequence makes: neither keys nor a node.
    assert!(ids("reserve keys STORE company -n 3").contains('3'));
    refused(&keys("\"Other\"", "company"), &["name company", "public.\"Other\""]);
    let node =
        "SELECT number FROM ids_reserve.resource WHERE namespace = 'discord' AND number <> 37";
    let node = server.sql(node);
    refused(&format!("SELECT ids.discord_new({node}, '\"Other\"')"), &["name discord", "Other"]);
    // A sequence that begins beside them: no program gets its node.
    assert_eq!(server.sql("CREATE SEQUENCE node_1; SELECT ids.discord_new(1, 'node_1') > 0"), "t");
    assert_eq!(server.sql("CREATE SEQUENCE b; SELECT ids.twitter_new(0, 'b') > 0"), "t");
    let node = "SELECT number FROM ids_reserve.resource WHERE namespace = 'twitter' AND number > 0";
    assert_eq!(ids("new snowflake --flavour twitter --store STORE").lines().count(), 1);
    assert_eq!(server.sql(node), "1");
    answers(
        &server,
        &[(
            "1",
            "SELECT count(*) FROM ids_reserve.holder WHERE namespace = 'twitter' AND number = 0",
        )],
    );
}
