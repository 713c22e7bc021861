//! A SIQ identifier: made, written, read.

#![no_std]
#![no_main]

use example_microcontroller::program;
use ids_core::UnixTime;
use siq::{DomainHash, Qualifier, Siq};

program!(UnixTime::from_millis(1_732_104_000_250), 5, 0x86ce_1947, |time, random, device| {
    let Ok(serial) = u16::try_from(random) else { return false };
    let domain = DomainHash::from_bits(device);
    let id = Siq::new(time, 1, domain, Qualifier::Message, serial);
    let Ok(id) = id else { return false };
    let text = id.encode();
    text == "did:siq:lm2a3kiagopopibaaaamgzymuoac6" && Siq::decode(text.as_bytes()) == Ok(id)
});
