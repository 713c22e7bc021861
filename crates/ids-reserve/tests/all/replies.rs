//! What a server that is not etcd may answer: the store refuses it, and neither panics nor grants.
#![cfg(all(feature = "etcd", not(loom)))]

use core::time::Duration;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::mpsc::{Receiver, channel},
    thread,
};

use base64::{Engine, prelude::BASE64_STANDARD};
use ids_reserve::{
    Amount, EtcdStore, Fingerprint, Holder, Namespace, Resource, Store, StoreError, Waited,
};
use ids_testkit::until;
use serde_json::{Value, json};

use crate::scenarios::Asker;

/// A member that gives these answers, the last one again and again, and tells the paths it was asked.
fn member(answers: Vec<(u16, String)>) -> (EtcdStore, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (asked, paths) = channel();
    thread::spawn(move || {
        let mut answers = answers.into_iter().peekable();
        let mut last = None;
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let Some(path) = read(&stream) else { continue };
            if answers.peek().is_some() {
                last = answers.next();
            }
            let (status, body) = last.clone().unwrap();
            let _gone = write!(
                stream,
                "HTTP/1.1 {status} Any\r\nDate: Thu, 29 Feb 2024 12:00:00 GMT\r\nConnection: close\r\n\
                 Content-Length: {}\r\n\r\n{body}",
                body.len()
            );
            if asked.send(path).is_err() {
                break;
            }
        }
    });
    (EtcdStore::new([&*url]).unwrap(), paths)
}

/// Reads a request, and returns its path.
fn read(stream: &TcpStream) -> Option<String> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first).ok()?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let line = line.trim_end().to_ascii_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        if line.is_empty() {
            break;
        }
    }
    reader.read_exact(&mut vec![0; length]).ok()?;
    Some(first.split(' ').nth(1)?.to_owned())
}

fn entry(key: &str, value: &Value) -> Value {
    let encode = |text: &str| BASE64_STANDARD.encode(text);
    json!({ "key": encode(key), "value": encode(&value.to_string()), "mod_revision": "5" })
}

/// An answer with these entries, and the version before them.
fn entries(found: &[Vec<Value>]) -> (u16, String) {
    let version = vec![entry("ids-reserve/version", &json!(1))];
    let responses = [&version].into_iter().chain(found);
    let responses: Vec<_> =
        responses.map(|kvs| json!({ "response_range": { "kvs": kvs } })).collect();
    (200, json!({ "succeeded": true, "responses": responses }).to_string())
}

const TOKEN: &str = "00000000000000000000000000000007";

fn resource() -> Resource {
    Resource { namespace: Namespace::new("keys").unwrap(), number: 0 }
}

fn holder() -> Holder {
    Holder::new(7, "").unwrap()
}

fn grant(store: &mut EtcdStore) -> Result<(), StoreError> {
    let (holder, fingerprint) = (holder(), Fingerprint::of_keys(1..100));
    let mut asker = Asker { holder, fingerprint, ..Asker::of_keys(&resource().namespace) };
    let amount = Amount::Keys { count: 10, at_least: 1, limit: 100 };
    asker.ask_as(store, 9, amount).map(drop)
}

/// What a store knows of the keys: the row, the last answer to the holder, and what was returned.
fn keys(answered: &Value, returned: &[Value]) -> (u16, String) {
    let row = json!({ "row": { "end": 50, "raised": 0, "owner": null, "at": 0 } });
    entries(&[
        vec![],
        vec![entry("ids-reserve/resource keys 00000000000000000000", &row)],
        vec![entry(
            &format!("ids-reserve/holder keys 00000000000000000000 {TOKEN}"),
            &json!({ "answered": answered }),
        )],
        vec![],
        returned.to_vec(),
    ])
}

fn answered(start: u64, end: u64) -> Value {
    let request = "00000000000000000000000000000009";
    json!({ "label": "", "request": request, "start": start, "end": end, "at": 0, "part": start, "lowest": start,
            "has_ended": false })
}

fn part(start: u64, end: u64) -> Value {
    let part = json!({ "start": start, "end": end, "token": TOKEN, "label": "",
                       "state": "returned", "at": 0 });
    entry(
        &format!("ids-reserve/returned keys 00000000000000000000 {start:020}"),
        &json!({ "returned": part }),
    )
}

