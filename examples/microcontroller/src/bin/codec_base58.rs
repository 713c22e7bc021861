//! Text in base 58, as many digits as the number needs, written and read.

#![no_std]
#![no_main]

use example_microcontroller::program;
use ids_core::format::Digits;

static DIGITS: Digits<58> =
    Digits::new(b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz");

program!(|number| {
    let text = DIGITS.encode::<22>(number);
    text == "7Laj41MuCSRKhEX2" && DIGITS.decode::<128>(text.as_bytes()) == Ok(number)
});
