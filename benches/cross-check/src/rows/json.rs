//! A list of identifiers as JSON, by serde into a buffer that is used again.

use serde::{Serialize, Serializer};

use super::texts::{bytes, events, flaxes, longs, luuids, siqs, snowflakes, ulids, uuids};
use crate::measure::Row;

impl Row {
    fn json<T: Serialize + 'static>(self, name: &'static str, ids: Vec<T>) -> Self {
        let mut out = Vec::new();
        self.way(name, ids.len(), move || {
            out.clear();
            serde_json::to_writer(&mut out, std::hint::black_box(&ids)).expect("a list of texts");
            std::hint::black_box(&out);
        })
    }
}

#[derive(Serialize)]
struct ByConstHex(#[serde(with = "const_hex")] [u8; 16]);

struct ByItoa(u64);

impl Serialize for ByItoa {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(itoa::Buffer::new().format(self.0))
    }
}

pub fn hex(row: Row) -> Row {
    row.json("const-hex", bytes().into_iter().map(ByConstHex).collect()).json("evently", events())
}

pub fn uuid(row: Row) -> Row {
    row.json("uuid", uuids()).json("luuid", luuids())
}

pub fn decimal(row: Row) -> Row {
    row.json("itoa", longs().into_iter().map(ByItoa).collect()).json("snowflake", snowflakes())
}

pub fn base32(row: Row) -> Row {
    row.json("ulid", ulids()).json("flax", flaxes()).json("siq", siqs())
}
