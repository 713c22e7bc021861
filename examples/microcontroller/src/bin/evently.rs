//! An event id of Evently: made of its parts, written, read.

#![no_std]
#![no_main]

use evently_id::{EventId, LedgerId};
use example_microcontroller::program;
use ids_core::UnixTime;

program!(
    UnixTime::from_micros(1_633_278_732_816_530),
    0xaecc_815d,
    0xaa77_f99c,
    |time, random, device| {
        let Ok(checksum) = u32::try_from(random) else { return false };
        let ledger = LedgerId::from_checksum(device);
        let Ok(id) = EventId::new(time, checksum, ledger) else { return false };
        let text = id.encode();
        text == "0005cd7556b05092aecc815daa77f99c" && EventId::decode(text.as_bytes()) == Ok(id)
    }
);
