//! The functions that `ids sql` prints.

use std::{ffi::OsStr, process::Command};

use ids_core::UnixTime;
use snowflake::FLAVOURS;

use crate::{engine::Engine, ids};

/// Makes the functions of a pack.
pub(crate) fn install(engine: &dyn Engine, arguments: &str) {
    let sql = ids(&format!("sql --database {} {arguments}", engine.name()));
    engine.query(&sql.unwrap()).expect("functions");
}

/// A server with a pack; `None` where none is started.
pub(crate) fn with_pack<E: Engine>(server: Option<E>, arguments: &str) -> Option<E> {
    install(server.as_ref()?, arguments);
    server
}

/// What the database says of each statement behind the comma is what stands before it.
pub(crate) fn answers(engine: &dyn Engine, table: &[(&str, &str)]) {
    for (wanted, sql) in table {
        assert_eq!(engine.query(sql).as_deref().map(str::trim_end), Ok(*wanted), "{sql}");
    }
}

/// Columns of `orders` that say the time `at`.
pub(crate) const MADE_AT: [&str; 5] = ["flax", "discord", "kuid", "siq", "evently"];

/// A table `orders` with a row in each hour of 1,000 days from 2024 on: those of a month are found by an index of each column.
pub(crate) fn hold_orders(engine: &dyn Engine, is_by_index: impl Fn(&str, &str) -> bool) {
    let is_mysql = engine.name() == "mysql";
    let yes = if is_mysql { "1" } else { "t" };
    for column in MADE_AT {
        let first = |day: &str| format!("ids.{column}_first('{day}')");
        let (first, end) = (first("2024-02-01"), first("2024-03-01"));
        // MySQL itself takes bounds to an index only from variables.
        let (before, first, end) = if is_mysql {
            (format!("SET @first = {first}, @end = {end};"), "@first".into(), "@end".into())
        } else {
            ("SET timezone = 'UTC';".into(), first, end)
        };
        let scan = format!("FROM orders WHERE {column} >= {first} AND {column} < {end}");
        let explain = if is_mysql { "EXPLAIN FORMAT=TRADITIONAL" } else { "EXPLAIN" };
        let plan = engine.query(&format!("{before} {explain} SELECT * {scan}")).expect("a plan");
        assert!(is_by_index(&plan, column), "{column}: {plan}");
        let found = format!(
            "{before} SELECT count(*), min(at) = '2024-02-01', max(at) = '2024-02-29 23:00:00' {scan}"
        );
        let others = format!("SELECT count(*) FROM orders WHERE ids.{column}_time({column}) <> at");
        answers(engine, &[(&format!("696|{yes}|{yes}"), &found), ("0", &others)]);
    }
}

/// The port that is the pack of the server at this place passes every row of the vectors that it has a function for,
/// and fresh cases.
pub(crate) fn conforms(port: &str, place: impl AsRef<OsStr>, least: u32) {
    let ports = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/ports/sql");
    let output = Command::new(env!("CARGO_BIN_EXE_ids"))
        .args(["conform", "--random", "300", "--timeout", "60s", "--report", "json", "--"])
        .args(["python3", &format!("{ports}/{port}")])
        .arg(place)
        .env("IDS", env!("CARGO_BIN_EXE_ids"))
        .output()
        .expect("the command starts");
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{report} {}", String::from_utf8_lossy(&output.stderr));
    let end = report.lines().last().unwrap_or_default();
    let end: serde_json::Value = serde_json::from_str(end).expect("a report");
    // What is skipped counts for nothing, so it must not become more unseen.
    let passed =
        end["passed"].as_str().and_then(|text| text.parse::<u32>().ok()).expect("a number");
    assert!(passed > least, "only {passed} rows passed");
}

/// What the functions of the packs take for granted: a flavour for which it does not hold needs
/// others.
#[test]
fn every_flavour() {
    for flavour in FLAVOURS {
        let (name, ticks, timestamp) = (flavour.name(), flavour.ticks(), flavour.timestamp());
        // The epoch and the unit are whole microseconds.
        let micros = |micros: u128| UnixTime::from_micros(micros.try_into().expect("few"));
        let (epoch, unit) = (ticks.epoch().as_micros(), ticks.unit().as_micros());
        assert_eq!(micros(epoch), ticks.epoch(), "{name}");
        assert_eq!(micros(epoch + 1000 * unit), ticks.start(1000), "{name}");
        // Above the timestamp there is nothing, or bit 63 as the sign.
        let fields = flavour.layout().fields();
        let fixed: Vec<_> = fields.iter().filter(|field| field.fixed().is_some()).collect();
        assert!(fixed.iter().all(|f| f.low() == 63 && f.fixed() == Some(0)), "{name}");
        assert_eq!(timestamp.high() as usize, 63 - fixed.len(), "{name}");
        // The sequence does not divide the node, which has the other bits.
        let apart =
            flavour.sequence().is_none_or(|f| f.low() == 0 || f.high() + 1 == timestamp.low());
        assert!(apart, "{name}");
    }
}
