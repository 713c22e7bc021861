//! Decimal numbers, and SIQ's three texts beside texts of about their lengths.

use std::hint::black_box;

use siq::{Form, Siq};
use snowflake::{Snowflake, Twitter};
use ulid::Ulid;

use super::texts::{longs, siqs, snowflakes, strings, ulids};
use crate::measure::Row;

pub fn encode_decimal(row: Row) -> Row {
    // The text stays where it was written, as a user of the crate has it.
    row.over("itoa", longs(), |number| black_box(itoa::Buffer::new().format(*number)).len()).over(
        "ids",
        snowflakes(),
        |id| id.encode(),
    )
}

pub fn decode_decimal(row: Row) -> Row {
    let texts = strings(&longs());
    row.over("std", texts.clone(), |text| text.parse::<u64>())
        .over("ids", texts, |text| Snowflake::<Twitter>::decode(text.as_bytes()))
}

pub fn encode_siq(row: Row) -> Row {
    let bytes: Vec<_> = siqs().iter().map(|id| id.to_bytes()).collect();
    row.over("ulid", ulids(), |id| {
        let mut out = [0; 26];
        id.array_to_str(&mut out);
        out
    })
    .over("const-hex", bytes, |bytes| {
        let mut out = [0; 28];
        const_hex::encode_to_slice(bytes, &mut out).expect("room");
        out
    })
    .over("ids, did", siqs(), |id| id.encode())
    .over("ids, hex", siqs(), |id| Form::Hex.encode(*id))
    .over("ids, base 32", siqs(), |id| Form::Base32.encode(*id))
}

pub fn decode_siq(row: Row) -> Row {
    let texts = |form: Form| -> Vec<String> {
        siqs().iter().map(|id| form.encode(*id).as_str().to_owned()).collect()
    };
    let hex: Vec<_> = siqs().iter().map(|id| format!("{:028x}", id.to_bits())).collect();
    row.over("ulid", strings(&ulids()), |text| Ulid::from_string(text))
        .over("const-hex", hex, |text| {
            let mut out = [0; 14];
            const_hex::decode_to_slice(text, &mut out).map(|()| out)
        })
        .over("ids, did", texts(Form::Did), |text| Siq::decode(text.as_bytes()))
        .over("ids, hex", texts(Form::Hex), |text| Form::Hex.decode(text.as_bytes()))
        .over("ids, base 32", texts(Form::Base32), |text| Form::Base32.decode(text.as_bytes()))
}
