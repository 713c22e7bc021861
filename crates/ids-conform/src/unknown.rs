//! Requests that have something no program knows: the only right answer is `skipped`.

use serde_json::{Map, Value, json};

use crate::{Answer, File, PROTOCOL, Verdict};

/// A request with an operation, a key or a value that the protocol does not have.
#[derive(Clone, Debug)]
pub struct Unknown {
    /// Its name in reports.
    pub row: String,
    /// The request without its number, as JSON.
    ask: String,
    /// What it has instead of a number.
    seq: Option<&'static str>,
}

/// What is changed in the first request of a kind.
type Change = fn(&mut Map<String, Value>);

/// The name of a row, the kind of the request, and what is changed in it.
const CHANGES: [(&str, &str, Change); 40] = [
    ("parse-key", "parse text", key),
    ("parse-source", "parse text", |ask| {
        ask.retain(|key, _| key == "op" || key == "format" || key == "layout");
    }),
    ("parse-layout", "parse text", layout),
    ("parse-layout-empty", "parse text", |ask| set(ask, "layout", "")),
    ("parse-form", "parse text", form),
    ("parse-form-empty", "parse text", |ask| set(ask, "form", "")),
    ("parse-args", "parse text", args),
    ("parse-bytes-form", "parse bytes", form),
    ("parse-fields-form", "parse fields", form),
    ("format-key", "format text", key),
    ("format-layout", "format text", layout),
    ("format-form", "format text", form),
    ("format-args", "format text", args),
    ("format-bytes-form", "format bytes", form),
    ("format-fields-form", "format fields", form),
    ("format-time-form", "format time", form),
    ("format-as", "format text", |ask| set(ask, "as", "colour")),
    ("format-bits", "format text", |ask| set(ask, "bits", "-1")),
    ("range-key", "range", key),
    ("range-layout", "range", layout),
    ("range-form", "range", form),
    ("range-args", "range", args),
    ("generate-key", "generate", key),
    ("generate-layout", "generate", layout),
    ("generate-form", "generate", form),
    ("generate-rng", "generate", |ask| drop(ask.remove("rng"))),
    ("generate-steps", "generate", |ask| ask["steps"] = json!([])),
    ("generate-step", "generate", |ask| ask["steps"][0]["newkey"] = json!("1")),
    ("generate-call", "generate", |ask| ask["steps"][0]["call"] = json!("teleport")),
    ("canonical-key", "canonical json", key),
    ("canonical-layout", "canonical json", layout),
    ("canonical-form", "canonical json", form),
    ("canonical-args", "canonical json", args),
    ("event-form", "canonical event", form),
    ("event-profile", "canonical event", |ask| set(ask, "profile", "nowhere")),
    ("event-profile-empty", "canonical event", |ask| set(ask, "profile", "")),
    ("timestamp-form", "canonical timestamp", form),
    ("verify-key", "verify", key),
    ("verify-layout", "verify", layout),
    ("verify-form", "verify", form),
];

/// The name of a row, the kind of the request, and a key that it has twice: whatever is read of the
/// two, it is an answer to another question.
const TWICE: [(&str, &str, &str); 3] = [
    ("parse-twice", "parse text", "text"),
    ("format-twice", "format text", "bits"),
    ("generate-step-twice", "generate", "call"),
];

fn key(ask: &mut Map<String, Value>) {
    set(ask, "newkey", "1");
}

fn layout(ask: &mut Map<String, Value>) {
    set(ask, "layout", "nowhere");
}

fn form(ask: &mut Map<String, Value>) {
    set(ask, "form", "nowhere");
}

fn args(ask: &mut Map<String, Value>) {
    ask.insert("args".to_owned(), json!({ "newkey": "1" }));
}

fn set(ask: &mut Map<String, Value>, key: &str, value: &str) {
    ask.insert(key.to_owned(), json!(value));
}

/// A request's operation, and what of it the request is about.
fn kind(ask: &Value) -> Option<String> {
    let op = ask["op"].as_str()?;
    let about = match op {
        "parse" => ["text", "bytes", "fields"].into_iter().find(|key| ask.get(key).is_some()),
        "canonical" => {
            ["json", "event", "timestamp"].into_iter().find(|key| ask.get(key).is_some())
        }
        "format" => ask["as"].as_str(),
        _ => None,
    };
    Some(about.map_or_else(|| op.to_owned(), |about| format!("{op} {about}")))
}

impl Unknown {
    /// Those about no format.
    pub fn of_protocol() -> Vec<Self> {
        let start = json!({ "op": "start", "protocol": PROTOCOL });
        let rows = [
            ("op", json!({ "op": "teleport" })),
            ("format", json!({ "op": "parse", "format": "nowhere", "text": "0" })),
            ("protocol", json!({ "op": "start", "protocol": "2" })),
            ("start-key", json!({ "op": "start", "protocol": PROTOCOL, "newkey": "1" })),
        ];
        let mut rows: Vec<_> =
            rows.into_iter().map(|(row, ask)| Self::new(row, ask.to_string())).collect();
        rows.push(Self { seq: Some("9b"), ..Self::new("seq", start.to_string()) });
        rows
    }

    /// Those about the format of a file, made from the first of its requests.
    ///
    /// # Errors
    /// A row is wrong in itself.
    pub fn of_format(file: &File) -> Result<Vec<Self>, String> {
        let mut firsts = Map::new();
        for row in &file.rows {
            for case in file.cases(row)? {
                let ask = json!(case.ask);
                if let Some(kind) = kind(&ask) {
                    firsts.entry(kind).or_insert(ask);
                }
            }
        }
        let name = |row| format!("{}-{row}", file.format);
        let changed = CHANGES.iter().filter_map(|(row, kind, change)| {
            let mut ask = firsts.get(*kind)?.as_object()?.clone();
            change(&mut ask);
            Some(Self::new(name(row), Value::Object(ask).to_string()))
        });
        let twice = TWICE.iter().filter_map(|(row, kind, key)| {
            let ask = firsts.get(*kind)?.to_string();
            let twice =
                ask.replacen(&format!("\"{key}\":"), &format!("\"{key}\":\"0\",\"{key}\":"), 1);
            Some(Self::new(name(row), twice))
        });
        Ok(changed.chain(twice).collect())
    }

    fn new(row: impl Into<String>, ask: String) -> Self {
        Self { row: row.into(), ask, seq: None }
    }

    /// Its `seq`, which is this number unless it is about that, and its line.
    pub fn line(&self, number: u128) -> (String, String) {
        let seq = self.seq.map_or_else(|| number.to_string(), str::to_owned);
        let line = format!("{{\"seq\":\"{seq}\",{}", self.ask.trim_start_matches('{'));
        (seq, line)
    }

    /// What an answer to it is worth.
    pub fn judge(&self, answer: &Answer) -> Verdict {
        match answer {
            Answer::Skipped(_) => Verdict::Pass,
            other => Verdict::Fail(format!("{}, not skipped", json!(other))),
        }
    }
}
