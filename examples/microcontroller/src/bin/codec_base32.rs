//! Text in base 32 of fixed width, written and read.

#![no_std]
#![no_main]

use cortex_m_rt::entry;
use example_microcontroller::{Arguments, run};
use ids_core::{UnixTime, format::Base32};

static DIGITS: Base32 = Base32::new(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ");

#[entry]
fn main() -> ! {
    let arguments =
        Arguments { time: UnixTime::EPOCH, random: 0x8f76_80cb_8bb9_bdc1, device: 0x05ca_5552 };
    run(arguments, |Arguments { random, device, .. }| {
        let number = u128::from(device) << 64 | u128::from(random);
        let text = DIGITS.encode::<20>(number);
        text == "01EAAN98YXM0SE5VKFE1" && DIGITS.decode::<20>(text.as_bytes()) == Ok(number)
    })
}
