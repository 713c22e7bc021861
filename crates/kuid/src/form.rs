//! The texts that identifiers are written in.

use ids_core::{
    ParseError, Text,
    format::{Base64, Digits, Hex, impl_forms, named, or_return},
};

use crate::{Kuid, Local, layout};

named! {
    "form"
    /// A way to write an identifier as text ([KUID-11](crate::rules#kuid-11),
    /// [KUID-13](crate::rules#kuid-13), [KUID-22](crate::rules#kuid-22)).
    ///
    /// Decoding is the inverse of encoding: a text that is not written is an error, except for
    /// [`Surplus`](Self::Surplus), which is only read. The two identifiers of the format have the same
    /// forms with other lengths, so each has a pair of functions here.
    ///
    /// ```
    /// use kuid::{Form, Global, Local};
    /// let local: Local = ".5.tXbhdV.3".parse()?;
    /// assert_eq!(Form::Decimal.encode_local(local), "27084864703004673");
    /// assert_eq!(Form::Base64Url.encode_local(local), "AGA5intpgAE");
    /// let global: Global = ".5.tXVEf8n8vPN.0".parse()?;
    /// assert_eq!(Form::Hex.encode_global(global), "0060398a03eb27327b698001");
    /// assert_eq!(Form::Base64Url.decode_global(b"AGA5igPrJzJ7aYAB"), Ok(global));
    /// # Ok::<(), kuid::ParseError>(())
    /// ```
    #[non_exhaustive]
    pub enum Form {
        /// The canonical text: 11 or 16 digits of `.0-9A-Z_a-z`.
        Base64 => "base64",
        /// The bytes as 16 or 24 hexadecimal digits in lower case.
        Hex => "hex",
        /// The number in decimal without leading zeros, 1 to 20 or 29 digits.
        Decimal => "decimal",
        /// The texts that versions 1.3.2 and 1.3.3 of the original wrote: 11 or 16 digits of base64url, which do
        /// not sort by time.
        Base64Url => "base64url",
        /// The texts that the original reads without an error: the canonical text, also with surplus bits in the
        /// last digit of a local identifier, or with a 17th digit after a global one. Reading drops the
        /// surplus. Writing gives the canonical text.
        Surplus => "surplus",
    }
}

static DECIMAL: Digits<10> = Digits::DECIMAL;

/// The digits of RFC 4648 for URLs. Their order is not that of the numbers.
static BASE64URL: Base64 =
    Base64::new(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");

impl_forms!(Local: Form, encode_local, decode_local);
impl_forms!([const DRIFT: u8] Kuid<DRIFT>, Form, encode_global, decode_global);

impl Form {
    /// Whether the texts that are written sort as the identifiers do.
    #[inline]
    pub const fn sorts(self) -> bool {
        match self {
            Self::Base64 | Self::Hex | Self::Surplus => true,
            Self::Decimal | Self::Base64Url => false,
        }
    }

    /// The text of a local identifier.
    #[inline]
    pub const fn encode_local(self, id: Local) -> Text<20> {
        match self {
            Self::Base64 | Self::Surplus => id.encode().widen(),
            Self::Hex => Hex::LOWER.encode::<16>(id.to_bits() as u128).widen(),
            Self::Decimal => DECIMAL.encode(id.to_bits() as u128),
            Self::Base64Url => BASE64URL.encode::<11>(layout::padded(id.to_bits())).widen(),
        }
    }

    /// The local identifier that a text of this form writes.
    ///
    /// # Errors
    /// [`ParseError::Length`]. [`ParseError::Digit`] for the first byte that is not a digit of the
    /// form. The last digit of 11 carries four bits: one with more is this error too, except in
    /// the form `Surplus`. In decimal also [`ParseError::LeadingZero`] and
    /// [`ParseError::TooLarge`].
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "no form reads more than 64 bits")]
    pub const fn decode_local(self, text: &[u8]) -> Result<Local, ParseError> {
        let bits = match self {
            Self::Base64 => return Local::decode(text),
            Self::Hex => Hex::LOWER.decode::<16>(text),
            Self::Decimal => DECIMAL.decode::<64>(text),
            Self::Base64Url => match layout::unpadded(or_return!(BASE64URL.decode::<11>(text))) {
                (bits, 0) => Ok(bits as u128),
                _ => Err(ParseError::Digit { index: 10, byte: text[10] }),
            },
            Self::Surplus => return Ok(or_return!(Local::decode_lenient(text)).0),
        };
        Ok(Local::from_bits(or_return!(bits) as u64))
    }

    /// The text of a global identifier.
    #[inline]
    pub const fn encode_global<const DRIFT: u8>(self, id: Kuid<DRIFT>) -> Text<29> {
        match self {
            Self::Base64 | Self::Surplus => id.encode().widen(),
            Self::Hex => Hex::LOWER.encode::<24>(id.to_bits()).widen(),
            Self::Decimal => DECIMAL.encode(id.to_bits()),
            Self::Base64Url => BASE64URL.encode::<16>(id.to_bits()).widen(),
        }
    }

    /// The global identifier that a text of this form writes.
    ///
    /// # Errors
    /// [`ParseError::Length`]; [`ParseError::Digit`] for the first byte that is not a digit of the
    /// form; in decimal also [`ParseError::LeadingZero`] and [`ParseError::TooLarge`].
    #[inline]
    pub const fn decode_global<const DRIFT: u8>(
        self,
        text: &[u8],
    ) -> Result<Kuid<DRIFT>, ParseError> {
        let bits = match self {
            Self::Base64 => return Kuid::decode(text),
            Self::Hex => Hex::LOWER.decode::<24>(text),
            Self::Decimal => DECIMAL.decode::<96>(text),
            Self::Base64Url => BASE64URL.decode::<16>(text),
            Self::Surplus => return Ok(or_return!(Kuid::decode_lenient(text)).0),
        };
        Kuid::from_bits(or_return!(bits))
    }
}
