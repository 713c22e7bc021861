//! `MariaDB`, a server to throw away, or a `MySQL` that runs already.

use ids_testkit::servers::MariadbServer;

use crate::{
    engine::Engine,
    ids,
    pack::{answers, conforms, hold_orders, install, with_pack},
};

impl Engine for MariadbServer {
    fn name(&self) -> &'static str {
        "mysql"
    }

    fn own_name(&self) -> Option<&'static str> {
        let version = Self::query(self, "SELECT VERSION()").ok()?;
        version.contains("MariaDB").then_some("mariadb")
    }

    fn query(&self, sql: &str) -> Result<String, String> {
        Self::query(self, sql).map(|rows| rows.replace('\t', "|"))
    }
}

#[test]
fn documents() {
    if let Some(server) = MariadbServer::start() {
        crate::documents(&server);
    }
}

/// A table of the first `count` numbers from 0 on.
fn numbers(server: &MariadbServer, count: u32) {
    let rows: Vec<_> = (0..count).map(|number| format!("({number})")).collect();
    let rows = rows.join(",");
    server
        .query(&format!("CREATE TABLE numbers (number INT); INSERT INTO numbers VALUES {rows};"))
        .expect("numbers");
}

#[test]
fn conform() {
    let Some(server) = with_pack(MariadbServer::start(), "") else { return };
    conforms("mysql.py", server.socket(), 3500);
}

#[test]
fn installs() {
    let Some(server) = with_pack(MariadbServer::start(), "--format flax") else { return };
    let count =
        "SELECT COUNT(*) FROM information_schema.routines WHERE routine_schema = 'ids' AND ";
    answers(&server, &[("0", &format!("{count} routine_name LIKE 'kuid%'"))]);
    // Again, and with more.
    install(&server, "");
    install(&server, "");
    let version = env!("CARGO_PKG_VERSION");
    let wanted = format!("functions on identifiers: {}", ids_conform::FORMATS.join(", "));
    answers(
        &server,
        &[
            (&format!("ids {version}: {wanted}"), "SELECT ids.pack_version()"),
            // Nothing reads the tables of its caller, or has another's rights.
            ("0", &format!("{count} (sql_data_access <> 'NO SQL' OR security_type <> 'INVOKER')")),
            // What makes identifiers, and nothing else, gives another value each time.
            (
                "0",
                &format!(
                    "{count} routine_type = 'FUNCTION' AND (is_deterministic = 'NO') <> (routine_name LIKE '%\\_new')"
                ),
            ),
            // No name is also a function of the server's own, which would be called in its place.
            (
                "0",
                "SELECT ids.flax_number(X'05ca55528f7680cb8bb9bdc1') INTO @number; SELECT @@warning_count",
            ),
        ],
    );
    // The session is as it was.
    let session = "SET sql_mode = 'ANSI'; SET @before = @@sql_mode;";
    let after = server.query(&format!(
        "{session}{}SELECT @@sql_mode = @before;",
        ids("sql --database mysql").unwrap()
    ));
    assert_eq!(after.as_deref().map(str::trim_end), Ok("1"));
    answers(&server, &[("0", &format!("DROP SCHEMA ids; {count} TRUE"))]);
}

