//! Lenient reading: the other texts that UUIDs come in.

use ids_core::{Hex, ParseError, impl_name};

/// The form that [`Luuid::decode_lenient`](crate::Luuid::decode_lenient) met (LUUID-7).
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
    /// All forms.
    pub const ALL: &[Self] =
        &[Self::Canonical, Self::UpperCase, Self::Simple, Self::Urn, Self::Braced, Self::Published];

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

impl_name!(Form, "form");

const URN: &[u8] = b"urn:uuid:";

/// The number and the form. The length decides which form it is to be, and among those of 36
/// characters the place of the first hyphen.
#[inline]
pub(crate) fn decode(text: &[u8]) -> Result<(u128, Form), ParseError> {
    match *text {
        [_, _, _, _, _, _, _, _, found, b'-', ..] if text.len() == 36 && found != b'-' => {
            Ok((decode_published(text)?, Form::Published))
        }
        _ if text.len() == 36 => {
            let upper = text.iter().any(u8::is_ascii_uppercase);
            let form = if upper { Form::UpperCase } else { Form::Canonical };
            Ok((Hex::ANY_CASE.decode_uuid(text)?, form))
        }
        _ if text.len() == 32 => Ok((Hex::ANY_CASE.decode::<32>(text)?, Form::Simple)),
        [first, ref inner @ .., last] if inner.len() == 36 => {
            if first != b'{' {
                return Err(ParseError::Expected { index: 0, text: "{" });
            }
            if last != b'}' {
                return Err(ParseError::Expected { index: 37, text: "}" });
            }
            let bits = Hex::ANY_CASE.decode_uuid(inner).map_err(|error| error.shifted(1))?;
            Ok((bits, Form::Braced))
        }
        _ if text.len() == URN.len() + 36 => {
            let (prefix, inner) = text.split_at(URN.len());
            if !prefix.eq_ignore_ascii_case(URN) {
                return Err(ParseError::Expected { index: 0, text: "urn:uuid:" });
            }
            let bits =
                Hex::ANY_CASE.decode_uuid(inner).map_err(|error| error.shifted(URN.len()))?;
            Ok((bits, Form::Urn))
        }
        _ => Err(ParseError::Length { found: text.len(), min: 32, max: 45 }),
    }
}

/// The number of 9-3-4-4-12 digits, whose hyphen has been seen at index 9: the same digits with
/// the hyphen before the ninth.
fn decode_published(text: &[u8]) -> Result<u128, ParseError> {
    let Some((text, [])) = text.split_first_chunk::<36>() else {
        return Err(ParseError::Length { found: text.len(), min: 36, max: 36 });
    };
    let mut text = *text;
    text.swap(8, 9);
    Hex::ANY_CASE.decode_uuid(&text).map_err(|error| match error {
        ParseError::Digit { index: 9, byte } => ParseError::Digit { index: 8, byte },
        other => other,
    })
}
