//! The format as data: rules [SIQ-1](crate::rules#siq-1) to [SIQ-3](crate::rules#siq-3).

use ids_core::format::{Field, Layout, Ticks};

use crate::UnixTime;

/// Whole seconds since the Unix epoch.
pub(crate) const SECONDS: Field = Field::new("seconds", 111, 72);

/// The part of a second, in 1/65536.
pub(crate) const FRACTION: Field = Field::new("fraction", 71, 56);

/// The shard.
pub(crate) const SHARD: Field = Field::new("shard", 55, 48);

/// The hash of the domain's name.
pub(crate) const DOMAIN: Field = Field::new("domain", 47, 16);

/// The serial number, and below it the qualifier: how wide each is, the qualifier says.
pub(crate) const TAIL: Field = Field::new("tail", 15, 0);

pub(crate) const LAYOUT: Layout =
    Layout::new("siq", 112, &[SECONDS, FRACTION, SHARD, DOMAIN, TAIL]);

pub(crate) const TICKS: Ticks = Ticks::per_second(UnixTime::EPOCH, 1 << FRACTION.width());

/// The last tick: seconds and fraction together have 56 bits.
pub(crate) const LAST_TICK: u64 = SECONDS.max() << FRACTION.width() | FRACTION.max();

/// The fields down to the serial number and a qualifier of this number of bits.
const fn split(bits: u8) -> [Field; 6] {
    let (serial, qualifier) =
        (Field::new("serial", 15, bits), Field::new("qualifier", bits - 1, 0));
    [SECONDS, FRACTION, SHARD, DOMAIN, serial, qualifier]
}

/// The layouts of identifiers whose qualifiers have 3, 4 and 5 bits.
pub(crate) const SPLIT: [Layout; 3] = [
    Layout::new("siq-3", 112, &const { split(3) }),
    Layout::new("siq-4", 112, &const { split(4) }),
    Layout::new("siq-5", 112, &const { split(5) }),
];
