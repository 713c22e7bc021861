//! What can be wrong with JSON text, with an event, and with a ledger.

use core::{error::Error, fmt};

/// What is wrong with a JSON text or with a field of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JsonErrorKind {
    /// Not JSON by RFC 8259, or followed by something else.
    Syntax,
    /// Not UTF-8.
    Utf8,
    /// An escaped surrogate without its other half.
    LoneSurrogate,
    /// The character U+0000 in a string.
    Nul,
    /// A duplicate key in one object.
    DuplicateKey,
    /// A number with too many digits before or after the point, or too large an exponent.
    NumberRange,
    /// Arrays and objects nested deeper than the [`Limits`](crate::Limits) allow.
    Depth,
    /// Exponents that lengthen the numbers by more than the [`Limits`](crate::Limits) allow.
    TooLarge,
    /// A required field is missing.
    MissingField {
        /// The field's name.
        field: &'static str,
    },
    /// A field has a value of the wrong type, or the text is not an object.
    BadField {
        /// The field's name; `record` for the whole.
        field: &'static str,
    },
    /// A new event has a field that no record keeps. The place of the error is the field's name.
    UnknownField,
    /// A new event has an entity whose key is no string. The place of the error is the key.
    EntityKey,
    /// The timestamp is not an instant from the Unix epoch on in whole microseconds.
    Timestamp,
}

impl JsonErrorKind {
    /// A stable lower-case name, for machine-readable output.
    #[inline]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Utf8 => "utf8",
            Self::LoneSurrogate => "lone_surrogate",
            Self::Nul => "nul",
            Self::DuplicateKey => "duplicate_key",
            Self::NumberRange => "number_range",
            Self::Depth => "depth",
            Self::TooLarge => "too_large",
            Self::MissingField { .. } => "missing_field",
            Self::BadField { .. } => "bad_field",
            Self::UnknownField => "unknown_field",
            Self::EntityKey => "entity_key",
            Self::Timestamp => "timestamp",
        }
    }
}

impl fmt::Display for JsonErrorKind {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax => f.write_str("not JSON"),
            Self::Utf8 => f.write_str("not UTF-8"),
            Self::LoneSurrogate => f.write_str("a surrogate without its other half"),
            Self::Nul => f.write_str("the character U+0000"),
            Self::DuplicateKey => f.write_str("a key for the second time"),
            Self::NumberRange => f.write_str("a number outside the range"),
            Self::Depth => f.write_str("nested too deep"),
            Self::TooLarge => f.write_str("numbers too long when written out"),
            Self::MissingField { field } => write!(f, "the field {field} is missing"),
            Self::BadField { field: "record" } => f.write_str("not an object"),
            Self::BadField { field } => write!(f, "the field {field} has the wrong type"),
            Self::UnknownField => f.write_str("a field that events do not have"),
            Self::EntityKey => {
                f.write_str("the key of an entity is a string, or a list of strings, one or more: another value")
            }
            Self::Timestamp => f.write_str("the timestamp is not valid"),
        }
    }
}

/// What is wrong with a JSON text, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JsonError {
    /// What is wrong.
    pub kind: JsonErrorKind,
    /// The byte at which it was noticed, from the start of the text.
    pub offset: usize,
}

impl JsonError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        self.kind.name()
    }
}

impl fmt::Display for JsonError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.offset)
    }
}

impl Error for JsonError {}
