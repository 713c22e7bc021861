//! The service as clients see it: that over diesel answers the same.

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, header::CONTENT_TYPE},
};
use flax_id::FlaxId;
use luuid::{Group, Key, Luuid};
use serde_json::{Value, json};
use tower::ServiceExt as _;

const AUTHOR: &str = "175928847299117063";

/// Asks without a network. Answers with the status and the body.
async fn ask(routes: &Router, method: &str, path: &str, body: &Value) -> (u16, String) {
    let request =
        Request::builder().method(method).uri(path).header(CONTENT_TYPE, "application/json");
    let request = request.body(Body::from(body.to_string())).expect("a request");
    let answer = routes.clone().oneshot(request).await.expect("an answer");
    let status = answer.status().as_u16();
    let body = to_bytes(answer.into_body(), 1 << 20).await.expect("a body");
    (status, String::from_utf8(body.into()).expect("UTF-8"))
}

async fn post(routes: &Router, message: Value) -> Value {
    let (status, text) = ask(routes, "POST", "/messages", &message).await;
    assert_eq!(status, 201, "{message}: {text}");
    serde_json::from_str(&text).expect("JSON")
}

async fn get(routes: &Router, path: &str) -> Value {
    let (status, text) = ask(routes, "GET", path, &Value::Null).await;
    assert_eq!(status, 200, "{path}: {text}");
    serde_json::from_str(&text).expect("JSON")
}

/// Asks for everything, with identifiers that are wrong in each place too. The table is empty.
pub(crate) async fn behaves(routes: Router) {
    let room = Luuid::new(Key::new(7).expect("a key"), Group::from_name("room"), 1)
        .expect("a random part");
    let room = room.to_string();
    let first = post(&routes, json!({ "author": AUTHOR, "text": "hello" })).await;
    assert_eq!(first["author"], AUTHOR);
    assert_eq!(first["room"], Value::Null);
    let (id, text) = (first["id"].as_str().expect("a string"), "hello, you");
    // Identifiers of one millisecond have no order: the next message is of a later one.
    let made: FlaxId = id.parse().expect("an identifier");
    while flax_id::new().expect("an identifier").timestamp() <= made.timestamp() {}
    // A number is an author too, where the client has not rounded it.
    let second = json!({ "author": 1, "room": room, "reply_to": id, "text": text });
    let second = post(&routes, second).await;
    assert_eq!(second["reply_to"], id);
    assert_eq!(second["room"], room);

    assert_eq!(get(&routes, &format!("/messages/{id}")).await, first);
    for (query, found) in [
        (String::new(), json!([first, second])),
        (format!("author={AUTHOR}"), json!([first])),
        (format!("room={room}"), json!([second])),
        (format!("after={id}"), json!([second])),
        (format!("author={AUTHOR}&after={id}"), json!([])),
    ] {
        assert_eq!(get(&routes, &format!("/messages?{query}")).await, found, "{query}");
    }

    let new = |author: Value, reply_to: Value| json!({ "author": author, "reply_to": reply_to, "text": "" });
    for (method, path, body, status, says) in [
        ("GET", "/messages/000000000000000A", Value::Null, 404, "no such message"),
        ("GET", "/messages/7", Value::Null, 400, "Cannot parse `id` with value `7`: "),
        ("GET", "/messages?author=Ada", Value::Null, 400, "author: 'A' at index 0"),
        ("GET", "/messages?author=-1", Value::Null, 400, "author: '-' at index 0"),
        ("GET", "/messages?room=7", Value::Null, 400, "room: "),
        ("GET", "/messages?after=", Value::Null, 400, "after: "),
        ("POST", "/messages", new(json!("Ada"), Value::Null), 422, "author: 'A' at index 0"),
        ("POST", "/messages", new(json!(-1), Value::Null), 422, "author: "),
        ("POST", "/messages", new(json!(u64::MAX), Value::Null), 422, "no such author"),
        ("POST", "/messages", new(json!(1), json!("7")), 422, "reply_to: "),
        ("POST", "/messages", new(json!(1), json!("000000000000000A")), 409, "no message"),
    ] {
        let (found, text) = ask(&routes, method, path, &body).await;
        assert!(found == status && text.contains(says), "{method} {path} {body}: {found} {text}");
    }
    assert_eq!(get(&routes, "/messages").await, json!([first, second]), "nothing else was stored");
}
