//! An LUUID: made, written, read.

#![no_std]
#![no_main]

use cortex_m_rt::entry;
use example_microcontroller::{Arguments, run};
use ids_core::UnixTime;
use luuid::{Group, Key, Luuid};

#[entry]
fn main() -> ! {
    let arguments = Arguments { time: UnixTime::EPOCH, random: 0x789_28ef_27ab_7c62, device: 1001 };
    run(arguments, |Arguments { random, device, .. }| {
        let Ok(key) = Key::new(device.into()) else { return false };
        let Ok(id) = Luuid::new(key, Group::from_name("person"), random) else { return false };
        let text = id.encode();
        text == "00000000-03e9-62a0-a789-28ef27ab7c62" && Luuid::decode(text.as_bytes()) == Ok(id)
    })
}
