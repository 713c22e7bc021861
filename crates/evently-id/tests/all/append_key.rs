//! The key that an event was appended with, in records and in new events.

use evently_id::{EventReader, JsonErrorKind, Profile};

/// Members of an event that every row has.
const REST: &str = r#""event":"Ordered","entities":{},"meta":{},"data":1"#;

/// No rule defines the field of a record: what is not a string is no key, and no error.
#[test]
fn of_a_record() {
    for (member, expected) in [
        ("", None),
        (r#","appendKey":"o-7""#, Some("o-7")),
        (r#","appendKey":"""#, Some("")),
        (r#","appendKey":"a\"\u00e9\n""#, Some("a\"é\n")),
        (r#","appendKey":7"#, None),
        (r#","appendKey":null"#, None),
        (r#","appendKey":{"appendKey":"o-7"}"#, None),
    ] {
        let record = format!(r#"{{"timestamp":"2025-01-01T00:00:00Z",{REST}{member}}}"#);
        let mut reader = EventReader::new(Profile::Doc5);
        let event = reader.read(record.as_bytes()).unwrap();
        assert_eq!(event.append_key().as_deref(), expected, "{record}");
    }
}

#[test]
fn of_a_new_event() {
    for (member, expected) in [
        (r#""order":"o-7","#, Ok("o-7")),
        (r#""order":"","#, Ok("")),
        (r#""order":7,"#, Err(JsonErrorKind::BadField { field: "appendKey" })),
        (r#""order":null,"#, Err(JsonErrorKind::BadField { field: "appendKey" })),
        ("", Err(JsonErrorKind::MissingField { field: "appendKey" })),
    ] {
        let event = format!("{{{member}{REST}}}");
        let mut reader = EventReader::new(Profile::Doc5);
        let read = reader.read_keyed(event.as_bytes(), 1_735_689_600_000_000, "order");
        let key = read.map(|event| event.append_key()).map_err(|error| error.kind);
        assert_eq!(key, expected.map(|key| Some(key.to_owned())), "{event}");
    }
}
