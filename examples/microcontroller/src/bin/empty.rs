//! Nothing: what every program needs without an identifier.

#![no_std]
#![no_main]

use cortex_m_rt::entry;
use example_microcontroller::{Arguments, run};
use ids_core::UnixTime;

#[entry]
fn main() -> ! {
    let arguments = Arguments { time: UnixTime::from_millis(1), random: 1, device: 1 };
    run(arguments, |arguments| {
        arguments.time.as_millis() == 1 && arguments.random == 1 && arguments.device == 1
    })
}
