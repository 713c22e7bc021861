//! Errors of a flavour's layout and of the values of its fields.

use core::{error::Error, fmt};

use ids_core::RangeError;

/// Why a layout cannot be a flavour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FlavourError {
    /// The layout has another width than 64 bits.
    Width {
        /// The layout's width.
        bits: u32,
    },
    /// Two fields have this name.
    Repeated {
        /// The field's name.
        field: &'static str,
    },
    /// This name of the timestamp or of the sequence is not that of a field of the layout, its field
    /// has a fixed value, or both are the same field.
    Foreign {
        /// The field's name.
        field: &'static str,
    },
    /// This field stands above the timestamp and has no fixed value: identifiers would not sort by
    /// time.
    AboveTimestamp {
        /// The field's name.
        field: &'static str,
    },
}

impl FlavourError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Width { .. } => "width",
            Self::Repeated { .. } => "repeated",
            Self::Foreign { .. } => "foreign",
            Self::AboveTimestamp { .. } => "above_timestamp",
        }
    }

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

impl fmt::Display for FlavourError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Width { bits } => write!(f, "the layout has {bits} bits, not 64"),
            Self::Repeated { field } => write!(f, "two fields are named {field}"),
            Self::Foreign { field } => {
                write!(
                    f,
                    "{field} is no field of the layout, is fixed, or is both timestamp and sequence"
                )
            }
            Self::AboveTimestamp { field } => {
                write!(f, "{field} stands above the timestamp and has no fixed value")
            }
        }
    }
}

impl Error for FlavourError {}

/// Why values do not make a node or an identifier: each field needs exactly one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ValuesError {
    /// The flavour can be read, but not generated.
    DecodeOnly {
        /// The flavour's name.
        flavour: &'static str,
    },
    /// A field has no value.
    Missing {
        /// The field's name.
        field: &'static str,
    },
    /// A field has two values.
    Repeated {
        /// The field's name.
        field: &'static str,
    },
    /// A value was passed for a field that is fixed, or that the generator sets.
    Foreign {
        /// The field's name.
        field: &'static str,
    },
    /// The value at this index names no field of the flavour.
    Unknown {
        /// The index in the list of values.
        index: usize,
    },
    /// A value is wider than its field.
    Range(RangeError),
}

impl ValuesError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::DecodeOnly { .. } => "decode_only",
            Self::Missing { .. } => "missing",
            Self::Repeated { .. } => "repeated",
            Self::Foreign { .. } => "foreign",
            Self::Unknown { .. } => "unknown",
            Self::Range(error) => error.kind(),
        }
    }
}

impl fmt::Display for ValuesError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DecodeOnly { flavour } => write!(f, "{flavour} can be read, but not generated"),
            Self::Missing { field } => write!(f, "no value for {field}"),
            Self::Repeated { field } => write!(f, "two values for {field}"),
            Self::Foreign { field } => {
                write!(f, "{field} takes no value: it is fixed, or the generator sets it")
            }
            Self::Unknown { index } => write!(f, "value {index} names no field of the flavour"),
            Self::Range(error) => error.fmt(f),
        }
    }
}

impl Error for ValuesError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Range(error) => Some(error),
            _ => None,
        }
    }
}

impl From<RangeError> for ValuesError {
    #[inline]
    fn from(error: RangeError) -> Self {
        Self::Range(error)
    }
}
