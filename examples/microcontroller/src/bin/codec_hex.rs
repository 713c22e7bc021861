//! Hexadecimal digits of fixed width, written and read.

#![no_std]
#![no_main]

use example_microcontroller::program;
use ids_core::format::Hex;

program!(|number| {
    let text = Hex::LOWER.encode::<24>(number);
    text == "05ca55528f7680cb8bb9bdc1" && Hex::LOWER.decode::<24>(text.as_bytes()) == Ok(number)
});
