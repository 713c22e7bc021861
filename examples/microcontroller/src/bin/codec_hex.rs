//! Hexadecimal digits of fixed width, written and read.

#![no_std]
#![no_main]

use cortex_m_rt::entry;
use example_microcontroller::run_codec;
use ids_core::format::Hex;

#[entry]
fn main() -> ! {
    run_codec(|number| {
        let text = Hex::LOWER.encode::<24>(number);
        text == "05ca55528f7680cb8bb9bdc1" && Hex::LOWER.decode::<24>(text.as_bytes()) == Ok(number)
    })
}
