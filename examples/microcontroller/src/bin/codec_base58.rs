//! Text in base 58, as many digits as the number needs, written and read.

#![no_std]
#![no_main]

use cortex_m_rt::entry;
use example_microcontroller::{Arguments, run};
use ids_core::{UnixTime, format::Digits};

static DIGITS: Digits<58> =
    Digits::new(b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz");

#[entry]
fn main() -> ! {
    let arguments =
        Arguments { time: UnixTime::EPOCH, random: 0x8f76_80cb_8bb9_bdc1, device: 0x05ca_5552 };
    run(arguments, |Arguments { random, device, .. }| {
        let number = u128::from(device) << 64 | u128::from(random);
        let text = DIGITS.encode::<22>(number);
        text == "7Laj41MuCSRKhEX2" && DIGITS.decode::<128>(text.as_bytes()) == Ok(number)
    })
}
