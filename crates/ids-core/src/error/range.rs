//! Values that are wider than their fields.

use core::{error::Error, fmt};

/// A value that is wider than its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RangeError {
    /// The field's name, as the format's layout spells it.
    pub field: &'static str,
    /// The value that was passed.
    pub value: u64,
    /// The largest value the field holds.
    pub max: u64,
}

impl RangeError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        "range"
    }
}

impl fmt::Display for RangeError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, value, max } = self;
        write!(f, "{field} is {value}, but holds at most {max}")
    }
}

impl Error for RangeError {}
