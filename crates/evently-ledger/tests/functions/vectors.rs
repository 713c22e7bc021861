//! Each row of the vectors that the functions can answer.

use core::fmt::Write as _;

use evently_ledger::{EventReader, Profile};
use ids_testkit::servers::PostgresServer;
use serde_json::Value;

use crate::{bytes, disagreements, fill, server};

fn rows(op: &str) -> Vec<Value> {
    let file = include_str!("../../../../docs/vectors/evently.json");
    let file: Value = serde_json::from_str(file).unwrap();
    let rows = file["rows"].as_array().unwrap().iter();
    rows.filter(|row| row["op"] == op).cloned().collect()
}

fn text<'r>(row: &'r Value, field: &str) -> &'r str {
    row[field].as_str().unwrap()
}

#[test]
fn vectors() {
    let Some(server) = server() else { return };
    canonical(&server);
    events(&server);
    refused(&server);
}

fn canonical(server: &PostgresServer) {
    // Of a key that stands twice jsonb keeps the last.
    let own = |row: &Value| matches!(row["form"].as_str(), None | Some("last-wins"));
    let rows: Vec<_> = rows("canonical").into_iter().filter(own).collect();
    assert!(rows.len() >= 220, "{}", rows.len());
    let table = rows.iter().fold(String::new(), |mut table, row| {
        let [json, canonical] = ["json", "canonical"].map(|field| bytes(text(row, field)));
        writeln!(table, "{}\t{json}\t{canonical}", text(row, "id")).unwrap();
        table
    });
    fill(server, "canonical", "id text, json bytea, canonical bytea", &table);
    let wrong = server.query(
        "SELECT id, written FROM canonical,
            evently_ledger.canonical(convert_from(json, 'UTF8')::jsonb) AS written
        WHERE convert_to(written, 'UTF8') IS DISTINCT FROM canonical",
    );
    assert_eq!(wrong.unwrap(), "");
}

fn events(server: &PostgresServer) {
    let (mut table, mut count) = (String::new(), 0);
    for row in rows("event") {
        let profile = row["profile"].as_str().unwrap_or("doc5");
        if profile == "v1" {
            continue;
        }
        let mut reader = EventReader::new(Profile::Doc5);
        let micros = reader.read(text(&row, "json").as_bytes()).unwrap().timestamp();
        let previous = row["previous"].as_str().unwrap_or("\\N");
        let [json, body] = ["json", "body"].map(|field| bytes(text(&row, field)));
        let id = text(&row, "event_id");
        writeln!(table, "{profile}\t{json}\t{micros}\t{previous}\t{body}\t{id}").unwrap();
        count += 1;
    }
    assert!(count >= 110, "{count}");
    assert_eq!(disagreements(server, &table), "");
}

/// What the format refuses the server refuses too, but for what `jsonb` cannot tell.
fn refused(server: &PostgresServer) {
    let (mut table, mut count) = (String::new(), 0);
    for row in rows("reject") {
        let (id, kind) = (text(&row, "id"), row["error"]["kind"].as_str().unwrap());
        let untold = match kind {
            // Of a key that stands twice jsonb keeps the last, and it has no exponents.
            "duplicate_key" | "too_large" => true,
            "number_range" => row["input"]["json"] == "0e1000000000",
            // The function makes the timestamp and the id.
            _ => kind == "timestamp" || id.starts_with("own-fields"),
        };
        let input = ["json", "event"].into_iter().find(|field| row["input"][field].is_string());
        // Numbers of 2021 to 2023 have limits of their own.
        if let (false, Some(field), None) = (untold, input, row["form"].as_str()) {
            writeln!(table, "{id}\t{kind}\t{field}\t{}", bytes(text(&row["input"], field)))
                .unwrap();
            count += 1;
        }
    }
    assert!(count >= 150, "{count}");
    fill(server, "refused", "id text, kind text, field text, input bytea", &table);
    let accepted = server.query(
        "CREATE FUNCTION answer(field text, input bytea) RETURNS text LANGUAGE plpgsql AS $$
        DECLARE
            kind text;
            value jsonb;
        BEGIN
            value := convert_from(input, 'UTF8')::jsonb;
            IF field = 'json' THEN
                PERFORM evently_ledger.canonical(value);
            ELSE
                PERFORM evently_ledger.parts(value);
            END IF;
            RETURN 'accepted';
        EXCEPTION WHEN OTHERS THEN
            GET STACKED DIAGNOSTICS kind = CONSTRAINT_NAME;
            -- What the server itself refuses has none.
            RETURN nullif(kind, '');
        END $$;
        SELECT id, answer FROM refused, answer(field, input)
        WHERE answer IS NOT NULL AND answer <> kind",
    );
    assert_eq!(accepted.unwrap(), "");
}
