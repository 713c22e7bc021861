//! A Flax identifier: made, written, read.

#![no_std]
#![no_main]

use example_microcontroller::program;
use flax_id::FlaxId;
use ids_core::UnixTime;

program!(UnixTime::from_millis(1_444_939_825_807), 0x76_80cb_8bb9_bdc1, 0, |time, random, _| {
    let Ok(id) = FlaxId::new(time, random) else { return false };
    let text = id.encode();
    text == "0RdKJcxqVBiAiQr0" && FlaxId::decode(text.as_bytes()) == Ok(id)
});