#[test]
fn strange_answers_are_refused() {
    type Call = fn(&mut EtcdStore) -> Result<(), StoreError>;
    let status: Call = |store| store.status().map(drop);
    let spans: Call = |store| store.spans(&resource()).map(drop);
    let release: Call = |store| store.release(&resource(), 7, &[]);
    let one = |key: &str| entry(key, &json!({ "layout": "x" }));
    let strange = entry("ids-reserve/namespace x", &json!({ "namespaces": 1 }));
    let none = json!({ "label": "", "request": null, "start": 0, "end": 0, "at": 0, "part": 0, "lowest": 0,
                       "has_ended": false });
    // What `serde_json` takes for the JSON in its text, where a crate of the build asks for `raw_value`.
    let private = |json: &str| json!({ "$serde_json::private::RawValue": json }).to_string();
    let (_, good) = entries(&[vec![], vec![], vec![]]);
    let mut swapped: Value = serde_json::from_str(&good).unwrap();
    swapped["responses"][0]["response_range"]["kvs"] = json!([entry("x", &json!(1))]);
    let inside = format!("{{\"responses\":{}}}", private("[{},{},{},{}]"));
    let rows: Vec<(&str, (u16, String), Call)> = vec![
        ("a private name", (200, private(&good)), status),
        ("a private name inside", (200, inside), status),
        ("no JSON", (200, "<html>".into()), status),
        ("another JSON", (200, "[1]".into()), status),
        ("deep JSON", (200, "[".repeat(100_000)), status),
        ("too few answers", entries(&[]), status),
        ("a short key", entries(&[vec![one("x")], vec![], vec![]]), status),
        ("another's key", entries(&[vec![one("ids-reserve/namespacé x")], vec![], vec![]]), status),
        ("another's version", (200, swapped.to_string()), status),
        ("an entry of another kind", entries(&[vec![strange], vec![], vec![]]), status),
        ("a swapped answer", keys(&answered(20, 10), &[]), grant),
        ("an empty answer", keys(&answered(20, 20), &[]), grant),
        ("a swapped range", keys(&none, &[part(20, 10)]), grant),
        ("a range past the end", keys(&none, &[part(40, 60)]), grant),
        ("a swapped part", entries(&[vec![], vec![], vec![part(20, 10)]]), spans),
        ("no version", (200, json!({ "responses": [{}, {}, {}] }).to_string()), release),
    ];
    let (mut store, _paths) = member(vec![keys(&answered(10, 20), &[])]);
    assert!(grant(&mut store).is_ok(), "the same answer, but for what is strange");
    for (what, answer, call) in rows {
        let (mut store, _paths) = member(vec![answer]);
        let error = call(&mut store).expect_err(what);
        assert!(matches!(error.kind(), "broken" | "schema"), "{what}: {error}");
    }
}

/// Errors end in logs: they quote neither a holder nor what an answer says.
#[test]
fn errors_quote_no_holder() {
    let mut none = answered(10, 20);
    none["end"] = json!("it is a secret");
    let answers = [
        keys(&none, &[]),
        keys(&json!({ "label": "it is a secret" }), &[]),
        keys(&json!(["it is a secret"]), &[]),
        (200, json!({ "responses": "it is a secret" }).to_string()),
        (200, r#"{ "responses": it is a secret"#.to_owned()),
        (400, r#""it is a secret""#.to_owned()),
    ];
    for answer in answers {
        let (mut store, _paths) = member(vec![answer.clone()]);
        let error = grant(&mut store).unwrap_err();
        let text = format!("{error} {error:?}");
        assert_eq!(error.kind(), "broken", "{answer:?}: {text}");
        assert!(!text.contains("secret") && text.contains("at byte "), "{answer:?}: {text}");
    }
}

#[test]
fn a_token_from_before_a_change_of_users_is_renewed() {
    let old = json!({ "error": "etcdserver: revision of auth store is old", "code": 3 });
    let token = (200, json!({ "token": "secret" }).to_string());
    let status = entries(&[vec![], vec![], vec![]]);
    let answers = vec![token.clone(), status.clone(), (400, old.to_string()), token, status];
    let (store, paths) = member(answers);
    let mut store = store.with_user("ids", "password");
    assert!(store.status().is_ok());
    assert!(store.status().is_ok());
    let logins = paths.try_iter().filter(|path| path.ends_with("/authenticate")).count();
    assert_eq!(logins, 2);
}

/// Some say "for ever" so.
#[test]
fn the_longest_time_out_is_none() {
    let (store, _paths) = member(vec![entries(&[vec![], vec![], vec![]])]);
    let mut store = store.with_timeout(Duration::MAX);
    assert!(store.status().unwrap().is_empty());
}

#[test]
fn a_store_that_is_away_is_waited_for() {
    let away = |times| vec![(503, "what stands before it".to_owned()); times];
    let good = entries(&[vec![], vec![], vec![]]);
    let patient = |answers: &[Vec<_>], wait| {
        let ((told, heard), (store, paths)) = (channel(), member(answers.concat()));
        let tell = move |error: Option<&StoreError>| {
            // On a busy machine an answer may take a second.
            let _gone = error.map(|error| told.send(error.kind()));
        };
        (Waited::new(store, wait, tell), heard, paths)
    };
    let (mut store, heard, _paths) = patient(&[away(4), vec![good]], Duration::from_secs(600));
    assert!(store.status().unwrap().is_empty());
    assert_eq!(heard.try_iter().collect::<Vec<_>>(), ["unavailable"; 4]);

    let (mut store, heard, _paths) = patient(&[away(1)], Duration::ZERO);
    assert_eq!(store.status().unwrap_err().kind(), "unavailable");
    assert_eq!(heard.try_iter().count(), 0);
    // A time that is over is not waited for once more by the next call, until the store has answered.
    let (mut store, heard, _paths) = until(|| {
        let (mut store, heard, paths) = patient(&[away(1)], Duration::from_millis(20));
        assert!(store.status().is_err());
        // A busy machine may take longer than that for one call.
        (heard.try_iter().count() > 0).then_some((store, heard, paths))
    });
    assert!(store.status().is_err());
    assert_eq!(heard.try_iter().count(), 0);
    // Other errors are answers.
    let (mut store, heard, _paths) =
        patient(&[vec![(200, "{}".to_owned())]], Duration::from_secs(600));
    assert_eq!(store.status().unwrap_err().kind(), "broken");
    assert_eq!(heard.try_iter().count(), 0);
}
