//! Decimal digits, as many as the number needs, written and read.

#![no_std]
#![no_main]

use cortex_m_rt::entry;
use example_microcontroller::run_codec;
use ids_core::format::Digits;

static DIGITS: Digits<10> = Digits::DECIMAL;

#[entry]
fn main() -> ! {
    run_codec(|number| {
        let text = DIGITS.encode::<39>(number);
        text == "1792030988790530007327423937"
            && DIGITS.decode::<128>(text.as_bytes()) == Ok(number)
    })
}
