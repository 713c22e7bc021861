//! A number of things, in the singular or the plural.

use core::fmt;

/// A number with its noun: "1 byte", "2 bytes".
pub(crate) struct Count(pub(crate) u64, pub(crate) &'static str);

impl fmt::Display for Count {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number, word) = self;
        write!(f, "{number} {word}{}", if *number == 1 { "" } else { "s" })
    }
}
