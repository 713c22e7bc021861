//! The format as data: rules [SIQ-1](crate::rules#siq-1) to [SIQ-3](crate::rules#siq-3).

use ids_core::format::{Field, Layout, Ticks, fields};

use crate::{Siq, UnixTime};

fields! {
    /// All fields, most significant first ([SIQ-1](crate::rules#siq-1)).
    Siq, "siq", 112 {
        /// Whole seconds since the Unix epoch, 40 bits.
        SECONDS = "seconds", 111, 72 => seconds: u64;
        /// The part of a second, in 1/65536.
        FRACTION = "fraction", 71, 56 => fraction: u16;
        /// The shard.
        SHARD = "shard", 55, 48 => shard: u8;
        /// The hash of the domain's name.
        DOMAIN = "domain", 47, 16;
        /// The last 16 bits: the serial number and below it the qualifier, which
        /// [`Qualifier::layout`](crate::Qualifier::layout) splits.
        TAIL = "tail", 15, 0 => tail: u16;
    }
}

pub(crate) const TICKS: Ticks = Ticks::per_second(UnixTime::EPOCH, 1 << Siq::FRACTION.width());

/// The last tick: seconds and fraction together have 56 bits.
pub(crate) const LAST_TICK: u64 = Siq::SECONDS.max() << Siq::FRACTION.width() | Siq::FRACTION.max();

/// The fields down to the serial number and a qualifier of this number of bits.
const fn split(bits: u8) -> [Field; 6] {
    let (serial, qualifier) =
        (Field::new("serial", 15, bits), Field::new("qualifier", bits - 1, 0));
    [Siq::SECONDS, Siq::FRACTION, Siq::SHARD, Siq::DOMAIN, serial, qualifier]
}

/// The layouts of identifiers whose qualifiers have 3, 4 and 5 bits.
pub(crate) const SPLIT: [Layout; 3] = [
    Layout::new("siq-3", 112, &const { split(3) }),
    Layout::new("siq-4", 112, &const { split(4) }),
    Layout::new("siq-5", 112, &const { split(5) }),
];
