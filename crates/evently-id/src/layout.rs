//! The format as data: rules [EVENTLY-1](crate::rules#evently-1) to
//! [EVENTLY-3](crate::rules#evently-3).

use ids_core::format::{Field, Layout, Ticks};

use crate::UnixTime;

/// Reserved, always 0.
pub(crate) const SIGN: Field = Field::new("sign", 127, 127).always(0);

/// Microseconds since the Unix epoch.
pub(crate) const TIMESTAMP: Field = Field::new("timestamp", 126, 64);

/// CRC-32C of the event and the id before it.
pub(crate) const CHECKSUM: Field = Field::new("checksum", 63, 32);

/// The ledger's number.
pub(crate) const LEDGER: Field = Field::new("ledger", 31, 2);

/// The version of the id.
pub(crate) const VERSION: Field = Field::new("version", 1, 0);

pub(crate) const LAYOUT: Layout =
    Layout::new("evently", 128, &[SIGN, TIMESTAMP, CHECKSUM, LEDGER, VERSION]);

pub(crate) const TICKS: Ticks = Ticks::per_second(UnixTime::EPOCH, 1_000_000);
