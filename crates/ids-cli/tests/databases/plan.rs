//! `ids range --sql`: a condition is looked up in an index.

use ids_formats::formats::flax;

use crate::{engine::Engine, range::ask};

/// Columns as the documents make them, with an index.
const COLUMNS: [(&str, &str, &str); 6] = [
    ("postgres", "bytea", "bytea PRIMARY KEY"),
    ("postgres", "text", "text COLLATE \"C\" PRIMARY KEY"),
    ("sqlite", "bytea", "BLOB PRIMARY KEY"),
    ("sqlite", "text", "TEXT PRIMARY KEY"),
    ("mysql", "bytea", "BINARY(12) PRIMARY KEY"),
    ("mysql", "text", "CHAR(16) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY"),
];

/// An hour of two months is found by the index: of the many rows few are read.
pub(crate) fn hold(engine: &dyn Engine) {
    for (database, kind, column) in COLUMNS {
        if database != engine.name() {
            continue;
        }
        let arguments = format!(
            "flax --from 2024-01-15T12:00:00Z --to 2024-01-15T13:00:00Z --column-type {kind}"
        );
        let condition = ask(&arguments, database).unwrap();
        let table = format!("plan_{kind}");
        // 2024-01-01, then every twenty minutes.
        let rows = (0..4000_u128).map(|row| {
            let bits = (284_000_000_000 + row * 1_200_000) << 56;
            let id = match kind {
                "bytea" => engine.bytes(&format!("{bits:024x}")),
                _ => format!("'{}'", flax::FORMAT.text(flax::FORMAT.facts().canonical, bits)),
            };
            format!("({id}, {row})")
        });
        let rows = rows.collect::<Vec<_>>().join(", ");
        let (analyze, explain) = match database {
            "postgres" => ("ANALYZE", "EXPLAIN"),
            "sqlite" => ("ANALYZE", "EXPLAIN QUERY PLAN"),
            _ => ("ANALYZE TABLE", "EXPLAIN FORMAT=TRADITIONAL"),
        };
        let query = format!("SELECT k FROM {table} WHERE {condition}");
        let script = format!(
            "CREATE TABLE {table} (id {column}, k integer); INSERT INTO {table} VALUES {rows}; \
             {analyze} {table}; SELECT 'found'; {query};"
        );
        let answer = engine.query(&script).unwrap();
        let plan = engine.query(&format!("{explain} {query};")).unwrap();
        let by_index = match database {
            "postgres" => plan.contains("Index Scan") || plan.contains("Bitmap Index"),
            "sqlite" => plan.contains("SEARCH"),
            _ => plan.contains("|range|") && plan.contains("|PRIMARY|"),
        };
        assert!(by_index, "{database}, {kind}: {plan}");
        let (_, found) = answer.split_once("found\n").unwrap();
        assert_eq!(found.lines().count(), 3, "{database}, {kind}: {found}");
    }
}
