//! A Snowflake identifier of Twitter's flavour: made by a generator, written, read.

#![no_std]
#![no_main]

use example_microcontroller::program;
use snowflake::{Generator, Node, Snowflake, Twitter, UnixTime};

program!(UnixTime::from_millis(1_656_432_460_105), 0, 378, |time, _, device| {
    let Ok(node) = Node::<Twitter>::numbered(device.into()) else { return false };
    let Ok(id) = Generator::new(time, node).generate() else { return false };
    let text = id.encode();
    text == "1541815603606036480" && Snowflake::<Twitter>::decode(text.as_bytes()) == Ok(id)
});
