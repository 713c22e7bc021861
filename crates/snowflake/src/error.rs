//! Errors of a flavour's layout and of the values of its fields.

use ids_core::{RangeError, format::errors};

errors! {
    /// Why a layout cannot be a flavour.
    #[non_exhaustive]
    pub enum FlavourError {
        /// The layout has another width than 64 bits.
        Width {
            /// The layout's width.
            bits: u32,
        } => "width", "the layout has {bits} bits, not 64";
        /// Two fields have this name.
        Repeated {
            /// The field's name.
            field: &'static str,
        } => "repeated", "two fields are named {field}";
        /// This name of the timestamp or of the sequence is not that of a field of the layout, its field
        /// has a fixed value, or both are the same field.
        Foreign {
            /// The field's name.
            field: &'static str,
        } => "foreign", "{field} is no field of the layout, is fixed, or is both timestamp and sequence";
        /// This field stands above the timestamp and has no fixed value: identifiers would not sort by
        /// time.
        AboveTimestamp {
            /// The field's name.
            field: &'static str,
        } => "above_timestamp", "{field} stands above the timestamp and has no fixed value";
    }
}

impl FlavourError {
    /// Stops the compilation of a constant that is not a flavour.
    #[track_caller]
    pub(crate) const fn panic(self) -> ! {
        match self {
            Self::Width { .. } => panic!("a flavour's layout has 64 bits"),
            Self::Repeated { .. } => panic!("two fields have the same name"),
            Self::Foreign { .. } => {
                panic!("the timestamp or the sequence is no field of the layout, or fixed")
            }
            Self::AboveTimestamp { .. } => panic!("a field above the timestamp has no fixed value"),
        }
    }
}

errors! {
    /// Why values do not make a node or an identifier: each field needs exactly one value.
    #[non_exhaustive]
    pub enum ValuesError {
        /// The flavour can be read, but not generated.
        DecodeOnly {
            /// The flavour's name.
            flavour: &'static str,
        } => "decode_only", "{flavour} can be read, but not generated";
        /// A field has no value.
        Missing {
            /// The field's name.
            field: &'static str,
        } => "missing", "no value for {field}";
        /// A field has two values.
        Repeated {
            /// The field's name.
            field: &'static str,
        } => "repeated", "two values for {field}";
        /// A value was passed for a field that is fixed, or that the generator sets.
        Foreign {
            /// The field's name.
            field: &'static str,
        } => "foreign", "{field} takes no value: it is fixed, or the generator sets it";
        /// The value at this index names no field of the flavour.
        Unknown {
            /// The index in the list of values.
            index: usize,
        } => "unknown", "value {index} names no field of the flavour";
        /// A value is wider than its field.
        Range(error: RangeError) => error.kind(), "{error}";
    }
}
