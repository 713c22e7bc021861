//! Appending in the server: the records are those that this library would have stored, byte by byte.

use core::fmt::Write as _;
use std::thread;

use evently_ledger::{
    Appender, MemoryStore, NewEvent, SystemClock, UnixTime,
    parallel::Verification,
    postgres::{self, PostgresStore},
};
use ids_testkit::{json::RandomJson, servers::PostgresServer};

use crate::{bytes, fill, ids::event, server};

pub(crate) const GENESIS: &str = r#"{"event":"Created","entities":{},"meta":{},"data":null}"#;

/// The texts of a ledger's records, in order.
fn records(server: &PostgresServer, ledger: &str) -> Vec<String> {
    let hex = server.query(&format!(
        "SELECT encode(convert_to(e.record, 'UTF8'), 'hex') FROM evently_ledger.event AS e
        JOIN evently_ledger.ledger AS l ON l.number = e.ledger WHERE l.name = '{ledger}' ORDER BY e.id"
    ));
    hex.unwrap().lines().map(String::from).collect()
}

/// The ledger is checked by this library; how many events it has.
fn verify(server: &PostgresServer, ledger: &str) -> u64 {
    let mut store = PostgresStore::new(&server.url(), ledger).unwrap();
    let (report, ended) = Verification::default().run_store(&mut store);
    ended.unwrap();
    assert_eq!(report.first, None);
    report.events
}

/// With the same clock, which also steps back, and with keys.
#[test]
fn records_are_those_of_the_library() {
    let Some(server) = server() else { return };
    let mut random = RandomJson::seeded(2);
    let (mut micros, mut table) = (1_700_000_000_000_000, String::new());
    let mut ledger: Option<Appender<MemoryStore>> = None;
    for place in 0..300 {
        let text = event(&mut random, true);
        micros = micros + random.below(1 << 30) - (1 << 28);
        let key =
            (place > 0 && random.below(2) == 0).then(|| format!("{place}{}", random.string()));
        let shown = key.as_ref().map_or(String::from("\\N"), bytes);
        writeln!(table, "{place}\t{micros}\t{}\t{shown}", bytes(&text)).unwrap();
        let clock = UnixTime::from_micros(micros);
        let event = NewEvent::new(text.as_bytes());
        match (&mut ledger, &key) {
            (None, _) => ledger = Appender::begin(MemoryStore::new(), &clock, event).ok(),
            (Some(ledger), None) => {
                ledger.append(&clock, event).unwrap();
            }
            (Some(ledger), Some(key)) => {
                ledger.append(&clock, event.with_key(key)).unwrap();
            }
        }
    }
    fill(&server, "given", "place int, micros bigint, event bytea, key bytea", &table);
    let done = server.query(
        "DO $$ DECLARE row record; BEGIN
            FOR row IN SELECT place, evently_ledger.timestamp_of(micros)::timestamptz AS now,
                    convert_from(event, 'UTF8')::jsonb AS event, convert_from(key, 'UTF8') AS key
                FROM given ORDER BY place
            LOOP
                IF row.place = 0 THEN
                    PERFORM evently_ledger.create_at('l', row.event, 'doc5', row.now);
                ELSE
                    PERFORM evently_ledger.append_at('l', row.event, row.key, NULL, NULL, row.now);
                    IF row.key IS NOT NULL THEN
                        -- Once only.
                        PERFORM evently_ledger.append('l', row.event, row.key);
                    END IF;
                END IF;
            END LOOP;
        END $$",
    );
    done.unwrap();
    let store = ledger.unwrap().into_store();
    let ours: Vec<_> = store.records().map(|(_, record)| bytes(record)[3..].to_owned()).collect();
    assert_eq!(ours.len(), 300);
    assert_eq!(records(&server, "l"), ours);
    // A ledger of the original's profile.
    let event =
        r#"{"event":"e","entities":{"a":["1"]},"meta":{"bb":1,"a":[1,2]},"data":{"c":1.50}}"#;
    let sql = format!(
        "SELECT evently_ledger.create('p', '{event}', 'pg');
        SELECT evently_ledger.append('p', '{event}')"
    );
    server.query(&sql).unwrap();
    assert_eq!(verify(&server, "p"), 2);
}