/// What is not in the vectors, in a session that is strict and in one that is not, which cuts off what does not fit a column.
#[test]
fn functions() {
    let Some(server) = with_pack(MariadbServer::start(), "") else { return };
    server
        .query(
            "DELIMITER //
             CREATE PROCEDURE refused(asked TEXT)
             BEGIN
                 DECLARE EXIT HANDLER FOR SQLEXCEPTION
                 BEGIN
                     GET DIAGNOSTICS CONDITION 1 @kind = CONSTRAINT_NAME, @field = COLUMN_NAME;
                     SELECT CONCAT(@kind, ' ', @field);
                 END;
                 SET @asked = asked;
                 PREPARE statement FROM @asked;
                 EXECUTE statement;
             END//",
        )
        .expect("a procedure");
    for session in
        ["", "SET sql_mode = '', time_zone = '+05:30', character_set_connection = latin1;"]
    {
        for (wanted, sql) in [
            ("message", "ids.siq_kind(UNHEX('000019cf73d08100800186ce1947005e'))"),
            ("18446744073709551615", "ids.discord_last(ids.discord_time(18446744073709551615))"),
            (
                "1",
                "ids.flax_text(X'05ca55528f7680cb8bb9bdc1') = CAST('0RdKJcxqVBiAiQr0' AS BINARY)",
            ),
            // The numbers of a flavour, as those of a layout of one's own.
            (
                "1",
                "ids.snowflake_time(175928847299117063, 1420070400000000, 1000, 22) = ids.discord_time(175928847299117063)
                 AND ids.snowflake_first('2024-01-01', 1420070400000000, 1000, 22, 42) = ids.discord_first('2024-01-01')",
            ),
            ("NULL", "ids.flax_time(NULL)"),
            ("NULL", "ids.snowflake_text(NULL, 'base58')"),
            ("NULL", "ids.siq_from_text(NULL)"),
            ("NULL", "ids.luuid_fields(NULL)"),
            ("1", "ids.flax_valid(ids.flax_new())"),
            (
                "1",
                "ids.flax_time(ids.flax_new()) BETWEEN UTC_TIMESTAMP() - INTERVAL 1 MINUTE AND UTC_TIMESTAMP(6)",
            ),
            ("1", "ids.luuid_valid(ids.luuid_new(5, ids.luuid_group_of('person'), 8))"),
            ("0", "ids.luuid_valid('936da01f-9abd-4d9d-80c7-02af85c822a8')"),
            ("0", "ids.twitter_valid(9223372036854775808)"),
            ("0", "ids.discord_valid(-1)"),
        ] {
            answers(&server, &[(wanted, &format!("{session} SELECT {sql}"))]);
        }
        for (kind, sql) in [
            ("length", "ids.flax_time(CONCAT(X'05ca55528f7680cb8bb9bdc1', X'00'))"),
            ("length", "ids.flax_from_text(REPEAT('0', 1000))"),
            ("range worker", "ids.discord_make(0, -1, 0, 0)"),
            ("unknown", "ids.snowflake_text(1, 'base59')"),
            ("range drift", "ids.kuid_global_time(X'000000000000000000000000', 4)"),
            ("range key", "ids.luuid_new(0, 1, 6)"),
            ("range", "ids.snowflake_time(5, 0, 1000, 64)"),
            ("range", "ids.snowflake_first('2024-01-01', 0, 1000, 40, 41)"),
        ] {
            let sql = format!("{session} CALL refused('SELECT {}')", sql.replace('\'', "''"));
            let answer = server.query(&sql).expect("an answer");
            assert_eq!(answer.trim_end(), kind, "{sql}");
        }
    }
    // All 56 bits, and all 60, are drawn.
    let drawn = |all: &str, value: &str| {
        format!("SELECT BIT_OR({value}) = {all}, BIT_AND({value}) FROM numbers")
    };
    numbers(&server, 200);
    for (all, value) in [
        ("72057594037927935", "JSON_VALUE(ids.flax_fields(ids.flax_new()), '$.random')"),
        ("1152921504606846975", "JSON_VALUE(ids.luuid_fields(ids.luuid_new(1, 0, 6)), '$.random')"),
    ] {
        let value = format!("CAST({value} AS UNSIGNED)");
        answers(&server, &[("1|0", &drawn(all, &value))]);
    }
}

#[test]
fn tables() {
    let Some(server) = with_pack(MariadbServer::start(), "") else { return };
    numbers(&server, 24_000);
    // A row in each hour of 1,000 days, with each kind of column as a key.
    server
        .query(
            "CREATE TABLE orders (flax BINARY(12), discord BIGINT UNSIGNED, kuid BIGINT, siq BINARY(16),
                 evently BINARY(16), luuid BINARY(16), at DATETIME(6),
                 UNIQUE (flax), UNIQUE (discord), UNIQUE (kuid), UNIQUE (siq), UNIQUE (evently), UNIQUE (luuid));
             INSERT INTO orders
                 SELECT ids.flax_first(at), ids.discord_first(at) + 5, ids.kuid_first(at) + 5, ids.siq_first(at),
                     ids.evently_last(at), ids.luuid_new(number + 1, 7, 6), at
                 FROM (SELECT number, TIMESTAMP'2024-01-01 00:00:00' + INTERVAL number HOUR AS at FROM numbers) hours;
             ANALYZE TABLE orders;
             DELIMITER //
             CREATE TRIGGER orders_check BEFORE INSERT ON orders FOR EACH ROW
                 SET NEW.flax = ids.flax_check(NEW.flax), NEW.luuid = ids.luuid_check(NEW.luuid)//",
        )
        .expect("a table");
    hold_orders(&server, |plan, column| {
        plan.contains("|range|") && plan.contains(&format!("|{column}|{column}|"))
    });
    answers(
        &server,
        &[(
            "41",
            "SELECT JSON_VALUE(ids.luuid_fields(luuid), '$.key') FROM orders
             WHERE luuid BETWEEN ids.luuid_first(41, 7, 6) AND ids.luuid_last(41, 7, 6)",
        )],
    );
    let error = server
        .query("INSERT INTO orders (luuid) VALUES (UNHEX('00000000000040008000000000000000'))");
    let error = error.expect_err("no LUUID");
    assert!(error.contains("luuid: version is always 6 or 8"), "{error}");
}
