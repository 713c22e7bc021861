//! A KUID of many nodes: made, written, read.

#![no_std]
#![no_main]

use example_microcontroller::program;
use ids_core::UnixTime;
use kuid::{Global, Local, NodeId};

program!(UnixTime::from_micros(1_539_625_275_432_128), 1, 0x03eb_2732, |time, random, device| {
    let Ok(local) = Local::new(time, random) else { return false };
    let id: Global = local.to_global(NodeId::from_bits(device));
    let text = id.encode();
    text == ".5.tXVEf8n8vPN.0" && Global::decode(text.as_bytes()) == Ok(id)
});
