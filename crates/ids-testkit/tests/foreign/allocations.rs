//! Identifiers are read and written without the allocator, by serde too.

use core::hint::black_box;

use allocation_counter::measure;
use ids_core::Id;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use snowflake::{Discord, Snowflake};

use crate::each;

/// How often something asks for memory.
fn count<T>(mut work: impl FnMut() -> T) -> u64 {
    measure(|| drop(black_box(work()))).count_total
}

fn none<I: Id + Serialize + DeserializeOwned>() {
    let name = I::LAYOUT.name();
    let bits = SAMPLE >> (u128::BITS - I::LAYOUT.bits());
    let id = I::from_bits(I::LAYOUT.settle(bits)).unwrap();
    let (text, bytes) = (id.to_string(), postcard::to_allocvec(&id).unwrap());
    let json = serde_json::to_string(&text).unwrap();
    let mut room = [0; 64];

    // What is counted here is counted at all: a `String` is memory.
    assert_eq!(count(|| id.to_string()), 1, "{name}");

    assert_eq!(count(|| text.parse::<I>().is_ok()), 0, "{name}: parse");
    assert_eq!(count(|| "+".parse::<I>().is_err()), 0, "{name}: a wrong text");
    assert_eq!(count(|| serde_json::from_str::<I>(&json).unwrap()), 0, "{name}: JSON, borrowed");
    assert_eq!(count(|| serde_json::to_writer(&mut room[..], &id).unwrap()), 0, "{name}: to JSON");
    assert_eq!(count(|| postcard::from_bytes::<I>(&bytes).unwrap()), 0, "{name}: bytes");
    let mut room = [0; 64];
    assert_eq!(count(|| postcard::to_slice(&id, &mut room).unwrap().len()), 0, "{name}: to bytes");
}

/// The highest bits of an identifier, but for the fields that its format fixes.
const SAMPLE: u128 = 0x05ca_5552_8f76_80cb_abb9_bdc1_0123_4567;

#[test]
fn texts_and_serde() {
    each!(none);
}

/// Other forms of a field.
#[test]
fn modules() {
    #[derive(Deserialize, Serialize)]
    struct Row {
        #[serde(with = "flax_id::serde::hex")]
        id: flax_id::FlaxId,
        #[serde(with = "flax_id::serde::hex::option")]
        parent: Option<flax_id::FlaxId>,
        #[serde(with = "flax_id::serde::bytes")]
        bytes: flax_id::FlaxId,
        #[serde(with = "snowflake::serde::number")]
        number: Snowflake<Discord>,
        #[serde(with = "snowflake::serde::number::option")]
        none: Option<Snowflake<Discord>>,
    }
    let json = r#"{"id":"05ca55528f7680cb8bb9bdc1","parent":"05ca55528f7680cb8bb9bdc1","bytes":[5,202,85,82,143,118,128,203,139,185,189,193],"number":7,"none":null}"#;
    assert_eq!(count(|| serde_json::from_str::<Row>(json).unwrap()), 0);
    let row: Row = serde_json::from_str(json).unwrap();
    let mut room = [0; 256];
    assert_eq!(count(|| serde_json::to_writer(&mut room[..], &row).unwrap()), 0);
    assert!(room.starts_with(json.as_bytes()));
}
