//! How the server answers the statements of a large ledger of which it has no statistics.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use ids_testkit::servers::PostgresServer;
use tokio_postgres::NoTls;

use super::{DIALECT, SCHEMA, indexes, rows};
use crate::{EventId, Query, Selector, database::sql};

/// A ledger of 100,000 events, each with two keys of entities.
const FILL: &str = r#"
ALTER TABLE evently_ledger.event SET (autovacuum_enabled = off);
ALTER TABLE evently_ledger.entity SET (autovacuum_enabled = off);
SET session_replication_role = replica;
INSERT INTO evently_ledger.ledger (name, profile) VALUES ('l', 'doc5');
INSERT INTO evently_ledger.event (ledger, id, record)
SELECT 1, lpad(to_hex(n), 32, '0')::uuid, '{"event":"e"}' FROM generate_series(1, 100000) AS n;
INSERT INTO evently_ledger.entity
SELECT 1, 'site', site, lpad(to_hex(n), 32, '0')::uuid
FROM generate_series(1, 100000) AS n CROSS JOIN LATERAL (VALUES ('north'), ('sensor ' || n % 1000)) AS s (site)
"#;

#[test]
fn pages_are_read_in_the_order_of_indexes() {
    let Some(server) = PostgresServer::start() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let plan = |sql: &sql::Statement<'_>, setting: &str| {
        runtime.block_on(async {
            let (client, connection) = tokio_postgres::connect(&server.url(), NoTls).await.unwrap();
            let connection = tokio::spawn(connection);
            client.batch_execute(&format!("BEGIN; {setting}")).await.unwrap();
            let values: Vec<_> = sql.values.iter().map(rows::parameter).collect();
            let parameters: Vec<_> =
                values.iter().map(|(value, kind)| (&**value as _, kind.clone())).collect();
            let plan =
                client.query_typed(&format!("EXPLAIN {}", sql.sql), &parameters).await.unwrap();
            drop(client);
            connection.await.unwrap().unwrap();
            plan.iter().map(|row| row.get::<_, String>(0) + "\n").collect::<String>()
        })
    };
    server.query(&format!("{SCHEMA};\n{FILL}")).unwrap();
    let all = Query::new().after(EventId::from_bits(1000).unwrap());
    let north = Selector::entity("site", "north");
    let selectors = [
        north.clone(),
        Selector::event("e"),
        north.clone().with_entity("site", "sensor 1"),
        north.clone().with_event("e"),
        north.or(Selector::event("e")),
    ];
    let queries = selectors.map(|selector| all.clone().with_selector(selector));
    for query in queries.iter().chain([&all]) {
        for query in [query.clone(), query.clone().newest_first()] {
            let page = sql::page(DIALECT, "l", &query, 1000).unwrap();
            let plan = plan(&page, rows::IN_ORDER);
            assert!(!plan.contains("Bitmap") && !plan.contains("Seq Scan on e"), "{plan}");
            // Only the ids of a page are sorted.
            assert!(query.selector.is_some() || !plan.contains("Sort"), "{plan}");
            assert!(!plan.contains("Join"), "{plan}");
        }
    }
    // So are those that are compared with their records, whatever is behind them.
    for (sql, parameters) in [
        (indexes::EVENTS, "1, '00000000-0000-0000-0000-0000000003e8'"),
        (indexes::ENTITIES, "1, '', '', '00000000-0000-0000-0000-000000000000', false"),
        (indexes::ENTITIES, "1, '', '', '00000000-0000-0000-0000-000000000000', true"),
    ] {
        let is_of_events = sql == indexes::EVENTS;
        let kinds = if is_of_events { "int, uuid" } else { "int, text, text, uuid, bool" };
        let script = format!(
            "BEGIN; {}; PREPARE page ({kinds}) AS {sql};
            EXPLAIN EXECUTE page ({parameters}); COMMIT",
            rows::IN_ORDER
        );
        let plan = server.query(&script).unwrap();
        assert!(!plan.contains("Seq Scan") && !plan.contains("Bitmap"), "{plan}");
        assert!(!plan.contains("Sort"), "{plan}");
        assert!(!is_of_events || !plan.contains("Join"), "{plan}");
    }
    // Else it sorts what follows, for each page.
    let page = sql::page(DIALECT, "l", &all, 1000).unwrap();
    assert!(plan(&page, "SELECT 1").contains("Bitmap Heap Scan on event"));
}
