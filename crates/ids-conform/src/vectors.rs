//! The vector files: their schema as types. `docs/vectors/README.md` describes it in words.
//!
//! ```
//! use ids_conform::vectors::{File, Op};
//! let file: File = r#"{
//!     "format": "toy", "schema_version": "1",
//!     "layouts": [{"name": "toy", "bits": "16", "fields": [
//!         {"name": "time", "high": "15", "low": "4"}, {"name": "sequence", "high": "3", "low": "0"}
//!     ]}],
//!     "rows": [{"id": "toy-1", "rule": "T1", "op": "format", "bits": "18", "text": "18"}]
//! }"#
//! .parse()?;
//! assert!(matches!(&file.rows[0].op, Op::Format { text, .. } if text == "18"));
//! # Ok::<(), serde_json::Error>(())
//! ```

use core::str::FromStr;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::{Error, Value};

use crate::{Do, Document, Done, Number, Octets, Reason, Spelling, unique::Unique};

/// The version of the schema that this crate reads.
pub const SCHEMA_VERSION: u64 = 1;

/// One vector file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// The format's name.
    pub format: String,
    /// The schema that the file follows: [`SCHEMA_VERSION`].
    pub schema_version: Number,
    /// The format's layouts; a row names its own where there are several.
    pub layouts: Vec<Table>,
    /// The vectors.
    #[serde(deserialize_with = "rows")]
    pub rows: Vec<Row>,
}

/// A layout as data.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The layout's name.
    pub name: String,
    /// The width in bits.
    pub bits: Number,
    /// The fields, most significant first.
    pub fields: Vec<Column>,
}

/// A field of a layout.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// The field's name.
    pub name: String,
    /// Its most significant bit.
    pub high: Number,
    /// Its least significant bit.
    pub low: Number,
    /// The value the format always writes, if it fixes one.
    pub fixed: Option<Number>,
}

/// One vector.
#[derive(Debug, Deserialize)]
pub struct Row {
    /// A name that is unique in the file and never used for another row.
    pub id: String,
    /// The rule of the format that the row shows, by its number in the crate's `FORMAT.md`.
    pub rule: String,
    /// Other rules that it shows.
    #[serde(default)]
    pub also: Vec<String>,
    /// The layout it is about; empty for the file's only one.
    #[serde(default)]
    pub layout: String,
    /// The form it is about; empty for the canonical one.
    #[serde(default)]
    pub form: String,
    /// What the form is told, by name.
    #[serde(default)]
    pub args: BTreeMap<String, String>,
    /// What is done, and what comes of it.
    #[serde(flatten)]
    pub op: Op,
}

/// What a row does.
#[derive(Debug, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum Op {
    /// The number is written as this text, and the text reads as the number.
    Format {
        /// The number.
        bits: Number,
        /// Its text.
        text: String,
    },
    /// The text reads as the number, but is not what the number is written as.
    Parse {
        /// An alias.
        text: String,
        /// The number.
        bits: Number,
    },
    /// The number, its bytes, the value of each field and the time it says.
    Fields {
        /// The number.
        bits: Number,
        /// Its bytes, most significant first.
        bytes: Octets,
        /// Every field of the layout.
        fields: BTreeMap<String, Number>,
        /// The start of the tick it says, in nanoseconds since the Unix epoch.
        time: Option<Number>,
    },
    /// The smallest and the largest identifier whose tick holds an instant.
    Range {
        /// The instant, in nanoseconds since the Unix epoch.
        time: Number,
        /// The first identifier's number.
        first: Number,
        /// The last identifier's number.
        last: Number,
    },
    /// The input has one fault, and the error names it.
    Reject {
        /// What is refused.
        input: Input,
        /// How it is refused.
        error: Reason,
    },
    /// Texts in strictly ascending order of their numbers.
    Order {
        /// The texts.
        texts: Vec<String>,
        /// Whether the texts themselves ascend as bytes, too.
        as_text: bool,
    },
    /// A script for a generator.
    Generate {
        /// The generator's configuration.
        #[serde(default)]
        config: BTreeMap<String, String>,
        /// All that the random source gives.
        #[serde(default)]
        rng: Octets,
        /// The calls, in this order.
        steps: Vec<Step>,
    },
    /// JSON and its canonical form, which is its own canonical form.
    Canonical {
        /// JSON as text.
        json: String,
        /// Its canonical form.
        canonical: String,
    },
    /// What an event's timestamp says.
    Timestamp {
        /// The timestamp.
        text: String,
        /// Microseconds since the Unix epoch.
        micros: Number,
        /// How these are written.
        written: String,
    },
    /// An event's body and its id.
    Event {
        /// The event, JSON as text.
        json: String,
        /// How it is read; empty for the profile that the format writes.
        #[serde(default)]
        profile: String,
        /// The text of the id before it; left out of the first event of a ledger.
        previous: Option<String>,
        /// The bytes that every hash of the event begins with, which are UTF-8.
        body: String,
        /// The text of its id.
        event_id: String,
    },
    /// A ledger that is valid.
    Ledger {
        /// The records.
        lines: Vec<String>,
        /// The profile that is found.
        profile: String,
        /// The text of the last id.
        head: String,
    },
    /// A ledger that has been changed, and what verification says of it.
    Corrupt {
        /// The row's id.
        base: String,
        /// The text of a trusted id that the records follow, if they do not begin with the first.
        after: Option<String>,
        /// What is done to the records, in this order.
        splices: Vec<Splice>,
        /// How many records are valid before the first failure.
        events: Number,
        /// The first failure's kind; left out of a ledger that is still valid.
        failure: Option<String>,
    },
}

