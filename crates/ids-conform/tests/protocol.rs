//! Every file and every line of the protocol against its schema.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::fmt::Debug;

use ids_conform::{
    Answer, Ask, Expected, FORMATS, File, Fresh, Number, PROTOCOL, Reason, Request, Response,
    Unknown, Verdict, answer, embedded,
};
use jsonschema::Validator;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn schema(text: &str) -> Validator {
    jsonschema::validator_for(&serde_json::from_str(text).unwrap()).unwrap()
}

fn protocol() -> Validator {
    schema(include_str!("../../../docs/protocol.schema.json"))
}

fn check(schema: &Validator, line: &Value) {
    let errors: Vec<_> = schema.iter_errors(line).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{line}\n{errors:?}");
}

#[track_caller]
fn refuses<T: Debug + DeserializeOwned>(line: &str, why: &str) {
    let error = serde_json::from_str::<T>(line).unwrap_err().to_string();
    assert!(error.contains(why), "{line} {error}");
}

/// A question and its answer survive a line, and both lines fit the schema.
fn exchange(schema: &Validator, ask: &Ask) {
    let request = Request { seq: Number(7), ask: ask.clone() };
    let line = serde_json::to_value(&request).unwrap();
    check(schema, &line);
    assert_eq!(serde_json::from_value::<Request>(line).unwrap().ask, *ask);
    let response = Response { seq: "7".to_owned(), answer: answer(ask) };
    let line = serde_json::to_value(&response).unwrap();
    check(schema, &line);
    assert_eq!(serde_json::from_value::<Response>(line).unwrap(), response);
}

#[test]
fn files_fit_their_schema() {
    let schema = schema(include_str!("../vectors/schema.json"));
    for format in FORMATS {
        check(&schema, &serde_json::from_str(embedded(format).unwrap()).unwrap());
    }
    // Beside them are the schema and the page that explains it.
    let files =
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/vectors")).unwrap();
    assert_eq!(files.count(), FORMATS.len() + 2);
}

#[test]
fn every_question_and_answer_fits_the_schema() {
    let schema = protocol();
    exchange(&schema, &Ask::Start { protocol: PROTOCOL.to_owned() });
    exchange(&schema, &Ask::Stop {});
    for format in FORMATS {
        let file: File = embedded(format).unwrap().parse().unwrap();
        for case in file.rows.iter().flat_map(|row| file.cases(row).unwrap()) {
            exchange(&schema, &case.ask);
        }
        for case in Fresh::of(format, 1).unwrap().take(300) {
            exchange(&schema, &case.ask);
        }
    }
}

#[test]
fn the_schema_refuses() {
    let schema = protocol();
    for line in [
        json!({"seq": 1, "op": "stop"}),
        json!({"seq": "1", "op": "parse", "format": "siq"}),
        json!({"seq": "1", "op": "parse", "format": "siq", "text": "a", "bytes": "00"}),
        json!({"seq": "1", "op": "jump"}),
        json!({"seq": "1", "result": {}, "skipped": "both"}),
        json!({"seq": "1", "error": {}}),
        json!({"seq": "1", "result": {"bits": 1}}),
        json!({"seq": 1, "result": {}}),
        json!({"seq": "01", "op": "stop"}),
        json!({"seq": "1", "op": "generate", "format": "flax", "steps": [{"call": "generate"}]}),
        json!({"seq": "1", "op": "generate", "format": "flax", "rng": "", "steps": []}),
    ] {
        assert!(!schema.is_valid(&line), "{line}");
    }
}

