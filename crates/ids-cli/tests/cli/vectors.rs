//! `docs/vectors/schema.json`, for those who read the vectors in another language.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};

fn read(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/vectors")
}

/// What the schema names, the document explains.
#[test]
fn kinds_and_operations_are_documented() {
    let schema = read(&folder().join("schema.json"));
    let text = fs::read_to_string(folder().join("README.md")).unwrap();
    let kinds = schema["$defs"]["kind"]["enum"].as_array().unwrap().iter();
    let rows = schema["$defs"]["row"]["oneOf"].as_array().unwrap().iter();
    let operations = rows.map(|row| row["$ref"].as_str().unwrap().trim_start_matches("#/$defs/"));
    for name in kinds.map(|kind| kind.as_str().unwrap()).chain(operations) {
        assert!(text.contains(&format!("`{name}`")), "{name}");
    }
}

/// The schema has teeth: each of these faults alone is refused.
#[test]
fn faults() {
    let schema = jsonschema::validator_for(&read(&folder().join("schema.json"))).unwrap();
    let good = json!({
        "format": "toy", "schema_version": "1",
        "layouts": [{"name": "toy", "bits": "8", "fields": [{"name": "all", "high": "7", "low": "0"}]}],
        "rows": [{"id": "a", "rule": "TOY-1", "op": "format", "bits": "1", "text": "1"}],
    });
    assert!(schema.is_valid(&good));
    for (place, value) in [
        ("/schema_version", json!(1)),
        ("/layouts", json!([])),
        ("/layouts/0/fields/0/high", json!(7)),
        ("/rows/0/bits", json!("01")),
        ("/rows/0/bits", json!(1)),
        ("/rows/0/op", json!("shout")),
        ("/rows/0/op", json!("parse_")),
        ("/rows/0", json!({"id": "a", "rule": "TOY-1", "op": "format", "bits": "1"})),
        (
            "/rows/0",
            json!({"id": "a", "rule": "TOY-1", "op": "format", "bits": "1", "text": "1", "extra": "1"}),
        ),
        (
            "/rows/0",
            json!({"id": "a", "rule": "TOY-1", "op": "reject", "input": {}, "error": {"kind": "digit"}}),
        ),
        (
            "/rows/0",
            json!({"id": "a", "rule": "TOY-1", "op": "generate", "steps": [{"call": "ask"}]}),
        ),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(place).unwrap() = value;
        assert!(!schema.is_valid(&bad), "{bad}");
    }
}
