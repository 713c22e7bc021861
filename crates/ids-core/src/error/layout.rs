//! Tables of fields that are no layouts.

use core::error::Error;

use super::count::Count;
use crate::format::errors;

errors! {
    /// Why a table of fields is not a layout.
    #[non_exhaustive]
    pub enum LayoutError {
        /// The layout is wider than 128 bits or has none.
        Width {
            /// Bits asked for.
            bits: u32,
        } => "width", "a layout has 1 to 128 bits, not {bits}";
        /// A field does not begin where the one above it ends: a gap or an overlap.
        Place {
            /// The field's index in the table.
            index: usize,
            /// The highest bit it should have.
            expected: u32,
            /// The highest bit it has.
            found: u32,
        } => "place", "field {index} begins at bit {found}, but should at bit {expected}";
        /// The fields end above bit 0.
        Short {
            /// How many low bits belong to no field.
            missing: u32,
        } => "short", ("the fields end {} above bit 0", Count((*missing).into(), "bit"));
    }
}

impl Error for LayoutError {}
