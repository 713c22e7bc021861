//! The texts that identifiers are written in.

use ids_core::{
    ParseError, Text,
    format::{Base64, Digits, Hex, impl_forms, named, or_return},
};

use crate::{Siq, embedded, uri};

named! {
    "form"
    /// A way to write an identifier as text ([SIQ-9](crate::rules#siq-9) to
    /// [SIQ-15](crate::rules#siq-15), [SIQ-20](crate::rules#siq-20)).
    ///
    /// Decoding is the inverse of encoding: a text that [`encode`](Self::encode) does not write is an
    /// error, except for the upper or lower case that is named below. Nothing wraps: a number of more
    /// than 112 bits is an error. A text with a domain is a [`Handle`](crate::Handle).
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
    #[non_exhaustive]
    pub enum Form {
        /// `did:siq:`, then as [`Uri`](Self::Uri): the canonical text.
        Did => "did",
        /// A CRC-32 and the number in `a-z2-7`, always 29 digits. Upper case is an alias.
        Uri => "uri",
        /// Decimal without leading zeros, 1 to 34 digits.
        Decimal => "decimal",
        /// Hexadecimal in lower case without leading zeros, 1 to 28 digits.
        Hex => "hex",
        /// Octal without leading zeros, 1 to 38 digits.
        Octal => "octal",
        /// base64url of the number as 15 bytes, always 20 digits; the first is `A`.
        Base64 => "base64",
        /// Crockford's base 32 in upper case without leading zeros, at most 23 digits. Zero is the
        /// empty text. Lower case is an alias; `I`, `L`, `O` and hyphens are not read.
        Crockford => "crockford",
        /// As [`Crockford`](Self::Crockford) behind a `0`, as in addresses of pages. Zero is `0`.
        Crockford0 => "crockford0",
        /// The number in `a-z2-7`, always 24 digits.
        Base32 => "base32",
        /// A UUID of version 8 in lower case, whose 122 free bits are the number: the only text that
        /// sorts as the identifiers do.
        Uuid => "uuid",
    }
}

static DECIMAL: Digits<10> = Digits::DECIMAL;
static HEX: Digits<16> = Digits::HEX;
static OCTAL: Digits<8> = Digits::new(b"01234567");
static BASE64: Base64 =
    Base64::new(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
static CROCKFORD: Digits<32> = Digits::new(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ").ignore_case();

const BITS: u32 = Siq::LAYOUT.bits();

impl_forms!(Siq: Form, encode, decode);

impl Form {
    /// Whether the texts that [`encode`](Self::encode) writes sort as the identifiers do
    /// ([SIQ-18](crate::rules#siq-18)).
    #[inline]
    pub const fn sorts(self) -> bool {
        matches!(self, Self::Uuid)
    }

    /// The text of an identifier.
    #[inline]
    pub const fn encode(self, id: Siq) -> Text<38> {
        let bits = id.to_bits();
        match self {
            Self::Did => uri::encode_did(id),
            Self::Uri => uri::encode(Text::<0>::EMPTY, id),
            Self::Decimal => DECIMAL.encode(bits),
            Self::Hex => HEX.encode(bits),
            Self::Octal => OCTAL.encode(bits),
            Self::Base64 => BASE64.encode::<20>(bits).widen(),
            Self::Crockford => crockford(bits),
            Self::Crockford0 => Text::concat(&[b"0", crockford(bits).as_bytes()]),
            Self::Base32 => uri::STRICT.encode::<24>(bits).widen(),
            Self::Uuid => Hex::LOWER.encode_uuid(embedded::embed(id)).widen(),
        }
    }

    /// The identifier that a text of this form writes.
    ///
    /// # Errors
    /// Any [`ParseError`] but `Unknown`; `Fixed` for a UUID of another kind.
    #[inline]
    pub const fn decode(self, text: &[u8]) -> Result<Siq, ParseError> {
        let bits = match self {
            Self::Did => return uri::decode_did(text),
            Self::Uri => return uri::decode_any_case(text),
            Self::Decimal => DECIMAL.decode::<BITS>(text),
            Self::Hex => HEX.decode::<BITS>(text),
            Self::Octal => OCTAL.decode::<BITS>(text),
            Self::Base64 => BASE64.decode::<20>(text),
            Self::Crockford => from_crockford(text),
            Self::Crockford0 => match text.split_first() {
                Some((b'0', digits)) => match from_crockford(digits) {
                    Err(error) => Err(error.shifted(1)),
                    bits => bits,
                },
                _ => Err(ParseError::Expected { index: 0, text: "0" }),
            },
            Self::Base32 => uri::STRICT.decode::<24>(text),
            Self::Uuid => return embedded::extract(or_return!(Hex::LOWER.decode_uuid(text))),
        };
        Siq::from_bits(or_return!(bits))
    }
}

#[inline]
const fn crockford(bits: u128) -> Text<38> {
    if bits == 0 { Text::EMPTY } else { CROCKFORD.encode(bits) }
}

const fn from_crockford(text: &[u8]) -> Result<u128, ParseError> {
    match text {
        [] => Ok(0),
        [b'0', ..] => Err(ParseError::LeadingZero { index: 0 }),
        _ => CROCKFORD.decode::<BITS>(text),
    }
}
