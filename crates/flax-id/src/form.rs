//! The texts that identifiers are written in.

use ids_core::{
    ParseError, Text,
    format::{Digits, Hex, impl_forms, named, or_return},
};

use crate::FlaxId;

named! {
    "form"
    /// A way to write an identifier as text.
    ///
    /// Decoding is the inverse of encoding: a text that [`encode`](Self::encode) does not write is an
    /// error. The format itself has the canonical text only ([FLAX-5](crate::rules#flax-5)). The other
    /// forms write the same number, for places where that alphabet cannot be used.
    ///
    /// ```
    /// use flax_id::{FlaxId, Form};
    /// let id: FlaxId = "0RdKJcxqVBiAiQr0".parse()?;
    /// assert_eq!(Form::Hex.encode(id), "05ca55528f7680cb8bb9bdc1");
    /// assert_eq!(Form::Hex.decode(b"05ca55528f7680cb8bb9bdc1"), Ok(id));
    /// # Ok::<(), flax_id::ParseError>(())
    /// ```
    #[non_exhaustive]
    pub enum Form {
        /// The canonical text: 16 digits of `-0-9A-Z_a-z`.
        Base64 => "base64",
        /// The 12 bytes as 24 hexadecimal digits in lower case.
        Hex => "hex",
        /// The number in decimal without leading zeros, 1 to 29 digits.
        Decimal => "decimal",
    }
}

static DECIMAL: Digits<10> = Digits::DECIMAL;

impl_forms!(FlaxId: Form, encode, decode);

impl Form {
    /// Whether the texts that [`encode`](Self::encode) writes sort as the identifiers do.
    #[inline]
    pub const fn sorts(self) -> bool {
        match self {
            Self::Base64 | Self::Hex => true,
            Self::Decimal => false,
        }
    }

    /// The text of an identifier.
    #[inline]
    pub const fn encode(self, id: FlaxId) -> Text<29> {
        match self {
            Self::Base64 => id.encode().widen(),
            Self::Hex => Hex::LOWER.encode::<24>(id.to_bits()).widen(),
            Self::Decimal => DECIMAL.encode(id.to_bits()),
        }
    }

    /// The identifier that a text of this form writes.
    ///
    /// # Errors
    /// [`ParseError::Length`]; [`ParseError::Digit`] for the first byte that is not a digit of the
    /// form; in decimal also [`ParseError::LeadingZero`] and [`ParseError::TooLarge`].
    #[inline]
    pub const fn decode(self, text: &[u8]) -> Result<FlaxId, ParseError> {
        let bits = match self {
            Self::Base64 => return FlaxId::decode(text),
            Self::Hex => Hex::LOWER.decode::<24>(text),
            Self::Decimal => DECIMAL.decode::<96>(text),
        };
        FlaxId::from_bits(or_return!(bits))
    }
}