/// A form goes with a text, with bytes and with JSON. Nothing else takes one, be it known or not.
#[test]
fn forms_where_none_are() {
    let schema = protocol();
    for line in [
        json!({"op": "parse", "format": "kuid", "layout": "kuid-global-6", "fields": {}}),
        json!({"op": "format", "format": "siq", "layout": "siq", "bits": "0", "as": "fields"}),
        json!({"op": "format", "format": "siq", "layout": "siq", "bits": "0", "as": "time"}),
        json!({"op": "range", "format": "siq", "layout": "siq", "time": "0"}),
        json!({"op": "generate", "format": "flax", "rng": "", "steps": [{"call": "generate"}]}),
        json!({"op": "canonical", "format": "evently", "event": "{}"}),
        json!({"op": "canonical", "format": "evently", "timestamp": "2020-01-01T00:00:00Z"}),
        json!({"op": "verify", "format": "evently", "lines": []}),
    ] {
        let ask = |line: &Value| serde_json::from_value::<Ask>(line.clone()).unwrap();
        assert!(!matches!(answer(&ask(&line)), Answer::Skipped(_)), "{line}");
        for form in ["hex", "lenient", "bytes16", "node-first", "nowhere"] {
            let mut line = line.clone();
            line["form"] = json!(form);
            let found = answer(&ask(&line));
            assert!(matches!(found, Answer::Skipped(_)), "{line} {found:?}");
            line["seq"] = json!("1");
            assert!(!schema.is_valid(&line), "{line}");
            assert!(serde_json::from_value::<Request>(line).is_err());
        }
        let mut line = line.clone();
        line["args"] = json!({"domain": "a"});
        assert!(matches!(answer(&ask(&line)), Answer::Skipped(_)), "{line}");
        line["seq"] = json!("1");
        assert!(!schema.is_valid(&line), "{line}");
    }
}

/// A line has the keys that its schema has, and no others.
#[test]
fn lines_with_other_keys() {
    let schema = protocol();
    for line in [
        json!({"seq": "1", "result": {}, "error": {"kind": "digit"}}),
        json!({"seq": "1", "result": {}, "skipped": null}),
        json!({"seq": "1", "result": {}, "more": "0"}),
        json!({"seq": "1", "error": {"kind": "digit", "more": "0"}}),
        json!({"seq": "1"}),
        json!({"result": {}}),
    ] {
        assert!(!schema.is_valid(&line), "{line}");
        assert!(serde_json::from_value::<Response>(line.clone()).is_err(), "{line}");
    }
    for line in [
        json!({"seq": "1", "op": "stop", "more": "0"}),
        json!({"seq": "1", "op": "start", "protocol": "1", "format": "siq"}),
        json!({"seq": "1", "op": "parse", "format": "siq", "text": "a", "bits": "0"}),
        json!({"seq": "1", "op": "parse", "format": "siq", "text": "a", "bytes": "00"}),
        json!({"seq": "1", "op": "range", "format": "siq", "time": "0", "more": "0"}),
        json!({"seq": "1", "op": "canonical", "format": "evently", "json": "1", "previous": "a"}),
        json!({"seq": "1", "op": "canonical", "format": "evently", "timestamp": "a", "profile": "v1"}),
    ] {
        assert!(!schema.is_valid(&line), "{line}");
        refuses::<Request>(&line.to_string(), "unknown field");
    }
}

