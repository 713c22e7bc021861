//! Tables of fields that are no layouts.

use core::{error::Error, fmt};

use super::count::Count;

/// Why a table of fields is not a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LayoutError {
    /// The layout is wider than 128 bits or has none.
    Width {
        /// Bits asked for.
        bits: u32,
    },
    /// A field does not begin where the one above it ends: a gap or an overlap.
    Place {
        /// The field's index in the table.
        index: usize,
        /// The highest bit it should have.
        expected: u32,
        /// The highest bit it has.
        found: u32,
    },
    /// The fields end above bit 0.
    Short {
        /// How many low bits belong to no field.
        missing: u32,
    },
}

impl LayoutError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Width { .. } => "width",
            Self::Place { .. } => "place",
            Self::Short { .. } => "short",
        }
    }
}

impl fmt::Display for LayoutError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Width { bits } => write!(f, "a layout has 1 to 128 bits, not {bits}"),
            Self::Place { index, expected, found } => {
                write!(f, "field {index} begins at bit {found}, but should at bit {expected}")
            }
            Self::Short { missing } => {
                write!(f, "the fields end {} above bit 0", Count((*missing).into(), "bit"))
            }
        }
    }
}

impl Error for LayoutError {}
