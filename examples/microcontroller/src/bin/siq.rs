//! A SIQ identifier: made, written, read.

#![no_std]
#![no_main]

use cortex_m_rt::entry;
use example_microcontroller::{Arguments, run};
use ids_core::UnixTime;
use siq::{DomainHash, Qualifier, Siq};

#[entry]
fn main() -> ! {
    let arguments = Arguments {
        time: UnixTime::from_millis(1_732_104_000_250),
        random: 5,
        device: 0x86ce_1947,
    };
    run(arguments, |Arguments { time, random, device }| {
        let Ok(serial) = u16::try_from(random) else { return false };
        let domain = DomainHash::from_bits(device);
        let id = Siq::new(time, 1, domain, Qualifier::Message, serial);
        let Ok(id) = id else { return false };
        let text = id.encode();
        text == "did:siq:lm2a3kiagopopibaaaamgzymuoac6" && Siq::decode(text.as_bytes()) == Ok(id)
    })
}
