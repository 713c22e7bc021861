//! The format as data: rules [FLAX-1](crate::rules#flax-1) to [FLAX-6](crate::rules#flax-6).

use ids_core::format::{Base64, Field, Layout, Ticks};

use crate::UnixTime;

/// Milliseconds since 2015-01-01T00:00:00Z.
pub(crate) const TIMESTAMP: Field = Field::new("timestamp", 95, 56);

/// Random bits.
pub(crate) const RANDOM: Field = Field::new("random", 55, 0);

pub(crate) const LAYOUT: Layout = Layout::new("flax", 96, &[TIMESTAMP, RANDOM]);

pub(crate) const TICKS: Ticks = Ticks::per_second(UnixTime::from_secs(1_420_070_400), 1000);

/// The digits in ASCII order, so that texts sort like the numbers they write.
pub(crate) static DIGITS: Base64 =
    Base64::new(b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");

const _: () = assert!(DIGITS.keeps_order());
