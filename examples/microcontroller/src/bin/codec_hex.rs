//! Hexadecimal digits of fixed width, written and read.

#![no_std]
#![no_main]

use cortex_m_rt::entry;
use example_microcontroller::{Arguments, run};
use ids_core::{UnixTime, format::Hex};

#[entry]
fn main() -> ! {
    let arguments =
        Arguments { time: UnixTime::EPOCH, random: 0x8f76_80cb_8bb9_bdc1, device: 0x05ca_5552 };
    run(arguments, |Arguments { random, device, .. }| {
        let number = u128::from(device) << 64 | u128::from(random);
        let text = Hex::LOWER.encode::<24>(number);
        text == "05ca55528f7680cb8bb9bdc1" && Hex::LOWER.decode::<24>(text.as_bytes()) == Ok(number)
    })
}