/// Lines taken out of a ledger, and others put in their place.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Splice {
    /// The index of the first line.
    pub at: Number,
    /// How many are taken out.
    pub delete: Number,
    /// What is put there.
    pub insert: Vec<String>,
}

/// What a reject row refuses.
#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "an input has one of text, bytes, fields, bits, time, json, event, timestamp"
)]
pub enum Input {
    /// What is not an identifier.
    From(Spelling),
    /// What has no canonical form.
    Of(Document),
    /// A number that is not an identifier.
    Bits {
        /// The number.
        bits: Number,
    },
    /// An instant outside the format's span.
    Time {
        /// In nanoseconds since the Unix epoch.
        time: Number,
    },
}

/// One step of a generator's script.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What is done.
    #[serde(flatten)]
    pub call: Do,
    /// What comes of it.
    #[serde(flatten)]
    pub done: Done,
}

/// What a step calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// One identifier for each call.
    Generate,
    /// Consecutive identifiers in one call.
    Reserve,
    /// The generator is lost; the next continues after the last identifier issued.
    Resume,
    /// The generator is lost; the next knows nothing of it.
    Restart,
}

/// One identifier's number, or a run of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Run {
    /// One number.
    One(Number),
    /// `first`, `first + step`, and so on.
    Many {
        /// The first number.
        first: Number,
        /// How many.
        count: Number,
        /// The distance between them.
        step: Number,
    },
}

impl Run {
    /// The numbers.
    pub fn numbers(self) -> impl Iterator<Item = u128> {
        let (first, count, step) = match self {
            Self::One(number) => (number.0, 1, 0),
            Self::Many { first, count, step } => (first.0, count.0, step.0),
        };
        (0..count).map(move |index| first.wrapping_add(index.wrapping_mul(step)))
    }
}

impl FromStr for File {
    type Err = Error;

    fn from_str(json: &str) -> Result<Self, Error> {
        let Unique(file) = serde_json::from_str(json)?;
        let file = Self::deserialize(file)?;
        if file.schema_version.0 != u128::from(SCHEMA_VERSION) {
            return Err(Error::custom("another schema_version"));
        }
        let mut seen = BTreeSet::new();
        match file.rows.iter().find(|row| !seen.insert(&row.id)) {
            Some(row) => Err(Error::custom(format_args!("row {} occurs twice", row.id))),
            None => Ok(file),
        }
    }
}

/// Each row, whose error names it.
fn rows<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Row>, D::Error> {
    let row = |row: Value| {
        let id = row["id"].as_str().unwrap_or_default().to_owned();
        // Beside other keys serde would take the number of an operation for its name.
        if row["op"].is_number() {
            return Err(D::Error::custom(format_args!("row {id}: op is a number, not a name")));
        }
        Row::deserialize(row).map_err(|error| D::Error::custom(format_args!("row {id}: {error}")))
    };
    Vec::deserialize(deserializer)?.into_iter().map(row).collect()
}