/// Objects that `serde_json` would read as the JSON in a string, or as a number.
#[test]
fn private_keys() {
    for key in ["$serde_json::private::RawValue", "\\u0024serde_json::private::Number"] {
        let object = format!(r#"{{"{key}":"{{\"bits\":\"7\"}}"}}"#);
        for line in [
            format!(r#"{{"seq":"1","result":{object}}}"#),
            format!(r#"{{"seq":"1","result":{{"bits":[{object}]}}}}"#),
            format!(r#"{{"seq":{object},"result":{{}}}}"#),
            object.clone(),
        ] {
            refuses::<Response>(&line, "is reserved");
        }
        for line in [
            format!(r#"{{"seq":"1","op":"format","format":"flax","bits":{object},"as":"text"}}"#),
            format!(r#"{{"seq":"1","op":{object}}}"#),
        ] {
            refuses::<Request>(&line, "is reserved");
        }
        let row = format!(r#"{{"id":"a","rule":"b","op":{object}}}"#);
        let file =
            format!(r#"{{"format":"flax","schema_version":"1","layouts":[],"rows":[{row}]}}"#);
        let error = file.parse::<File>().unwrap_err().to_string();
        assert!(error.contains("is reserved"), "{file} {error}");
    }
}

/// What the last of equal keys says would hide the others.
#[test]
fn lines_with_a_key_twice() {
    for line in [
        r#"{"seq": "9", "seq": "1", "result": {"bits": "7"}}"#,
        r#"{"seq": "1", "result": {"bits": "7"}, "result": {"bits": "8"}}"#,
        r#"{"seq": "1", "result": {"bits": "7", "bits": "8"}}"#,
        r#"{"seq": "1", "result": {"steps": [{"ids": ["1"], "ids": ["2"]}]}}"#,
        r#"{"seq": "1", "error": {"kind": "digit", "k\u0069nd": "length"}}"#,
        r#"{"seq": "1", "skipped": "a", "skipped": "b"}"#,
    ] {
        refuses::<Response>(line, "occurs twice");
    }
    for line in [
        r#"{"seq": "9", "seq": "1", "op": "stop"}"#,
        r#"{"seq": "1", "op": "parse", "format": "flax", "text": "a", "text": "b"}"#,
    ] {
        refuses::<Request>(line, "occurs twice");
    }
}

/// What the reference does not have is skipped, never guessed.
#[test]
fn nothing_unknown_is_answered() {
    for line in [
        r#"{"op": "parse", "format": "cuid", "text": "c"}"#,
        r#"{"op": "parse", "format": "flax", "form": "runes", "text": "c"}"#,
        r#"{"op": "parse", "format": "snowflake", "layout": "flurry", "text": "1"}"#,
        r#"{"op": "parse", "format": "snowflake", "text": "1"}"#,
        r#"{"op": "parse", "format": "flax", "fields": {"timestamp": "0", "random": "0", "more": "0"}}"#,
        r#"{"op": "parse", "format": "siq", "layout": "siq", "form": "matrix", "text": "@"}"#,
        r#"{"op": "parse", "format": "siq", "layout": "siq", "form": "ulid", "args": {"domain": "a"}, "text": "0"}"#,
        r#"{"op": "parse", "format": "siq", "layout": "siq", "form": "domain", "args": {"local_id": "256"}, "text": "a"}"#,
        r#"{"op": "parse", "format": "siq", "layout": "siq", "form": "domain", "args": {"local_id": "01"}, "text": "a"}"#,
        r#"{"op": "parse", "format": "siq", "layout": "siq", "form": "domain 1", "text": "a"}"#,
        r#"{"op": "format", "format": "siq", "layout": "siq", "form": "matrix", "args": {"domain": "a b"}, "bits": "0", "as": "text"}"#,
        r#"{"op": "format", "format": "siq", "layout": "siq", "form": "mastodon", "args": {"domain": "é"}, "bits": "0", "as": "text"}"#,
        r#"{"op": "format", "format": "siq", "layout": "siq", "form": "mastodon", "args": {"domain": ""}, "bits": "0", "as": "text"}"#,
        r#"{"op": "parse", "format": "siq", "layout": "siq", "args": {"domain": "a"}, "text": "a"}"#,
        r#"{"op": "verify", "format": "flax", "lines": []}"#,
        r#"{"op": "verify", "format": "evently", "layout": "siq", "lines": []}"#,
        r#"{"op": "canonical", "format": "evently", "layout": "siq", "json": "1"}"#,
        r#"{"op": "generate", "format": "flax", "rng": "", "steps": []}"#,
        r#"{"op": "canonical", "format": "siq", "json": "1"}"#,
        r#"{"op": "canonical", "format": "evently", "event": "{}", "profile": "doc9"}"#,
        r#"{"op": "generate", "format": "siq", "config": {}, "rng": "", "steps": [{"call": "generate"}]}"#,
        r#"{"op": "generate", "format": "flax", "config": {"speed": "1"}, "rng": "0000000000000000", "steps": [{"clock": "1500000000000000000", "call": "generate"}]}"#,
        r#"{"op": "generate", "format": "flax", "rng": "", "steps": [{"call": "resume"}]}"#,
        r#"{"op": "generate", "format": "luuid", "layout": "luuid", "config": {"start": "5"}, "rng": "0000000000000000", "steps": [{"call": "generate"}]}"#,
        r#"{"op": "generate", "format": "luuid", "layout": "luuid", "config": {"end": "5"}, "rng": "0000000000000000", "steps": [{"call": "generate"}]}"#,
        r#"{"op": "start", "protocol": "2"}"#,
    ] {
        let ask: Ask = serde_json::from_str(line).unwrap();
        let found = answer(&ask);
        assert!(matches!(found, Answer::Skipped(_)), "{line} {found:?}");
    }
    let mut asked = Unknown::of_protocol();
    for format in FORMATS {
        let file: File = embedded(format).unwrap().parse().unwrap();
        asked.extend(Unknown::of_format(&file).unwrap());
    }
    // Formats with times and generators have ten each, LUUID and Evently others.
    assert!(asked.len() > 50, "{}", asked.len());
    let schema = protocol();
    for unknown in &asked {
        let (seq, line) = unknown.line(1);
        // What is not a request at all is skipped by `ids respond`.
        let found = match serde_json::from_str::<Request>(&line) {
            Ok(request) => answer(&request.ask),
            Err(error) => Answer::Skipped(error.to_string()),
        };
        assert_eq!(unknown.judge(&found), Verdict::Pass, "{line} {found:?}");
        let members: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(members["seq"], seq);
        if members["newkey"] != Value::Null {
            assert!(!schema.is_valid(&members), "{line}");
        }
    }
    let other = Answer::Result(json!({}));
    assert_eq!(asked[0].judge(&other), Verdict::Fail(r#"{"result":{}}, not skipped"#.to_owned()));
    // A field that is missing or too wide is the format's business.
    for (fields, kind) in [
        (json!({"timestamp": "0"}), "missing"),
        (json!({"timestamp": "0", "random": "99999999999999999999999"}), "range"),
    ] {
        let ask = json!({"op": "parse", "format": "flax", "fields": fields});
        let Answer::Error(reason) = answer(&serde_json::from_value(ask).unwrap()) else {
            panic!("no error")
        };
        assert!(reason.is(&Reason::new(kind)), "{reason:?}");
    }
}

/// A number in a configuration has one spelling, as everywhere in a request: another one is skipped.
#[test]
fn numbers_in_a_configuration_have_one_spelling() {
    let local = |key: &str, text: &str| {
        let steps = json!([{"clock": "1539999999900000000", "call": "generate"}]);
        let ask = json!({"op": "generate", "format": "kuid", "layout": "kuid-local",
            "config": {key: text}, "rng": "", "steps": steps});
        answer(&serde_json::from_value(ask).unwrap())
    };
    for key in ["rolling", "max_ahead"] {
        assert!(matches!(local(key, "2"), Answer::Result(_)), "{key}");
        for text in [
            "02",
            "+2",
            "-2",
            " 2",
            "2 ",
            "",
            "0x2",
            "2.0",
            "340282366920938463463374607431768211456",
        ] {
            assert!(matches!(local(key, text), Answer::Skipped(_)), "{key} {text:?}");
        }
    }
    assert!(matches!(local("rolling", "0"), Answer::Result(_)));
    assert!(matches!(local("rolling", "00"), Answer::Skipped(_)));
}

/// A LUUID of either version is read and written under the name of either layout (LUUID-2).
#[test]
fn either_version_under_either_layout() {
    for layout in ["luuid", "luuid-v8"] {
        for bytes in ["0000000000016000a000000000000000", "0000000000018000a000000000000000"] {
            let ask = |ask: Value| answer(&serde_json::from_value(ask).unwrap());
            let at = json!({"op": "parse", "format": "luuid", "layout": layout, "bytes": bytes});
            let Answer::Result(read) = ask(at) else { panic!("{layout} {bytes}") };
            for r#as in ["text", "bytes", "fields"] {
                let at = json!({"op": "format", "format": "luuid", "layout": layout, "bits": read["bits"], "as": r#as});
                assert!(matches!(ask(at), Answer::Result(_)), "{layout} {bytes} {as}");
            }
        }
    }
}

/// The same seed makes the same cases, another one makes others, and all kinds of answers occur.
#[test]
fn fresh_cases_come_from_their_seed() {
    for format in FORMATS {
        let cases = |seed| -> Vec<_> {
            let cases = Fresh::of(format, seed).unwrap().take(500);
            cases.map(|case| (case.ask, case.expected)).collect()
        };
        assert_eq!(cases(3), cases(3));
        assert_ne!(cases(3), cases(4));
        let refused = cases(3)
            .iter()
            .filter(|(_, it)| matches!(it, Expected::Answer(Answer::Error(_))))
            .count();
        assert!((20..480).contains(&refused), "{format}: {refused} of 500 refused");
    }
}