/// What each call answers: nothing, or SQLSTATE, the kind of the error and the field.
#[test]
fn refused() {
    let Some(server) = server() else { return };
    server.query(&format!("SELECT evently_ledger.create('l', '{GENESIS}')")).unwrap();
    let event = |data: &str| {
        format!(
            r#"'{{"event":"Booked","entities":{{"seat":["1"]}},"meta":{{}},"data":{data}}}'::jsonb"#
        )
    };
    let head = "(SELECT head FROM evently_ledger.ledger)";
    // ONE and TWO are events.
    let table = [
        ("append('l', ONE, 'key')", ""),
        ("append('l', ONE, 'key')", ""),
        ("append('l', TWO, 'key')", "LE005"),
        (r#"append('l', TWO, 'key', '{"events": ["Booked"]}')"#, "LE005"),
        // For a key that the ledger has, the condition is not asked.
        (r#"append('l', ONE, 'key', '{"events": ["Booked"]}')"#, ""),
        (r#"append('l', ONE, NULL, '{"events": ["Booked"]}')"#, "LE004"),
        (
            r#"append('l', ONE, NULL, '[{"events": ["No"]}, {"entities": {"seat": ["1"]}}]')"#,
            "LE004",
        ),
        (r#"append('l', ONE, NULL, '{"events": ["No"], "entities": {"seat": ["1"]}}')"#, ""),
        (r#"append('l', ONE, NULL, '{"events": ["Booked"]}', HEAD)"#, ""),
        (r#"append('l', ONE, NULL, '{"events": ["Booked"]}', gen_random_uuid())"#, "LE006"),
        ("append('l', ONE, after => HEAD)", "22023 selector"),
        ("append('l', ONE, selector => '[]')", "22023 selector"),
        ("append('l', ONE, selector => '{}')", "22023 selector"),
        ("append('l', ONE, selector => 'null')", "22023 selector"),
        (r#"append('l', ONE, selector => '{"name": ["Booked"]}')"#, "22023 selector"),
        (r#"append('l', ONE, selector => '{"events": "Booked"}')"#, "22023 selector"),
        (r#"append('l', ONE, selector => '{"events": []}')"#, "22023 selector"),
        (r#"append('l', ONE, selector => '{"events": [1]}')"#, "22023 selector"),
        (r#"append('l', ONE, selector => '{"events": [["Booked"]]}')"#, "22023 selector"),
        (r#"append('l', ONE, selector => '{"entities": {}}')"#, "22023 selector"),
        (r#"append('l', ONE, selector => '{"entities": {"seat": "1"}}')"#, "22023 selector"),
        (r#"append('l', ONE, selector => '{"entities": ["seat"]}')"#, "22023 selector"),
        (
            r#"append('l', ONE, NULL, '[{"events": ["No"]}, {"events": ["No"], "entities": {"seat": []}}]')"#,
            "22023 selector",
        ),
        (r#"append('l', ONE, selector => '[[{"events": ["No"]}]]')"#, "22023 selector"),
        ("append('other', ONE)", "LE007"),
        ("append(NULL, ONE)", "LE007"),
        ("create('l', ONE)", "LE008"),
        ("create('v', ONE, 'v1')", "22023 profile"),
        ("append('l', NULL)", "22023 bad_field record"),
        ("append('l', '[]')", "22023 bad_field record"),
        ("append('l', ONE - 'data')", "22023 missing_field data"),
        (r#"append('l', ONE || '{"appendKey":"k"}')"#, "22023 unknown_field appendKey"),
        (r#"append('l', ONE || '{"meta":1}')"#, "22023 bad_field meta"),
        (
            "append('l', jsonb_set(ONE, '{data}', to_jsonb(repeat('x', 17000000))))",
            "22023 too_long",
        ),
        // Keys that no selector finds.
        (
            r#"append('l', jsonb_set(ONE, '{entities,seat}', '["1", 12]'))"#,
            "22023 entity_key entities",
        ),
        ("append('l', jsonb_set(ONE, '{entities,seat}', '[]'))", "22023 entity_key entities"),
        ("append('l', jsonb_set(ONE, '{entities,seat}', '12'))", "22023 entity_key entities"),
        ("append('l', jsonb_set(ONE, '{entities,seat}', 'null'))", "22023 entity_key entities"),
        (
            r#"append('l', jsonb_set(ONE, '{entities,seat}', '{"1":"2"}'))"#,
            "22023 entity_key entities",
        ),
        (
            r#"create('m', jsonb_set(ONE, '{entities,seat}', '[["1"]]'))"#,
            "22023 entity_key entities",
        ),
        // Far ahead of the clock, unless it is meant.
        ("append_at('l', ONE, NULL, NULL, NULL, '9999-12-31T23:59:59.999999Z')", "LE003"),
        // No microsecond follows the last one.
        ("append_at('l', ONE, NULL, NULL, NULL, '9999-12-31T23:59:59.999999Z')", ""),
        ("append('l', ONE)", "LE009"),
    ];
    let sql = "CREATE FUNCTION answer(call text) RETURNS text LANGUAGE plpgsql AS $$
        DECLARE
            kind text;
            field text;
        BEGIN
            EXECUTE 'SELECT evently_ledger.' || call;
            RETURN '';
        EXCEPTION WHEN OTHERS THEN
            GET STACKED DIAGNOSTICS kind = CONSTRAINT_NAME, field = COLUMN_NAME;
            RETURN trim(SQLSTATE || ' ' || kind || ' ' || field);
        END $$";
    server.query(sql).unwrap();
    for (call, wanted) in table {
        if call.contains("append_at") && wanted.is_empty() {
            server.query("UPDATE evently_ledger.version SET max_ahead = '8000 years'").unwrap();
        }
        let call =
            call.replace("ONE", &event("1")).replace("TWO", &event("2")).replace("HEAD", head);
        let answer = server.query(&format!("SELECT answer($call${call}$call$)")).unwrap();
        assert_eq!(answer, wanted, "{call}");
    }
    assert_eq!(verify(&server, "l"), 5);
}

/// Clients in two languages at once: sessions in SQL, and this library.
#[test]
fn writers_take_turns() {
    let Some(server) = server() else { return };
    server.query(&format!("SELECT evently_ledger.create('l', '{GENESIS}')")).unwrap();
    let event = |writer: &str, place| {
        format!(r#"{{"event":"e","entities":{{"w":["{writer}"]}},"meta":{{}},"data":{place}}}"#)
    };
    thread::scope(|scope| {
        for writer in ["sql 1", "sql 2"] {
            let append = |place| {
                let event = event(writer, place);
                format!("SELECT evently_ledger.append('l', '{event}', '{writer} {place}');\n")
            };
            let script: String = (0..50).map(append).collect();
            let server = &server;
            scope.spawn(move || server.query(&script).unwrap());
        }
        for writer in ["library 1", "library 2"] {
            let (url, event) = (server.url(), &event);
            scope.spawn(move || {
                let store = PostgresStore::new(&url, "l").unwrap();
                let mut ledger = Appender::open(store).unwrap();
                for place in 0..50 {
                    let (event, key) = (event(writer, place), format!("{writer} {place}"));
                    ledger
                        .append(&SystemClock, NewEvent::new(event.as_bytes()).with_key(&key))
                        .unwrap();
                }
            });
        }
    });
    assert_eq!(verify(&server, "l"), 201);
    let counted = "SELECT count(*), count(DISTINCT key) FROM evently_ledger.entity";
    assert_eq!(server.query(counted).unwrap(), "200|4");
    // What either has appended, the other answers for with the same id.
    let mut ledger = Appender::open(PostgresStore::new(&server.url(), "l").unwrap()).unwrap();
    for (writer, place) in [("sql 1", 7), ("library 2", 8)] {
        let (event, key) = (event(writer, place), format!("{writer} {place}"));
        let id =
            ledger.append(&SystemClock, NewEvent::new(event.as_bytes()).with_key(&key)).unwrap();
        let sql = format!(
            "SELECT replace(evently_ledger.append('l', '{event}', '{key}')::text, '-', '')"
        );
        assert_eq!(server.query(&sql).unwrap(), id.to_string());
    }
    assert_eq!(verify(&server, "l"), 201);
}

/// A role that may execute the functions needs no right to the tables, and cannot make events up. A search
/// path of its own changes nothing.
#[test]
fn rights() {
    let Some(server) = server() else { return };
    let event = GENESIS;
    let prepared = format!(
        "SELECT evently_ledger.create('l', '{event}');
        CREATE ROLE app; CREATE ROLE other;
        GRANT USAGE ON SCHEMA evently_ledger TO app, other;
        GRANT EXECUTE ON FUNCTION evently_ledger.append TO app;
        CREATE SCHEMA hostile;
        GRANT USAGE, CREATE ON SCHEMA hostile TO app;"
    );
    server.query(&prepared).unwrap();
    let hostile = "SET search_path = hostile, pg_catalog;
        CREATE FUNCTION hostile.no(bigint, int) RETURNS bigint LANGUAGE sql AS 'SELECT 1 / 0::bigint';
        CREATE OPERATOR hostile.# (LEFTARG = bigint, RIGHTARG = int, FUNCTION = hostile.no);
        CREATE OPERATOR hostile.>> (LEFTARG = bigint, RIGHTARG = int, FUNCTION = hostile.no);
        CREATE FUNCTION hostile.to_hex(bigint) RETURNS text LANGUAGE sql AS 'SELECT ''no''';";
    let append = format!("SET ROLE app; {hostile} SELECT evently_ledger.append('l', '{event}')");
    server.query(&append).unwrap();
    assert_eq!(verify(&server, "l"), 2);
    for denied in [
        format!("SET ROLE other; SELECT evently_ledger.append('l', '{event}')"),
        format!("SET ROLE app; SELECT evently_ledger.create('m', '{event}')"),
        format!(
            "SET ROLE app; SELECT evently_ledger.append_at('l', '{event}', NULL, NULL, NULL, now())"
        ),
        String::from(
            "SET ROLE app; INSERT INTO evently_ledger.event (ledger, id, record) VALUES (1, gen_random_uuid(), '{}')",
        ),
        String::from("SET ROLE app; SELECT record FROM evently_ledger.event"),
        String::from("SET ROLE app; UPDATE evently_ledger.ledger SET head = NULL"),
    ] {
        let answer = server.query(&denied).unwrap_err();
        assert!(answer.contains("permission denied"), "{denied}: {answer}");
    } // A role that owns the schema owns what others call.
    let other = format!("ALTER SCHEMA evently_ledger OWNER TO other; {}", postgres::FUNCTIONS);
    assert!(server.query(&other).unwrap_err().contains("belongs to other"));
}
