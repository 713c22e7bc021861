//! What the host gives a generator: its clock and its random source.
#![expect(unsafe_code, reason = "the declaration of functions that the host has")]

use ids_core::{Clock, ClockError, GenerateError, UnixTime};

#[cfg_attr(target_arch = "wasm32", link(wasm_import_module = "host"))]
unsafe extern "C" {
    /// Writes what the clock reads as three words: the seconds since the Unix epoch, the lower half
    /// first, and the nanoseconds. Answers 0, or 1 if that is before the epoch or there is none.
    safe fn clock(at: *mut u32) -> u32;

    /// Fills `length` bytes. Answers 0, or 1 if the source failed.
    safe fn random(at: *mut u8, length: usize) -> u32;
}

/// The clock of the generator that the host has called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostClock;

impl Clock for HostClock {
    fn now(&self) -> Result<UnixTime, ClockError> {
        let mut words = [0; 3];
        match clock(words.as_mut_ptr()) {
            0 => {
                let [low, high, nanos] = words;
                Ok(UnixTime::new(u64::from(high) << 32 | u64::from(low), nanos % 1_000_000_000))
            }
            _ => Err(ClockError::BeforeUnixEpoch),
        }
    }
}

/// Fills bytes by the random source of the generator that the host has called.
pub(crate) fn fill(bytes: &mut [u8]) -> Result<(), GenerateError> {
    match random(bytes.as_mut_ptr(), bytes.len()) {
        0 => Ok(()),
        _ => Err(GenerateError::Entropy),
    }
}
