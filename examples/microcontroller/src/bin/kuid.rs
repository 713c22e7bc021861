//! A KUID of many nodes: made, written, read.

#![no_std]
#![no_main]

use cortex_m_rt::entry;
use example_microcontroller::{Arguments, run};
use ids_core::UnixTime;
use kuid::{Global, Local, NodeId};

#[entry]
fn main() -> ! {
    let arguments = Arguments {
        time: UnixTime::from_micros(1_539_625_275_432_128),
        random: 1,
        device: 0x03eb_2732,
    };
    run(arguments, |Arguments { time, random, device }| {
        let Ok(local) = Local::new(time, random) else { return false };
        let id: Global = local.to_global(NodeId::from_bits(device));
        let text = id.encode();
        text == ".5.tXVEf8n8vPN.0" && Global::decode(text.as_bytes()) == Ok(id)
    })
}
