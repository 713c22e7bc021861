//! Text in base 32 of fixed width, written and read.

#![no_std]
#![no_main]

use example_microcontroller::program;
use ids_core::format::Base32;

static DIGITS: Base32 = Base32::new(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ");

program!(|number| {
    let text = DIGITS.encode::<20>(number);
    text == "01EAAN98YXM0SE5VKFE1" && DIGITS.decode::<20>(text.as_bytes()) == Ok(number)
});
