//! The texts that identifiers are written in.

use ids_core::{Base32, Base64, Digits, ParseError, Text, impl_name};

use crate::{Siq, uri};

/// A way to write an identifier as text (SIQ-9 to SIQ-15).
///
/// Decoding is the inverse of encoding: a text that [`encode`](Self::encode) does not write is an
/// error, but for the upper or lower case that is named below. Nothing wraps: a number of more
/// than 112 bits is an error.
///
/// ```
/// use siq::{Form, ParseError, Siq};
/// let id: Siq = "did:siq:lm2a3kiagopopibaaaamgzymuoac6".parse()?;
/// assert_eq!(Form::Hex.encode(id), "673dcf4040000186ce1947005e");
/// assert_eq!(Form::Crockford.encode(id), "6EFEF810000C6SRCME02Y");
/// assert_eq!(Form::Crockford.decode(b"6EFEF810000C6SRCME02Y"), Ok(id));
/// assert_eq!(Form::Decimal.decode(b"007"), Err(ParseError::LeadingZero { index: 0 }));
/// # Ok::<(), ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// Decimal without leading zeros, 1 to 34 digits.
    Decimal,
    /// Hexadecimal in lower case without leading zeros, 1 to 28 digits.
    Hex,
    /// Octal without leading zeros, 1 to 38 digits.
    Octal,
    /// base64url of the number as 15 bytes, always 20 digits; the first is `A`.
    Base64,
    /// Crockford's base 32 in upper case without leading zeros, at most 23 digits. Zero is the
    /// empty text. Lower case is an alias; `I`, `L`, `O` and hyphens are not read.
    Crockford,
    /// As [`Crockford`](Self::Crockford) behind a `0`, as in addresses of pages. Zero is `0`.
    Crockford0,
    /// The number in `a-z2-7`, always 24 digits.
    Base32,
    /// A CRC-32 and the number in `a-z2-7`, always 29 digits. Upper case is an alias.
    Uri,
    /// `did:siq:`, then as [`Uri`](Self::Uri): the canonical text.
    Did,
}

static DECIMAL: Digits<10> = Digits::DECIMAL;
static HEX: Digits<16> = Digits::HEX;
static OCTAL: Digits<8> = Digits::new(b"01234567");
static BASE64: Base64 =
    Base64::new(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
static CROCKFORD: Digits<32> = Digits::new(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ").ignore_case();
static BASE32: Base32 = Base32::new(b"abcdefghijklmnopqrstuvwxyz234567");

const BITS: u32 = Siq::LAYOUT.bits();

/// What stands before the digits of a decentralised identifier.
const DID: &str = "did:siq:";

impl Form {
    /// All forms.
    pub const ALL: &[Self] = &[
        Self::Decimal,
        Self::Hex,
        Self::Octal,
        Self::Base64,
        Self::Crockford,
        Self::Crockford0,
        Self::Base32,
        Self::Uri,
        Self::Did,
    ];

    /// The name in lower case.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decimal => "decimal",
            Self::Hex => "hex",
            Self::Octal => "octal",
            Self::Base64 => "base64",
            Self::Crockford => "crockford",
            Self::Crockford0 => "crockford0",
            Self::Base32 => "base32",
            Self::Uri => "uri",
            Self::Did => "did",
        }
    }

    /// The text of an identifier.
    #[inline]
    pub fn encode(self, id: Siq) -> Text<38> {
        let bits = id.to_bits();
        match self {
            Self::Decimal => DECIMAL.encode(bits),
            Self::Hex => HEX.encode(bits),
            Self::Octal => OCTAL.encode(bits),
            Self::Base64 => text([BASE64.encode::<20>(bits).as_bytes()]),
            Self::Crockford => crockford(bits),
            Self::Crockford0 => text([b"0", crockford(bits).as_bytes()]),
            Self::Base32 => text([BASE32.encode::<24>(bits).as_bytes()]),
            Self::Uri => uri::encode(b"", id),
            Self::Did => uri::encode(b"did:siq:", id),
        }
    }

    /// The identifier of a text.
    ///
    /// # Errors
    /// Any [`ParseError`] but `Fixed` and `Unknown`: what is wrong, and where.
    #[inline]
    pub fn decode(self, text: &[u8]) -> Result<Siq, ParseError> {
        let bits = match self {
            Self::Decimal => DECIMAL.decode::<BITS>(text)?,
            Self::Hex => HEX.decode::<BITS>(text)?,
            Self::Octal => OCTAL.decode::<BITS>(text)?,
            Self::Base64 => BASE64.decode::<20>(text)?,
            Self::Crockford => from_crockford(text)?,
            Self::Crockford0 => after("0", text, from_crockford)?,
            Self::Base32 => BASE32.decode::<24>(text)?,
            Self::Uri => return uri::decode_any_case(text),
            Self::Did => return after(DID, text, uri::decode_any_case),
        };
        Siq::from_bits(bits)
    }
}

impl_name!(Form, "form");

/// The characters of all parts. No form has more than 38, see the test of the largest identifier.
#[inline]
fn text<const PARTS: usize>(parts: [&[u8]; PARTS]) -> Text<38> {
    let mut text = Text::EMPTY;
    for part in parts {
        let fits = text.push(part);
        debug_assert!(fits, "the longest form has 38 characters");
    }
    text
}

#[inline]
fn crockford(bits: u128) -> Text<38> {
    if bits == 0 { Text::EMPTY } else { CROCKFORD.encode(bits) }
}

fn from_crockford(text: &[u8]) -> Result<u128, ParseError> {
    match text {
        [] => Ok(0),
        [b'0', ..] => Err(ParseError::LeadingZero { index: 0 }),
        _ => CROCKFORD.decode::<BITS>(text),
    }
}

/// Decodes what follows a prefix.
fn after<T>(
    prefix: &'static str,
    text: &[u8],
    decode: impl FnOnce(&[u8]) -> Result<T, ParseError>,
) -> Result<T, ParseError> {
    let same = text.iter().zip(prefix.as_bytes()).take_while(|(a, b)| a == b).count();
    if same < prefix.len() {
        return Err(ParseError::Expected { index: same, text: prefix });
    }
    decode(&text[same..]).map_err(|error| error.shifted(same))
}
