//! What can be wrong with JSON text, with an event, and with a ledger.

use core::{error::Error, fmt};

use ids_core::format::errors;

errors! {
    /// What is wrong with a JSON text or with a field of an event.
    #[non_exhaustive]
    pub enum JsonErrorKind {
        /// Not JSON by RFC 8259, or followed by something else.
        Syntax => "syntax", "not JSON";
        /// Not UTF-8.
        Utf8 => "utf8", "not UTF-8";
        /// An escaped surrogate without its other half.
        LoneSurrogate => "lone_surrogate", "a surrogate without its other half";
        /// The character U+0000 in a string.
        Nul => "nul", "the character U+0000";
        /// A duplicate key in one object.
        DuplicateKey => "duplicate_key", "a key for the second time";
        /// A number with too many digits before or after the point, or too large an exponent.
        NumberRange => "number_range", "a number outside the range";
        /// Arrays and objects nested deeper than the [`Limits`](crate::Limits) allow.
        Depth => "depth", "nested too deep";
        /// Exponents that lengthen the numbers by more than the [`Limits`](crate::Limits) allow.
        TooLarge => "too_large", "numbers too long when written out";
        /// A required field is missing.
        MissingField {
            /// The field's name.
            field: &'static str,
        } => "missing_field", "the field {field} is missing";
        /// A field has a value of the wrong type, or the text is not an object.
        BadField {
            /// The field's name; `record` for the whole.
            field: &'static str,
        } => "bad_field", ("{}", Wrong(field));
        /// A new event has a field that no record keeps. The place of the error is the field's name.
        UnknownField => "unknown_field", "a field that events do not have";
        /// A new event has an entity whose key is no string. The place of the error is the key.
        EntityKey => "entity_key", "the key of an entity is a string, or a list of strings, one or more: another value";
        /// The timestamp is not an instant from the Unix epoch on in whole microseconds.
        Timestamp => "timestamp", "the timestamp is not valid";
    }
}

/// A field of the wrong type.
struct Wrong(&'static str);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "record" => f.write_str("not an object"),
            field => write!(f, "the field {field} has the wrong type"),
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
        self.kind.kind()
    }
}

impl fmt::Display for JsonError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.offset)
    }
}

impl Error for JsonError {}
