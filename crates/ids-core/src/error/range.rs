//! Times and values that a format has no room for.

use core::error::Error;

use crate::{UnixTime, format::errors};

errors! {
    /// An instant outside the span that a format's time field covers, or a value that is wider than its field.
    pub enum RangeError {
        /// The instant is before the format's first one.
        BeforeEpoch {
            /// The first instant that fits.
            epoch: UnixTime,
        } => "before_epoch", "the time is before the first that fits, {epoch}";
        /// The instant is after the format's last one.
        AfterEnd {
            /// The start of the last tick that fits.
            last: UnixTime,
        } => "after_end", "the time is after the last that fits, {last}";
        /// A value is wider than its field.
        Field {
            /// The field's name, as the format's layout spells it.
            field: &'static str,
            /// The value that was passed.
            value: u64,
            /// The largest value the field holds.
            max: u64,
        } => "range", "{field} is {value}, but holds at most {max}";
    }
}

impl Error for RangeError {}
