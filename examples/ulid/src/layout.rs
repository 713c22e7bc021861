//! The format as data: rules ULID-1 and ULID-2.

use ids_core::{
    UnixTime,
    format::{Base32, Ticks, fields},
};

use crate::Ulid;

fields! {
    /// All fields, most significant first (ULID-1).
    Ulid, "ulid", 128 {
        /// Milliseconds since the Unix epoch.
        TIMESTAMP = "timestamp", 127, 80 => timestamp: u64;
        /// The upper 16 of the random bits: a field has at most 64.
        RANDOM_HIGH = "random_high", 79, 64;
        /// The other 64 random bits.
        RANDOM_LOW = "random_low", 63, 0;
    }
}

pub(crate) const TICKS: Ticks = Ticks::per_second(UnixTime::EPOCH, 1000);

/// The digits in ASCII order, so that texts sort like the numbers they write.
pub(crate) static DIGITS: Base32 = Base32::new(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ").ignore_case();

const _: () = assert!(DIGITS.keeps_order());
