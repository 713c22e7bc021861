//! A Snowflake identifier of Twitter's flavour: made by a generator, written, read.

#![no_std]
#![no_main]

use cortex_m_rt::entry;
use example_microcontroller::{Arguments, run};
use snowflake::{Generator, Node, Snowflake, Twitter, UnixTime};

#[entry]
fn main() -> ! {
    let arguments =
        Arguments { time: UnixTime::from_millis(1_656_432_460_105), random: 0, device: 378 };
    run(arguments, |Arguments { time, device, .. }| {
        let Ok(node) = Node::<Twitter>::numbered(device.into()) else { return false };
        let Ok(id) = Generator::new(time, node).generate() else { return false };
        let text = id.encode();
        text == "1541815603606036480" && Snowflake::<Twitter>::decode(text.as_bytes()) == Ok(id)
    })
}
