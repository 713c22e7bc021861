//! The format as data: rules [FLAX-1](crate::rules#flax-1) to [FLAX-6](crate::rules#flax-6).

use ids_core::format::{Base64, Ticks, fields};

use crate::{FlaxId, UnixTime};

fields! {
    /// Both fields, most significant first ([FLAX-1](crate::rules#flax-1)).
    FlaxId, "flax", 96 {
        /// Milliseconds since 2015-01-01T00:00:00Z, 40 bits.
        TIMESTAMP = "timestamp", 95, 56 => timestamp: u64;
        /// The random part, 56 bits.
        RANDOM = "random", 55, 0 => random: u64;
    }
}

pub(crate) const TICKS: Ticks = Ticks::per_second(UnixTime::from_secs(1_420_070_400), 1000);

/// The digits in ASCII order, so that texts sort like the numbers they write.
pub(crate) static DIGITS: Base64 =
    Base64::new(b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");

const _: () = assert!(DIGITS.keeps_order());
