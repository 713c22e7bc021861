//! What the tables in PostgreSQL refuse of every user, by their own triggers and by rights.

use evently_ledger::{Appender, postgres::PostgresStore};
use ids_testkit::servers::PostgresServer;

use crate::{
    CLOCK, begin, databases, event, new,
    postgres::{server, tables},
};

/// Each statement besides those of every database, and the code that it is refused with.
const FORBIDDEN: &[(&str, &str)] = &[
    ("TRUNCATE evently_ledger.event", "LE001"),
    ("TRUNCATE evently_ledger.ledger, evently_ledger.event, evently_ledger.entity", "LE001"),
    ("TRUNCATE evently_ledger.entity", "LE001"),
    ("UPDATE evently_ledger.ledger SET number = DEFAULT", "LE001"),
    ("UPDATE evently_ledger.ledger SET name = 'x' WHERE false", "LE001"),
    ("TRUNCATE evently_ledger.ledger", "LE001"),
    // Two that do not follow each other.
    ("INSERT INTO evently_ledger.event (ledger, id, previous, record)
      SELECT number, (n || substr(head::text, 6))::uuid, head, '{\"event\":\"e\"}'
      FROM evently_ledger.ledger, (VALUES ('00063'), ('00064')) AS v (n)", "LE002"),
    ("INSERT INTO evently_ledger.event (ledger, id, record)
      SELECT n, gen_random_uuid(), '{\"event\":\"e\"}' FROM (VALUES (1), (2)) AS v (n)", "LE003"),
    ("INSERT INTO evently_ledger.event (ledger, id, previous, append_key, record)
      SELECT number, ('00063' || substr(head::text, 6))::uuid, head, 'a',
          jsonb_set(record::jsonb, '{eventId}',
              to_jsonb('00063' || substr(replace(head::text, '-', ''), 6)))::text
      FROM evently_ledger.event JOIN evently_ledger.ledger ON id = head", "23505"),
    ("INSERT INTO evently_ledger.event (ledger, id, previous, record)
      SELECT number, ('00063' || substr(head::text, 6))::uuid, head, 'no JSON'
      FROM evently_ledger.ledger", "22P02"),
    ("INSERT INTO evently_ledger.event (ledger, id, previous, record)
      SELECT number, ('00063' || substr(head::text, 6))::uuid, head,
          json_build_object('event', repeat('x', 1001))::text
      FROM evently_ledger.ledger", "23514"),
    // What no reader takes.
    ("INSERT INTO evently_ledger.event (ledger, id, previous, record)
      SELECT number, ('00063' || substr(head::text, 6))::uuid, head,
          json_build_object('event', 'e', 'data', repeat('x', 16777216))::text
      FROM evently_ledger.ledger", "23514"),
    // After the clock, and after the last microsecond.
    ("INSERT INTO evently_ledger.event (ledger, id, previous, record)
      SELECT number, ('03844' || substr(head::text, 6))::uuid, head, '{\"event\":\"e\"}'
      FROM evently_ledger.ledger", "LE003"),
    ("INSERT INTO evently_ledger.event (ledger, id, previous, record)
      SELECT number, ('7f' || substr(head::text, 3))::uuid, head, '{\"event\":\"e\"}'
      FROM evently_ledger.ledger", "LE003"),
    ("INSERT INTO evently_ledger.event (ledger, id, previous, record)
      SELECT number, ('ff' || substr(head::text, 3))::uuid, head, '{\"event\":\"e\"}'
      FROM evently_ledger.ledger", "LE003"),
    ("UPDATE evently_ledger.version SET max_ahead = '8000 years'; INSERT INTO evently_ledger.event
      (ledger, id, previous, record)
      SELECT number, ('03845' || substr(head::text, 6))::uuid, head, '{\"event\":\"e\"}'
      FROM evently_ledger.ledger", "LE003"),
    // Two lines of an export.
    ("INSERT INTO evently_ledger.event (ledger, id, previous, record)
      SELECT number, ('00063' || substr(head::text, 6))::uuid, head, replace(jsonb_set(record::jsonb, '{eventId}',
          to_jsonb('00063' || substr(replace(head::text, '-', ''), 6)))::text, ',', E',\n')
      FROM evently_ledger.event JOIN evently_ledger.ledger ON id = head", "23514"),
    ("INSERT INTO evently_ledger.ledger (name, profile) VALUES ('x', 'doc6')", "23514"),
];

/// The code with which the server refuses this statement of any role.
fn refusal(server: &PostgresServer, role: &str, sql: &str) -> String {
    let script = format!("\\set VERBOSITY sqlstate\nSET ROLE {role};\n{sql};");
    let error = server.query(&script).unwrap_err();
    error.rsplit("ERROR:").next().unwrap().trim().to_owned()
}

#[test]
fn the_database_guards_itself() {
    let Some(server) = server() else { return };
    let mut ledger = begin(PostgresStore::new(&server.url(), "l").unwrap());
    for key in ["a", "z"] {
        let json = event("e", r#""p":["1"]"#, 1);
        ledger.append(&CLOCK, new(&json).with_key(key)).unwrap();
    }
    let own = FORBIDDEN.iter().map(|(sql, code)| ((*sql).to_owned(), *code));
    for (sql, code) in databases::forbidden::<PostgresServer>().chain(own) {
        assert_eq!(refusal(&server, "postgres", &sql), code, "{sql}");
        assert_eq!(tables(&server, "l").check().last(), Some(&ledger.head()), "{sql}");
    }
    // A writer with no more rights than the documentation gives it.
    let page = include_str!("../../../../docs/ledgers.md");
    let writer = "GRANT UPDATE (number)";
    let grants = page.split("```sql").find(|block| block.contains(writer)).unwrap();
    let grants = grants.split("```").next().unwrap();
    server.query(&format!("CREATE ROLE app LOGIN;\n{grants}")).unwrap();
    let url = server.url().replace("user=postgres", "user=app");
    let mut other = begin(PostgresStore::new(&url, "other").unwrap());
    let mut app = Appender::open(PostgresStore::new(&url, "l").unwrap()).unwrap();
    let json = event("e", "", 1);
    app.append_all(&CLOCK, &[new(&json), new(&json).with_key("app")]).unwrap();
    ledger.append(&CLOCK, new(&json)).unwrap();
    app.append(&CLOCK, new(&json)).unwrap();
    other.append(&CLOCK, new(&json)).unwrap();
    assert_eq!(tables(&server, "l").check().len(), 7);
    for sql in [
        "UPDATE evently_ledger.ledger SET head = NULL",
        "INSERT INTO evently_ledger.entity VALUES (1, 'a', 'b', gen_random_uuid())",
        "DELETE FROM evently_ledger.event",
        "ALTER TABLE evently_ledger.event DISABLE TRIGGER ALL",
        "CREATE TEMP TABLE added (ledger int, id uuid, previous uuid, append_key text, record text);
         CREATE TRIGGER own AFTER INSERT ON added REFERENCING NEW TABLE AS added
         FOR EACH STATEMENT EXECUTE FUNCTION evently_ledger.follow()",
    ] {
        assert_eq!(refusal(&server, "app", sql), "42501", "{sql}");
    }
    // It may lock the row by its number, but a trigger of its own does not change that either.
    let renumber = "CREATE TEMP TABLE own (a int);
        CREATE FUNCTION pg_temp.renumber() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            UPDATE evently_ledger.ledger SET number = DEFAULT;
            RETURN NULL;
        END $$;
        CREATE TRIGGER own AFTER INSERT ON own FOR EACH ROW EXECUTE FUNCTION pg_temp.renumber();
        INSERT INTO own VALUES (1)";
    assert_eq!(refusal(&server, "app", renumber), "LE001");
    assert_eq!(tables(&server, "l").check().len(), 7);
}
