//! Requests that have something no program knows: the only right answer is `skipped`.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{Answer, File, PROTOCOL, Verdict};

/// A request with an operation, a key or a value that the protocol does not have.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Unknown {
    /// Its name in reports.
    #[serde(skip)]
    pub row: String,
    /// The request without its number.
    pub ask: Map<String, Value>,
}

/// What is changed in the first request of an operation.
type Change = fn(&mut Map<String, Value>);

/// The name of a row, the operation, and what is changed in its first request.
const CHANGES: [(&str, &str, Change); 14] = [
    ("parse-key", "parse", key),
    ("parse-source", "parse", |ask| {
        ask.retain(|key, _| key == "op" || key == "format" || key == "layout");
    }),
    ("parse-layout", "parse", |ask| set(ask, "layout", "nowhere")),
    ("parse-form", "parse", |ask| set(ask, "form", "nowhere")),
    ("format-key", "format", key),
    ("format-form", "format", |ask| set(ask, "form", "nowhere")),
    ("format-as", "format", |ask| set(ask, "as", "colour")),
    ("format-bits", "format", |ask| set(ask, "bits", "-1")),
    ("range-key", "range", key),
    ("generate-key", "generate", key),
    ("generate-step", "generate", |ask| ask["steps"][0]["newkey"] = json!("1")),
    ("generate-call", "generate", |ask| ask["steps"][0]["call"] = json!("teleport")),
    ("canonical-key", "canonical", key),
    ("verify-key", "verify", key),
];

fn key(ask: &mut Map<String, Value>) {
    set(ask, "newkey", "1");
}

fn set(ask: &mut Map<String, Value>, key: &str, value: &str) {
    ask.insert(key.to_owned(), json!(value));
}

impl Unknown {
    /// Those about no format.
    pub fn of_protocol() -> Vec<Self> {
        [
            ("op", json!({ "op": "teleport" })),
            ("format", json!({ "op": "parse", "format": "nowhere", "text": "0" })),
            ("protocol", json!({ "op": "start", "protocol": "2" })),
            ("start-key", json!({ "op": "start", "protocol": PROTOCOL, "newkey": "1" })),
        ]
        .into_iter()
        .filter_map(|(row, ask)| Self::new(row.to_owned(), ask))
        .collect()
    }

    /// Those about the format of a file, made from the first of its requests.
    ///
    /// # Errors
    /// A row is wrong in itself.
    pub fn of_format(file: &File) -> Result<Vec<Self>, String> {
        let mut firsts = Map::new();
        for row in &file.rows {
            for ask in file.requests(row)? {
                let ask = json!(ask);
                if let Some(op) = ask["op"].as_str().map(str::to_owned) {
                    firsts.entry(op).or_insert(ask);
                }
            }
        }
        let changed = CHANGES.iter().filter_map(|(row, op, change)| {
            let mut unknown =
                Self::new(format!("{}-{row}", file.format), firsts.get(*op)?.clone())?;
            change(&mut unknown.ask);
            Some(unknown)
        });
        Ok(changed.collect())
    }

    fn new(row: String, ask: Value) -> Option<Self> {
        match ask {
            Value::Object(ask) => Some(Self { row, ask }),
            _ => None,
        }
    }

    /// What an answer to it is worth.
    pub fn judge(&self, answer: &Answer) -> Verdict {
        match answer {
            Answer::Skipped(_) => Verdict::Pass,
            other => Verdict::Fail(format!("{}, not skipped", json!(other))),
        }
    }
}
