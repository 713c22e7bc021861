//! The text of a UUID, written and read.

#![no_std]
#![no_main]

use example_microcontroller::program;
use ids_core::format::Hex;

program!(|number| {
    let text = Hex::LOWER.encode_uuid(number);
    text == "00000000-05ca-5552-8f76-80cb8bb9bdc1"
        && Hex::LOWER.decode_uuid(text.as_bytes()) == Ok(number)
});
