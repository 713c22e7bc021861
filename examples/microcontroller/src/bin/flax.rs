//! A Flax identifier: made, written, read.

#![no_std]
#![no_main]

use cortex_m_rt::entry;
use example_microcontroller::{Arguments, run};
use flax_id::FlaxId;
use ids_core::UnixTime;

#[entry]
fn main() -> ! {
    let arguments = Arguments {
        time: UnixTime::from_millis(1_444_939_825_807),
        random: 0x76_80cb_8bb9_bdc1,
        device: 0,
    };
    run(arguments, |Arguments { time, random, .. }| {
        let Ok(id) = FlaxId::new(time, random) else { return false };
        let text = id.encode();
        text == "0RdKJcxqVBiAiQr0" && FlaxId::decode(text.as_bytes()) == Ok(id)
    })
}
