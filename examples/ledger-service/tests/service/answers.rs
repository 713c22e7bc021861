//! Each request, with what is wrong in each place.

use serde_json::{Value, json};

use crate::program::Program;

pub(crate) const GENESIS: &str =
    r#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"name":"flights"}}"#;
const EVENTS: &str = "/ledgers/flights/events";

pub(crate) fn event(seat: &str, data: &str) -> String {
    format!(r#"{{"event":"Booked","entities":{{"seat":["{seat}"]}},"meta":{{}},"data":{data}}}"#)
}

pub(crate) fn ids((status, mut answer): (u16, Value)) -> Vec<String> {
    assert_eq!(status, 200, "{answer}");
    serde_json::from_value(answer["ids"].take()).expect("ids")
}

pub(crate) fn behaves(program: &Program) {
    let post = |body: &str| program.send("POST", EVENTS, body);
    assert_eq!(program.get(EVENTS).0, 404);
    assert_eq!(post(&format!(r#"{{"events":[{{"event":{}}}]}}"#, event("1", "1"))).0, 404);
    let (status, created) = program.send("PUT", "/ledgers/flights", GENESIS);
    assert_eq!(status, 201, "{created}");
    let first = created["id"].as_str().expect("an id").to_owned();
    let (status, again) = program.send("PUT", "/ledgers/flights", GENESIS);
    assert_eq!((status, &again["kind"]), (409, &json!("ledger_exists")));

    // A batch; a key that is repeated gives the same id.
    let (one, two) = (event("1", "1.50"), event("2", "2"));
    let batch =
        format!(r#"{{"events":[{{"event":{one},"key":"a"}},{{"event":{two},"key":"b"}}]}}"#);
    let booked = ids(post(&batch));
    assert_eq!(ids(post(&batch)), booked);
    assert_eq!(ids(post(&format!(r#"{{"events":[{{"event":{two},"key":"b"}}]}}"#))), booked[1..]);
    let (status, conflict) = post(&format!(r#"{{"events":[{{"event":{one},"key":"b"}}]}}"#));
    assert_eq!((status, &conflict["kind"]), (409, &json!("key_conflict")));
    assert_eq!(conflict["event"], booked[1]);

    // Who has not read that the seat was booked is told so, and what is newest.
    let unless = |seat: &str, after: &str| {
        let unless = json!([{ "events": ["Booked"], "entities": { "seat": [seat] } }]);
        let event = event(seat, "3");
        post(&format!(r#"{{"events":[{{"event":{event}}}],"unless":{unless},"after":"{after}"}}"#))
    };
    let (status, race) = unless("1", &first);
    assert_eq!((status, &race["kind"]), (409, &json!("race")), "{race}");
    assert_eq!((&race["event"], &race["head"]), (&json!(booked[0]), &json!(booked[1])));
    let third = ids(unless("1", &booked[1])).remove(0);
    let (status, missing) = unless("1", &third.replace(&third[16..20], "ffff"));
    assert_eq!((status, &missing["kind"]), (409, &json!("after_not_found")), "{missing}");

    // Pages: numbers have their digits.
    let all = [&first, &booked[0], &booked[1], &third];
    for (query, wanted) in [
        (String::new(), &[0, 1, 2, 3][..]),
        ("newest=true".into(), &[3, 2, 1, 0]),
        ("limit=2".into(), &[0, 1]),
        (format!("limit=2&after={}", booked[0]), &[2, 3]),
        (format!("newest=true&before={third}&limit=1"), &[2]),
        ("entity=seat=1".into(), &[1, 3]),
        ("entity=seat%3D2&event=Booked".into(), &[2]),
        ("event=Booked&event=Ledger+Created&limit=1".into(), &[0]),
        ("event=Cancelled".into(), &[]),
    ] {
        let (status, page) = program.get(&format!("{EVENTS}?{query}"));
        assert_eq!(status, 200, "{query}: {page}");
        let events = page["events"].as_array().expect("events");
        let found: Vec<_> = events.iter().map(|event| &event["eventId"]).collect();
        assert_eq!(found, wanted.iter().map(|place| all[*place]).collect::<Vec<_>>(), "{query}");
        let is_full = query.contains(&format!("limit={}", wanted.len()));
        let next = wanted.last().filter(|_| is_full).map(|place| all[*place]);
        assert_eq!(page["next"], json!(next), "{query}");
    }

    // What is wrong, and where.
    let good = event("9", "9");
    for (body, status, kind, place) in [
        ("[", 400, "bad_request", "line 1 column 1"),
        ("{}", 422, "bad_request", "missing field `events`"),
        (r#"{"events":[{"key":"k"}]}"#, 422, "bad_request", "events[0]: missing field `event`"),
        (r#"{"events":[{"event":1,"key":2}]}"#, 422, "bad_request", "events[0].key: invalid type"),
        (r#"{"events":[],"more":1}"#, 422, "bad_request", "unknown field `more`"),
        (r#"{"events":[{"event":1}]}"#, 422, "bad_field", "events[0].event: "),
        (
            &format!(r#"{{"events":[{{"event":{good}}},{{"event":{{}}}}]}}"#),
            422,
            "missing_field",
            "events[1].event: ",
        ),
        (&format!(r#"{{"events":[],"after":"{first}"}}"#), 400, "bad_request", "after: "),
        (r#"{"events":[],"unless":[{"events":["a"]}],"after":"x"}"#, 400, "bad_request", "after: "),
        (r#"{"events":[],"unless":[]}"#, 400, "bad_request", "unless: "),
        (r#"{"events":[],"unless":[{"events":["a"]},{}]}"#, 400, "bad_request", "unless[1]: "),
        (
            &format!(r#"{{"events":[{{"event":{good},"key":"{}"}}]}}"#, "k".repeat(1001)),
            422,
            "refused",
            "at most 1,000 bytes",
        ),
    ] {
        let (found, problem) = post(body);
        assert_eq!((found, &problem["status"]), (status, &json!(status)), "{body}: {problem}");
        assert_eq!(problem["kind"], kind, "{body}: {problem}");
        assert!(problem["detail"].as_str().expect("text").contains(place), "{body}: {problem}");
    }
    for query in
        ["after=x", "before=1", "newest=yes", "limit=0", "limit=1001", "entity=seat", "page=2"]
    {
        let (status, problem) = program.get(&format!("{EVENTS}?{query}"));
        let name = query.split('=').next().expect("a name");
        let detail = problem["detail"].as_str().expect("text");
        assert!(status == 400 && detail.starts_with(&format!("{name}: ")), "{query}: {problem}");
    }
    let names: Vec<_> = (0..401).map(|name| format!("event={name}")).collect();
    let (status, problem) = program.get(&format!("{EVENTS}?{}", names.join("&")));
    let detail = problem["detail"].as_str().expect("text");
    assert!(status == 422 && detail.contains("at most 400 names and keys"), "{problem}");
    limits(program);
    assert_eq!(program.get("/ledgers/other/events").0, 404);
    assert_eq!(program.get("/ledgers/other/follow").0, 404);
    assert_eq!(program.get("/ledgers/other/verify").0, 404);
    // Nothing of it was stored.
    let verdict = json!({ "valid": true, "events": 4, "head": third });
    assert_eq!(program.get("/ledgers/flights/verify"), (200, verdict));
}

/// A client has had the first event when it is cut off, and others are appended meanwhile. By the id that it has
/// had last it misses none; one that goes on with what is newest misses them.
pub(crate) fn resumes(program: &mut Program) {
    const EVENTS: &str = "/ledgers/resumed/events";
    const FOLLOW: &str = "/ledgers/resumed/follow";
    let append = |program: &Program, seat: &str| {
        let body = format!(r#"{{"events":[{{"event":{}}}]}}"#, event(seat, "1"));
        ids(program.send("POST", EVENTS, &body)).remove(0)
    };
    assert_eq!(program.send("PUT", "/ledgers/resumed", GENESIS).0, 201);
    let had = program.follow(FOLLOW, None, 1).remove(0);
    let mut meanwhile = vec![append(program, "1"), append(program, "2")];
    program.kill();
    let (_, newest) = program.get(&format!("{EVENTS}?newest=true&limit=1"));
    meanwhile.push(append(program, "3"));
    let newest = newest["events"][0]["eventId"].as_str();
    assert_eq!(program.follow(FOLLOW, newest, 1), meanwhile[2..]);
    assert_eq!(program.follow(FOLLOW, Some(&had), 3), meanwhile);
}

/// What is not a request at all, or too much.
fn limits(program: &Program) {
    assert_eq!(program.get("/nowhere").0, 404);
    assert_eq!(program.get("/ledgers/%FF/events").0, 400);
    assert_eq!(program.send("POST", "/ledgers/flights/verify", "").0, 405);
    // Of two events with one key neither is stored.
    let (one, two) = (event("8", "8"), event("9", "9"));
    let twice =
        format!(r#"{{"events":[{{"event":{one},"key":"z"}},{{"event":{two},"key":"z"}}]}}"#);
    let (status, problem) = program.send("POST", "/ledgers/flights/events", &twice);
    let detail = problem["detail"].as_str().expect("text");
    assert!(status == 400 && detail.starts_with("events[1].key: "), "{problem}");
    let long = "x".repeat((16 << 20) + 1);
    assert_eq!(program.send("PUT", "/ledgers/long", &long).0, 413);
    // A page ends where it is large, and the next one goes on.
    let large = event("1", &format!("\"{}\"", "x".repeat(3 << 20)));
    let (_, created) = program.send("PUT", "/ledgers/large", GENESIS);
    let first = created["id"].as_str().expect("an id").to_owned();
    let batch =
        format!(r#"{{"events":[{{"event":{large}}},{{"event":{large}}},{{"event":{large}}}]}}"#);
    let stored = ids(program.send("POST", "/ledgers/large/events", &batch));
    let (_, page) = program.get("/ledgers/large/events");
    assert_eq!(page["next"], stored[1]);
    let (_, rest) = program.get(&format!("/ledgers/large/events?after={}", stored[1]));
    assert_eq!((&rest["events"][0]["eventId"], &rest["next"]), (&json!(stored[2]), &Value::Null));
    // Followed page by page, each of them once.
    let mut all = vec![first];
    all.extend(stored);
    assert_eq!(program.follow("/ledgers/large/follow", None, all.len()), all);
}
