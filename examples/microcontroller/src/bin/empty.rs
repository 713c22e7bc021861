//! Nothing: what every program needs without an identifier.

#![no_std]
#![no_main]

use example_microcontroller::program;
use ids_core::UnixTime;

program!(UnixTime::from_millis(1), 1, 1, |time, random, device| {
    time.as_millis() == 1 && random == 1 && device == 1
});
