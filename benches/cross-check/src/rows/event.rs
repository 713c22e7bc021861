//! The canonical hash of a record of 482 bytes: parse, sort the keys, write canonical text, CRC-32C.
//! Beside it is the pipeline that a careful user builds on simd-json.

use evently_id::{EventId, EventReader, Profile, format_timestamp};

use super::{simd_json::Pipeline, texts::scattered};
use crate::measure::Row;

const LENGTH: usize = 482;
const COUNT: u128 = 1000;

/// An object with these members, in an order that each number gives anew, or as they stand.
fn object(members: &[(&str, String)], order: u128) -> String {
    let mut members: Vec<_> =
        members.iter().map(|(key, value)| format!("{key:?}:{value}")).collect();
    for place in (1..members.len()).rev().take_while(|_| order > 0) {
        members.swap(place, (order >> (8 * place)) as usize % (place + 1));
    }
    format!("{{{}}}", members.join(","))
}

/// A record whose note is as long as it takes.
fn record(number: u128, order: u128, note: usize) -> String {
    let text = |text: &str| format!("{text:?}");
    let object = |members: &[(&str, String)]| object(members, order);
    let entities = [
        ("patron", format!("[\"p{}\"]", number % 907)),
        ("order", format!("[\"{:016x}\"]", number as u64)),
    ];
    let meta = [
        ("commandId", text("e33692e9-9e73-4028-8962-2753ddae2a0f")),
        ("actor", format!("\"register-{}\"", number % 17)),
        ("correlationId", format!("\"{}\"", number % 1000)),
    ];
    let address = [
        ("zip", text("12345")),
        ("street", format!("\"{} Main Street\"", number % 900)),
        ("city", text("Springfield")),
    ];
    let data = [
        ("toppings", r#"["chiles","salsa verde","crème fraîche"]"#.to_owned()),
        ("menuItem", text("Bean Burrito")),
        ("spicy", "true".to_owned()),
        ("peppers", (number % 5).to_string()),
        ("price", format!("{}.5", number % 40)),
        ("note", format!(r#""no \"extra\" {}""#, "x".repeat(note))),
        ("address", object(&address)),
    ];
    let time = format_timestamp(1_735_689_600_000_000 + number as u64 % 1_000_000_000);
    object(&[
        ("event", text("Item Ordered")),
        ("entities", object(&entities)),
        ("meta", object(&meta)),
        ("data", object(&data)),
        ("timestamp", format!("\"{}\"", time.expect("this century"))),
    ])
}

fn records(any_order: bool) -> Vec<Vec<u8>> {
    let exact = |number: u128| {
        let order = if any_order { number } else { 0 };
        let note = LENGTH - record(number, order, 0).len();
        record(number, order, note).into_bytes()
    };
    scattered(COUNT).map(exact).collect()
}

pub fn canonical_hash<const ANY_ORDER: bool>(row: Row) -> Row {
    let records = records(ANY_ORDER);
    let previous = EventId::decode(b"0005cd7556b05092aecc815daa77f99c").expect("an identifier");
    let mut reader = EventReader::new(Profile::Doc5);
    let mut ids = move |record: &Vec<u8>| {
        let mut event = reader.read(record).expect("a record");
        event.id(previous).expect("in the range").checksum()
    };
    let mut pipeline = Pipeline::new();
    let mut peer = move |record: &Vec<u8>| pipeline.found(record, previous).0;
    for record in &records {
        assert_eq!((record.len(), ids(record)), (LENGTH, peer(record)));
    }
    row.over("simd-json", records.clone(), peer).over("ids", records, ids)
}
