//! Random events: the same bodies and ids as this library's.

use core::fmt::Write as _;
use std::{fs, path::PathBuf};

use evently_id::format_timestamp;
use evently_ledger::{EventId, EventReader, Profile, Verifier};
use ids_testkit::json::{Json, RandomJson};

use crate::{bytes, disagreements, fill, server};

/// The text of a random event, in a random spelling. The keys of a new one's entities are strings.
pub(crate) fn event(random: &mut RandomJson<impl FnMut(u64) -> u64>, is_new: bool) -> String {
    let mut entities = random.object(3);
    if let (Json::Object(entities), true) = (&mut entities, is_new) {
        for (_, keys) in entities {
            let key = Json::String(random.string());
            *keys = if random.choice(2) == 0 { key } else { Json::Array(vec![key]) };
        }
    }
    let fields = [
        ("event", Json::String(random.string())),
        ("entities", entities),
        ("meta", random.object(3)),
        ("data", random.value(4)),
    ];
    let mut text = String::from("{");
    for (place, (name, value)) in fields.into_iter().enumerate() {
        let comma = if place > 0 { "," } else { "" };
        write!(text, "{comma}\"{name}\":").unwrap();
        value.print(&mut |limit| random.choice(limit), &mut text);
    }
    text + "}"
}

/// `IDS_LEDGER_EVENTS` in the environment is another count of them.
#[test]
fn random_events() {
    let Some(server) = server() else { return };
    let count = std::env::var("IDS_LEDGER_EVENTS").map_or(2000, |count| count.parse().unwrap());
    let mut random = RandomJson::seeded(1);
    for _ in 0..count / 1000 {
        let table = (0..1000).fold(String::new(), |mut table, _| {
            let text = event(&mut random, false);
            let micros = random.below(253_402_300_800_000_000);
            let at = format_timestamp(micros).unwrap();
            let record = text.replacen('{', &format!(r#"{{"timestamp":"{at}","#), 1);
            let bits = u128::from(random.below(1 << 63)) << 64 | u128::from(random.below(u64::MAX));
            let after = EventId::from_bits(bits).unwrap();
            let genesis = [Profile::Doc5, Profile::Doc4, Profile::Pg].map(|first| (first, None));
            for (profile, previous) in genesis.into_iter().chain([(Profile::Doc5, Some(after))]) {
                let mut reader = EventReader::new(profile);
                let mut event = reader.read(record.as_bytes()).unwrap();
                let id = event.id(previous).unwrap();
                let (json, body) = (bytes(&text), bytes(event.canonical()));
                let previous = previous.map_or_else(|| "\\N".into(), |id| id.to_string());
                writeln!(table, "{profile}\t{json}\t{micros}\t{previous}\t{body}\t{id}").unwrap();
            }
            table
        });
        assert_eq!(disagreements(&server, &table), "");
    }
}

/// The canonical bytes of all events, and the ids of those that are not of 2021 to 2023, whose bodies are others.
#[test]
#[ignore = "needs ledgers: just peer-evently"]
fn ledgers_of_others() {
    let Some(server) = server() else { return };
    let folder = PathBuf::from(std::env::var_os("EVENTLY_LEDGERS").expect("EVENTLY_LEDGERS"));
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (mut table, mut ledgers) = (String::new(), 0);
    for path in paths.filter(|path| path.extension().is_some_and(|e| e == "ndjson")) {
        let text = fs::read_to_string(&path).unwrap();
        let mut verifier = Verifier::from_genesis(None);
        assert!(verifier.verify_lines(text.as_bytes()).unwrap() > 0);
        let profile = verifier.profile().unwrap();
        // All events but the first one of profile pg are as in doc5.
        let body = if profile == Profile::V1 { Profile::V1 } else { Profile::Doc5 };
        let (mut reader, mut previous) = (EventReader::new(body), String::from("\\N"));
        for record in text.lines() {
            let event = reader.read(record.as_bytes()).unwrap();
            let (micros, id) = (event.timestamp(), event.recorded().unwrap());
            let (json, body) = (bytes(record), bytes(event.canonical()));
            writeln!(table, "{profile}\t{json}\t{micros}\t{previous}\t{body}\t{id}").unwrap();
            id.clone_into(&mut previous);
        }
        ledgers += 1;
    }
    assert!(ledgers > 0, "no *.ndjson");
    let columns = "profile text, json bytea, micros bigint, previous uuid, body bytea, id uuid";
    fill(&server, "recorded", columns, &table);
    let wrong = server.query(
        "SELECT id FROM (SELECT * FROM recorded WHERE profile = 'v1' OFFSET 0) AS r,
            LATERAL (SELECT convert_from(json, 'UTF8')::jsonb AS event) AS e
        WHERE body IS DISTINCT FROM convert_to(
            (event ->> 'entity') || (event ->> 'key') || (event ->> 'event')
            || evently_ledger.canonical(event -> 'meta') || evently_ledger.canonical(event -> 'data'), 'UTF8');
        SELECT id FROM (SELECT * FROM recorded WHERE profile <> 'v1' OFFSET 0) AS r,
            LATERAL (SELECT convert_from(json, 'UTF8')::jsonb AS event) AS e,
            evently_ledger.parts(e.event) AS p
        WHERE convert_to(p.event || entities || meta || data, 'UTF8') IS DISTINCT FROM body
            OR id IS DISTINCT FROM CASE WHEN previous IS NULL
                THEN evently_ledger.genesis_id(e.event, micros, profile)
                ELSE evently_ledger.event_id(e.event, micros, previous) END",
    );
    assert_eq!(wrong.unwrap(), "");
    println!("{}", server.query("SELECT profile, count(*) FROM recorded GROUP BY 1").unwrap());
}
