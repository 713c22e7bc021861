//! Lines that end as on Windows: every input takes them, and what is written ends its lines by a line
//! feed alone.

use std::fs;

use ids_testkit::Folder;

use crate::{
    conform::vectors,
    run::{ids, with_input},
};

const IDS: &str = env!("CARGO_BIN_EXE_ids");

/// The answers are the same, and no carriage return is in them.
#[test]
fn answers() {
    let ids = "0RdKJcxqVBiAiQr0\n!\n\n0RdKJcxqVBiAiQr1\n";
    let requests =
        "{\"seq\":\"1\",\"op\":\"start\",\"protocol\":\"1\"}\n{\"seq\":\"2\",\"op\":\"stop\"}\n";
    let event = r#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"name":"a"}}"#;
    let genesis = ["new", "evently", "--genesis", "--at", "2026-01-01", "--event", event];
    let id = with_input(&genesis, b"").ok().out;
    let stamp = format!(r#","timestamp":"2026-01-01T00:00:00Z","eventId":"{}"}}"#, id.trim());
    let ledger = event.replace("}}", "}") + &stamp + "\n";
    for (arguments, input) in [
        (&["inspect", "--json"][..], ids),
        (&["inspect", "--format", "flax"], ids),
        (&["convert", "--format", "flax", "--to", "hex"], ids),
        (&["check", "flax", "--json"], ids),
        (&["respond"], requests),
        (&["ledger", "verify", "-"], &ledger),
        (&["ledger", "verify", "--digest", "--json", "-"], &ledger),
        (&["ledger", "show", "-"], &ledger),
        (&["ledger", "id", "-"], &ledger),
    ] {
        let plain = with_input(arguments, input.as_bytes());
        let run = with_input(arguments, input.replace('\n', "\r\n").as_bytes());
        assert_eq!((&run.out, run.code), (&plain.out, plain.code), "{arguments:?}");
        assert!(!(run.out + &run.err).contains('\r'), "{arguments:?}");
    }
}

/// A ledger whose lines some tool has rewritten goes on, and what is appended ends by a line feed.
#[test]
fn ledgers() {
    let folder = Folder::new("crlf");
    let name = &*folder.file("ledger");
    with_input(&["ledger", "create", name, "--name", "a"], b"").ok();
    let event = br#"{"event":"e","entities":{},"meta":{},"data":"a\rb"}"#;
    let append = ["ledger", "append", name];
    with_input(&append, &[event, &b"\r\n"[..], event, b"\r\n"].concat()).ok();
    let text = fs::read_to_string(name).unwrap();
    assert_eq!((text.lines().count(), text.contains('\r')), (3, false));
    fs::write(name, text.replace('\n', "\r\n")).unwrap();
    with_input(&append, event).ok();
    let run = with_input(&["ledger", "verify", name], b"").ok();
    assert!(run.out.starts_with("valid: 4 events"), "{}", run.out);
    let text = fs::read_to_string(name).unwrap();
    assert_eq!((text.matches("\r\n").count(), text.matches('\n').count()), (3, 4));
}

/// Vectors from a checkout whose lines end so.
#[test]
fn vectors_of_such_lines() {
    let rows = include_str!("../../../../docs/vectors/flax.json").replace('\n', "\r\n");
    let options = vectors("vectors-crlf", &rows);
    ids(&format!("self-test {options}")).ok();
    ids(&format!("conform {options} -- {IDS} respond")).ok();
}

/// A program may answer in such lines: those of many languages do so on Windows.
#[test]
#[cfg(unix)]
fn a_program_that_answers_so() {
    let script = r#""$0" respond | sed -u 's/$/\r/'"#;
    let conform = ["conform", "--format", "flax", "--", "sh", "-c", script, IDS];
    with_input(&conform, b"").ok();
}
