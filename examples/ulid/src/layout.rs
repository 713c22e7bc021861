//! The format as data: rules ULID-1 and ULID-2.

use ids_core::UnixTime;
use ids_core::format::{Base32, Field, Layout, Ticks};

/// Milliseconds since the Unix epoch.
pub(crate) const TIMESTAMP: Field = Field::new("timestamp", 127, 80);

/// The upper 16 of the random bits: a field has at most 64.
pub(crate) const RANDOM_HIGH: Field = Field::new("random_high", 79, 64);

/// The other 64 random bits.
pub(crate) const RANDOM_LOW: Field = Field::new("random_low", 63, 0);

pub(crate) const LAYOUT: Layout = Layout::new("ulid", 128, &[TIMESTAMP, RANDOM_HIGH, RANDOM_LOW]);

pub(crate) const TICKS: Ticks = Ticks::per_second(UnixTime::EPOCH, 1000);

/// The digits in ASCII order, so that texts sort like the numbers they write.
pub(crate) static DIGITS: Base32 = Base32::new(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ").ignore_case();

const _: () = assert!(DIGITS.keeps_order());
