//! The format as data: rules [KUID-1](crate::rules#kuid-1) to [KUID-5](crate::rules#kuid-5).

use ids_core::format::{Base64, Field, Layout, Ticks, fields};

use crate::{Drift, Local, UnixTime};

fields! {
    /// All four fields, most significant first ([KUID-1](crate::rules#kuid-1)).
    Local, "kuid-local", 64 {
        /// Millions of seconds since the Unix epoch, 20 bits.
        MEGA = "mega", 63, 44 => mega: u64;
        /// Seconds of the million, 20 bits; 0 to 999,999 if the identifier is regular.
        SECOND = "second", 43, 24 => second: u64;
        /// Ticks of 1.024 ms in the second, 10 bits; 0 to 976 if the identifier is regular.
        FRACTION = "fraction", 23, 14 => fraction: u64;
        /// The number inside the tick, 14 bits.
        SEQUENCE = "sequence", 13, 0 => sequence: u64;
    }
}

/// The layout of a global identifier.
pub(crate) const fn global(drift: Drift) -> Layout {
    match drift.bits() {
        5 => table::<5>("kuid-global-5"),
        6 => table::<6>("kuid-global-6"),
        7 => table::<7>("kuid-global-7"),
        8 => table::<8>("kuid-global-8"),
        9 => table::<9>("kuid-global-9"),
        _ => table::<10>("kuid-global-10"),
    }
}

/// The seconds are in two places: which window of `2^DRIFT` seconds, and where inside it.
const fn table<const DRIFT: u8>(name: &'static str) -> Layout {
    let fields = const {
        &[
            Field::new("mega", 95, 76),
            Field::new("window", 75, 56 + DRIFT),
            Field::new("node", 55 + DRIFT, 24 + DRIFT),
            Field::new("offset", 23 + DRIFT, 24),
            Local::FRACTION,
            Local::SEQUENCE,
        ]
    };
    Layout::new(name, 96, fields)
}

/// Ticks of 1.024 ms that start anew with every second: 977, the last one shorter.
pub(crate) const TICKS: Ticks = Ticks::within_second(UnixTime::EPOCH, 1_024_000);

/// Ticks in a second.
pub(crate) const FRACTIONS: u64 = 977;

/// Seconds in a mega-second.
pub(crate) const SECONDS: u64 = 1_000_000;

/// The last tick that the fields hold.
pub(crate) const LAST_TICK: u64 = (Local::MEGA.max() + 1) * SECONDS * FRACTIONS - 1;

/// The digits in ASCII order, so that texts sort like the numbers they write.
pub(crate) const ALPHABET: &[u8; 64] =
    b".0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

pub(crate) static DIGITS: Base64 = Base64::new(ALPHABET);

const _: () = assert!(DIGITS.keeps_order());

/// 64 bits as 11 digits of 6: padded with two zero bits on the right.
#[inline]
pub(crate) const fn padded(bits: u64) -> u128 {
    (bits as u128) << 2
}

/// The number in 11 digits of 6 bits, and the two bits that pad it.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "66 bits, as 64 and 2")]
pub(crate) const fn unpadded(digits: u128) -> (u64, u8) {
    ((digits >> 2) as u64, (digits & 3) as u8)
}
