//! Text in base 64 of fixed width, written and read.

#![no_std]
#![no_main]

use example_microcontroller::program;
use ids_core::format::Base64;

static DIGITS: Base64 =
    Base64::new(b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");

program!(|number| {
    let text = DIGITS.encode::<16>(number);
    text == "0RdKJcxqVBiAiQr0" && DIGITS.decode::<16>(text.as_bytes()) == Ok(number)
});
