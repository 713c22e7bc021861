//! Decimal digits, as many as the number needs, written and read.

#![no_std]
#![no_main]

use example_microcontroller::program;
use ids_core::format::Digits;

static DIGITS: Digits<10> = Digits::DECIMAL;

program!(|number| {
    let text = DIGITS.encode::<39>(number);
    text == "1792030988790530007327423937" && DIGITS.decode::<128>(text.as_bytes()) == Ok(number)
});
