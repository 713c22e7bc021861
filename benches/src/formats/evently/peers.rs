//! The pipelines on other JSON parsers, as one writes them for speed.
//!
//! They parse a record once, sort only where the parser does not, reuse their buffers and format nothing
//! by `format!`. They refuse less: duplicate keys pass, U+0000 too, and their numbers have passed
//! through binary64, so the events compared have none that this changes.

use std::borrow::Cow;

use evently_id::EventId;
use serde::Deserialize;
use serde_json::Value;
use sonic_rs::JsonContainerTrait;

use super::simd::{Found, finish};

/// Writes the items with commas between, in brackets.
pub fn list<T>(
    out: &mut Vec<u8>,
    [open, close]: [u8; 2],
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(open);
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(out, item);
    }
    out.push(close);
}

fn serde_canonical(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Array(items) => list(out, *b"[]", items, |out, item| serde_canonical(item, out)),
        // Its map is sorted already.
        Value::Object(members) => list(out, *b"{}", members, |out, (key, value)| {
            serde_json::to_writer(&mut *out, key).unwrap();
            out.push(b':');
            serde_canonical(value, out);
        }),
        scalar => serde_json::to_writer(&mut *out, scalar).unwrap(),
    }
}

fn sonic_canonical(value: &sonic_rs::Value, out: &mut Vec<u8>) {
    if let Some(items) = value.as_array() {
        list(out, *b"[]", items.iter(), |out, item| sonic_canonical(item, out));
    } else if let Some(members) = value.as_object() {
        let mut sorted: Vec<_> = members.iter().collect();
        sorted.sort_unstable_by_key(|(key, _)| *key);
        list(out, *b"{}", sorted, |out, (key, value)| {
            sonic_rs::to_writer(&mut *out, key).unwrap();
            out.push(b':');
            sonic_canonical(value, out);
        });
    } else {
        sonic_rs::to_writer(&mut *out, value).unwrap();
    }
}

/// A record as each parser reads it: the members that are named by the format, and a tree for what a
/// program may put in.
#[derive(Deserialize)]
struct Record<'a, V> {
    #[serde(borrow)]
    event: Cow<'a, str>,
    entities: V,
    meta: V,
    data: V,
    timestamp: &'a str,
    #[serde(rename = "eventId")]
    id: &'a str,
}

/// The pipeline on a parser that serde drives.
fn by_record<'a, V>(
    record: Record<'a, V>,
    previous: EventId,
    out: &mut Vec<u8>,
    canonical: fn(&V, &mut Vec<u8>),
) -> Found<'a> {
    out.clear();
    out.extend_from_slice(record.event.as_bytes());
    for value in [&record.entities, &record.meta, &record.data] {
        canonical(value, out);
    }
    (finish(out, record.timestamp, previous), record.id)
}

pub fn by_serde<'a>(record: &'a [u8], previous: EventId, out: &mut Vec<u8>) -> Found<'a> {
    by_record(serde_json::from_slice(record).unwrap(), previous, out, serde_canonical)
}

pub fn by_sonic<'a>(record: &'a [u8], previous: EventId, out: &mut Vec<u8>) -> Found<'a> {
    by_record(sonic_rs::from_slice(record).unwrap(), previous, out, sonic_canonical)
}
