//! Decimal numbers, and SIQ's three texts beside texts of about their lengths.

use siq::{Form, Siq};
use snowflake::{Snowflake, Twitter};
use ulid::Ulid;

use super::texts::{longs, siqs, snowflakes, strings, ulids};
use crate::measure::Row;

pub fn encode_decimal(row: Row) -> Row {
    row.write("itoa", longs(), itoa::Buffer::new(), |number, out| out.format(*number).as_bytes())
        .encode("ids", snowflakes(), |id| id.encode())
}

pub fn decode_decimal(row: Row) -> Row {
    let texts = strings(&longs());
    row.over("std", texts.clone(), |text| text.parse::<u64>())
        .over("ids", texts, |text| Snowflake::<Twitter>::decode(text.as_bytes()))
}

pub fn encode_siq(row: Row) -> Row {
    let bytes: Vec<_> = siqs().iter().map(|id| id.to_bytes()).collect();
    row.write("ulid", ulids(), [0; 26], |id, out| id.array_to_str(out).as_bytes())
        .write("const-hex", bytes, [0; 28], |bytes, out| {
            const_hex::encode_to_slice(bytes, out).expect("room");
            out
        })
        .encode("ids, did", siqs(), |id| id.encode())
        .encode("ids, hex", siqs(), |id| Form::Hex.encode(*id))
        .encode("ids, base 32", siqs(), |id| Form::Base32.encode(*id))
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
