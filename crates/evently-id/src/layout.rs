//! The format as data: rules [EVENTLY-1](crate::rules#evently-1) to
//! [EVENTLY-3](crate::rules#evently-3).

use ids_core::format::{Ticks, fields};

use crate::{EventId, UnixTime};

fields! {
    /// The fields, most significant first.
    EventId, "evently", 128 {
        /// Reserved, always 0: the upstream column is a signed 64-bit integer (rule
        /// [EVENTLY-1](crate::rules#evently-1)).
        SIGN = "sign", 127, 127, always 0;
        /// Microseconds since the Unix epoch (rule [EVENTLY-1](crate::rules#evently-1)).
        TIMESTAMP = "timestamp", 126, 64 => timestamp: u64;
        /// CRC-32C of the event and the id before it (rules [EVENTLY-16](crate::rules#evently-16) to
        /// [EVENTLY-18](crate::rules#evently-18)).
        CHECKSUM = "checksum", 63, 32 => checksum: u32;
        /// The ledger's number (rule [EVENTLY-3](crate::rules#evently-3)).
        LEDGER = "ledger", 31, 2;
        /// The id version, 0 being the only one defined (rule [EVENTLY-3](crate::rules#evently-3)).
        VERSION = "version", 1, 0;
    }
}

pub(crate) const TICKS: Ticks = Ticks::per_second(UnixTime::EPOCH, 1_000_000);
