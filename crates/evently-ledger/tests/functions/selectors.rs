//! Random selectors find the same event as this library's.

use core::{fmt::Write as _, ops::ControlFlow};
use std::collections::BTreeMap;

use evently_ledger::{Appender, EventId, MemoryStore, NewEvent, Query, Selector, Store, UnixTime};
use ids_testkit::SplitMix;
use serde_json::{Value, json};

use crate::{append::GENESIS, fill, server};

/// A term, as this library has it and as the server reads it.
fn term(random: &mut SplitMix) -> (Selector, Value) {
    let (names, keys) = random.pick(&[(0, 1), (0, 2), (1, 0), (2, 0), (1, 1), (2, 1), (1, 2)]);
    let names = (0..names).map(|_| random.pick(&["A", "B", "D"]).to_owned()).collect::<Vec<_>>();
    let all = [("seat", "1"), ("seat", "2"), ("seat", "3"), ("row", "1"), ("row", "2")];
    let keys = (0..keys).map(|_| random.pick(&all)).collect::<Vec<_>>();
    let (mut json, mut entities) = (json!({}), BTreeMap::<_, Vec<_>>::new());
    if !names.is_empty() {
        json["events"] = json!(names);
    }
    for (entity, key) in &keys {
        entities.entry(entity).or_default().push(key);
        json["entities"] = json!(entities);
    }
    let keys = keys.into_iter().map(|(entity, key)| (entity.to_owned(), key.to_owned())).collect();
    (Selector::of(names, keys).unwrap(), json)
}

#[test]
fn selectors() {
    let Some(server) = server() else { return };
    let mut random = SplitMix::new(3);
    let clock = UnixTime::from_secs(1_700_000_000);
    let now = "'epoch'::timestamptz + '1700000000 s'";
    let mut script = format!("SELECT evently_ledger.create_at('l', '{GENESIS}', 'doc5', {now});");
    let mut ledger =
        Appender::begin(MemoryStore::new(), &clock, NewEvent::new(GENESIS.as_bytes())).unwrap();
    for _ in 0..60 {
        let lists = [r#"["3"]"#, r#"["1"]"#, r#"["1","2"]"#, r#""2""#, r#"["2","x"]"#];
        let (seat, row): (&str, &str) = (random.pick(&lists), random.pick(&lists));
        let name: &str = random.pick(&["A", "B", "C"]);
        let event = format!(
            r#"{{"event":"{name}","entities":{{"seat":{seat},"row":{row}}},"meta":{{}},"data":0}}"#
        );
        ledger.append(&clock, NewEvent::new(event.as_bytes())).unwrap();
        writeln!(
            script,
            "SELECT evently_ledger.append_at('l', '{event}', NULL, NULL, NULL, {now});"
        )
        .unwrap();
    }
    server.query(&script).unwrap();

    let ids: Vec<EventId> = ledger.store().records().map(|(id, _)| id).collect();
    let (mut table, mut found) = (String::new(), 0);
    for _ in 0..500 {
        let (mut selector, mut json) = term(&mut random);
        if random.below(2) == 0 {
            let (other, more) = term(&mut random);
            (selector, json) = (selector.or(other), json!([json, more]));
        }
        let after = random.pick(&ids);
        let mut first = String::from("\\N");
        let shown = ledger.store_mut().select(
            &Query::new().with_selector(selector).after(after).limit(1),
            &mut |id, _| {
                first = id.to_string();
                found += 1;
                ControlFlow::Continue(())
            },
        );
        shown.unwrap();
        writeln!(table, "{after}\t{json}\t{first}").unwrap();
    }
    assert!((100..490).contains(&found), "{found}");
    fill(&server, "asked", "after uuid, selector jsonb, first uuid", &table);
    let wrong = server.query(
        "SELECT a.* FROM asked AS a, evently_ledger.ledger AS l,
            evently_ledger.first_match(l.number, a.after, a.selector) AS found
        WHERE found IS DISTINCT FROM a.first LIMIT 3",
    );
    assert_eq!(wrong.unwrap(), "");
}

#[test]
fn several_keys_are_looked_up_by_leaps() {
    let Some(server) = server() else { return };
    let scans = server.query(
        r#"
        SET session_replication_role = replica;
        INSERT INTO evently_ledger.ledger (name, profile) VALUES ('l', 'doc5');
        INSERT INTO evently_ledger.event (ledger, id, record)
        SELECT 1, lpad(to_hex(n), 32, '0')::uuid, '{"event":"e' || n / 10000 || '"}'
        FROM generate_series(1, 20000) AS n;
        INSERT INTO evently_ledger.entity
        SELECT 1, 'site', CASE WHEN n < 10000 THEN 'north' ELSE 'south' END, lpad(to_hex(n), 32, '0')::uuid
        FROM generate_series(1, 20000) AS n;
        BEGIN;
        SELECT evently_ledger.first_match(1, NULL, '{"entities": {"site": ["north", "south"]}}');
        SELECT evently_ledger.first_match(1, NULL, '{"entities": {"site": ["south"]}, "events": ["e0"]}');
        SELECT 'scans ' || sum(idx_scan) || ' and ' || sum(seq_scan) FROM pg_stat_xact_user_tables
        WHERE relname IN ('event', 'entity');
        COMMIT;
        "#,
    );
    let scans = scans.unwrap();
    let (_, scans) = scans.split_once("scans ").unwrap();
    let (of_indexes, of_tables) = scans.trim().split_once(" and ").unwrap();
    assert!(of_indexes.parse::<u32>().unwrap() < 10, "{of_indexes}");
    assert_eq!(of_tables, "0");
}
