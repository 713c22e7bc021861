//! What speaks for a candidate, and against it.

use core::fmt;

use crate::spelling::Spelling;

/// Something that speaks for a candidate or against it; its text is a sentence's part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// It has the format's canonical form.
    Canonical {
        /// The form's name.
        form: &'static str,
    },
    /// It has the format's canonical form, which any number has.
    Number {
        /// The form's name.
        form: &'static str,
        /// The bits of the numbers that have it.
        bits: u32,
    },
    /// It has another form of the format.
    Other {
        /// The form's name.
        form: &'static str,
    },
    /// It has the length and the alphabet of a format of another project.
    Shape {
        /// The name of the spelling.
        form: &'static str,
    },
    /// A field has the value that it always has.
    Fixed {
        /// The field's name.
        field: &'static str,
        /// The value.
        value: u64,
    },
    /// What the time, or the format itself, says of it.
    Says(&'static str),
    /// The form reads the text, and would not write it so.
    Alias,
    /// This was taken off the text before it was read.
    Taken(Spelling),
    /// How common identifiers of this format in this form are.
    Common,
}

impl fmt::Display for Reason {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Canonical { form } => write!(f, "{form}: the canonical form"),
            Self::Number { form, bits } => {
                write!(f, "{form}: any number of {bits} bits has this form")
            }
            Self::Other { form } => write!(f, "{form}: another form of the format"),
            Self::Shape { form: "text" } => f.write_str("length and alphabet fit"),
            Self::Shape { form } => write!(f, "length and alphabet fit, spelled {form}"),
            Self::Fixed { field, value } => write!(f, "{field} is {value}, as always"),
            Self::Says(why) => f.write_str(why),
            Self::Alias => f.write_str("not as the form is written"),
            Self::Taken(spelling) => write!(f, "taken off: {}", spelling.about()),
            Self::Common => f.write_str("how common it is"),
        }
    }
}
