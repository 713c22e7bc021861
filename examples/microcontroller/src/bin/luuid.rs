//! An LUUID: made, written, read.

#![no_std]
#![no_main]

use example_microcontroller::program;
use ids_core::UnixTime;
use luuid::{Group, Key, Luuid};

program!(UnixTime::EPOCH, 0x789_28ef_27ab_7c62, 1001, |_, random, device| {
    let Ok(key) = Key::new(device.into()) else { return false };
    let Ok(id) = Luuid::new(key, Group::from_name("person"), random) else { return false };
    let text = id.encode();
    text == "00000000-03e9-62a0-a789-28ef27ab7c62" && Luuid::decode(text.as_bytes()) == Ok(id)
});
