//! Lenient reading: the other texts that UUIDs come in.

use ids_core::{Base16, ParseError};

use crate::text;

/// The form that [`Luuid::parse_lenient`](crate::Luuid::parse_lenient) met (LUUID-7).
///
/// In all of them but the first, letters may be of either case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// The canonical text.
    Canonical,
    /// The canonical text with upper-case letters in it.
    UpperCase,
    /// 32 digits without hyphens.
    Simple,
    /// The text of a UUID after `urn:uuid:`.
    Urn,
    /// The text of a UUID in braces.
    Braced,
    /// The grouping 9-3-4-4-12 in which the format was published. Read it with nothing else: some
    /// UUID libraries take it for another number without a word.
    Published,
}

impl Form {
    /// A stable lower-case name, for machine-readable output.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Canonical => "canonical",
            Self::UpperCase => "upper_case",
            Self::Simple => "simple",
            Self::Urn => "urn",
            Self::Braced => "braced",
            Self::Published => "published",
        }
    }
}

static ANY_CASE: Base16 = Base16::new(b"0123456789abcdef").ignore_case();

const URN: &[u8] = b"urn:uuid:";

/// The number and the form. The length decides which form it is to be, and among those of 36
/// characters the place of the first hyphen.
#[inline]
pub(crate) fn decode(text: &[u8]) -> Result<(u128, Form), ParseError> {
    match *text {
        [_, _, _, _, _, _, _, _, found, b'-', ..] if text.len() == 36 && found != b'-' => {
            Ok((text::decode::<9, 3>(&ANY_CASE, text)?, Form::Published))
        }
        _ if text.len() == 36 => {
            let upper = text.iter().any(u8::is_ascii_uppercase);
            let form = if upper { Form::UpperCase } else { Form::Canonical };
            Ok((text::decode::<8, 4>(&ANY_CASE, text)?, form))
        }
        _ if text.len() == 32 => Ok((ANY_CASE.decode::<32>(text)?, Form::Simple)),
        [first, ref inner @ .., last] if inner.len() == 36 => {
            if first != b'{' {
                return Err(ParseError::Expected { index: 0, text: "{" });
            }
            if last != b'}' {
                return Err(ParseError::Expected { index: 37, text: "}" });
            }
            let bits = text::decode::<8, 4>(&ANY_CASE, inner).map_err(|error| error.shifted(1))?;
            Ok((bits, Form::Braced))
        }
        _ if text.len() == URN.len() + 36 => {
            let (prefix, inner) = text.split_at(URN.len());
            if !prefix.eq_ignore_ascii_case(URN) {
                return Err(ParseError::Expected { index: 0, text: "urn:uuid:" });
            }
            let bits =
                text::decode::<8, 4>(&ANY_CASE, inner).map_err(|error| error.shifted(URN.len()))?;
            Ok((bits, Form::Urn))
        }
        _ => Err(ParseError::Length { found: text.len(), min: 32, max: 45 }),
    }
}
