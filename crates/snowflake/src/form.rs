//! The texts that 64-bit identifiers are written in.

use ids_core::{
    ParseError, Text,
    format::{Base32, Base64, Digits, named, or_return},
};

named! {
    "form"
    /// A way to write a 64-bit identifier as text ([SNOW-20](crate::rules#snow-20)).
    ///
    /// Decoding is the inverse of encoding: a text that [`encode`](Self::encode) does not write is an
    /// error, except for the aliases named below. Nothing wraps: a number of more than 64 bits is an
    /// error. No form has a sign. It takes and gives numbers, since a flavour may be known only when the
    /// program runs; of a [`Snowflake`](crate::Snowflake), give [`to_bits`](crate::Snowflake::to_bits).
    ///
    /// ```
    /// use snowflake::{Form, ParseError};
    /// let id = 175_928_847_299_117_063;
    /// assert_eq!(Form::Base58.encode(id), "pFLuuKMHer");
    /// assert_eq!(Form::Base58.decode(b"pFLuuKMHer"), Ok(id));
    /// assert_eq!(Form::Decimal.decode(b"007"), Err(ParseError::LeadingZero { index: 0 }));
    /// ```
    #[non_exhaustive]
    pub enum Form {
        /// Decimal without leading zeros, 1 to 20 digits: what most flavours write
        /// ([SNOW-21](crate::rules#snow-21)).
        Decimal => "decimal",
        /// Hexadecimal in lower case without leading zeros, 1 to 16 digits
        /// ([SNOW-22](crate::rules#snow-22)).
        Hex => "hex",
        /// bwmarrin's base 32: the digits of the number in z-base-32's alphabet, no leading zeros
        /// (`y`), 1 to 13 digits. Not z-base-32 of the bytes ([SNOW-23](crate::rules#snow-23)).
        Base32 => "base32",
        /// bwmarrin's base 36: `0` to `9` and `a` to `z`, no leading zeros, 1 to 13 digits. Upper case
        /// is an alias ([SNOW-24](crate::rules#snow-24)).
        Base36 => "base36",
        /// bwmarrin's base 58: digits, then lower case, then upper case (Flickr's order, not
        /// Bitcoin's), no leading zeros (`1`), 1 to 11 digits ([SNOW-25](crate::rules#snow-25)).
        Base58 => "base58",
        /// Crockford's base 32 of the number, always 13 digits, so that texts sort as the numbers do.
        /// Lower case, `I` and `L` for 1 and `O` for 0 are aliases ([SNOW-26](crate::rules#snow-26)).
        Crockford => "crockford",
        /// A timestamp identifier of the AT protocol: 13 digits of `234567a-z`, in ASCII order, so
        /// that texts sort as the numbers do ([SNOW-27](crate::rules#snow-27)).
        Tid => "tid",
        /// Instagram's shortcode: the digits of the number in base64url's alphabet, no leading zeros
        /// (`A`), 1 to 11 digits ([SNOW-28](crate::rules#snow-28)).
        Shortcode => "shortcode",
        /// suou's base64: base64url of the number as nine bytes, always 12 digits
        /// ([SNOW-29](crate::rules#snow-29)).
        SuouBase64 => "suou-base64",
        /// suou's Crockford base 32: 13 digits of the number shifted left by one bit. This is not what
        /// [`Crockford`](Self::Crockford) writes, and the two texts cannot be told apart
        /// ([SNOW-30](crate::rules#snow-30)).
        SuouCb32 => "suou-cb32",
        /// suou's base 32: the digits of the number in `a-z2-7`, no leading zeros (`a`), 1 to 13
        /// digits. Upper case is an alias ([SNOW-31](crate::rules#snow-31)).
        SuouB32l => "suou-b32l",
    }
}

static DECIMAL: Digits<10> = Digits::DECIMAL;
static HEX: Digits<16> = Digits::HEX;
static BASE32: Digits<32> = Digits::new(b"ybndrfg8ejkmcpqxot1uwisza345h769");
static BASE36: Digits<36> = Digits::new(b"0123456789abcdefghijklmnopqrstuvwxyz").ignore_case();
static BASE58: Digits<58> =
    Digits::new(b"123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ");
static CB32: Base32 = Base32::new(CROCKFORD_ALPHABET);
static CROCKFORD: Base32 = Base32::new(CROCKFORD_ALPHABET)
    .ignore_case()
    .alias(b'I', b'1')
    .alias(b'i', b'1')
    .alias(b'L', b'1')
    .alias(b'l', b'1')
    .alias(b'O', b'0')
    .alias(b'o', b'0');
static TID: Base32 = Base32::new(b"234567abcdefghijklmnopqrstuvwxyz");
static BASE64: Base64 = Base64::new(URL_ALPHABET);
static SHORTCODE: Digits<64> = Digits::new(URL_ALPHABET);
static B32L: Digits<32> = Digits::new(b"abcdefghijklmnopqrstuvwxyz234567").ignore_case();

const CROCKFORD_ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const URL_ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

impl Form {
    /// The anchored regular expression of the texts that [`encode`](Self::encode) writes. Where the
    /// largest number is not a power of the base, it also matches texts of somewhat larger numbers.
    #[inline]
    pub const fn pattern(self) -> &'static str {
        match self {
            Self::Decimal => "^(0|[1-9][0-9]{0,19})$",
            Self::Hex => "^(0|[1-9a-f][0-9a-f]{0,15})$",
            Self::Base32 => "^(y|[a-km-uw-xz13-9][a-km-uw-z13-9]{0,12})$",
            Self::Base36 => "^(0|[1-9a-z][0-9a-z]{0,12})$",
            Self::Base58 => "^(1|[2-9a-km-zA-HJ-NP-Z][1-9a-km-zA-HJ-NP-Z]{0,10})$",
            Self::Crockford => "^[0-9A-F][0-9A-HJKMNP-TV-Z]{12}$",
            Self::Tid => "^[2-7a-j][2-7a-z]{12}$",
            Self::Shortcode => "^(A|[B-Za-z0-9_-][A-Za-z0-9_-]{0,10})$",
            Self::SuouBase64 => "^A[A-P][A-Za-z0-9_-]{10}$",
            Self::SuouCb32 => "^[0-9A-HJKMNP-TV-Z]{12}[02468ACEGJMPRTWY]$",
            Self::SuouB32l => "^(a|[b-z2-7][a-z2-7]{0,12})$",
        }
    }

    /// The same of the numbers whose bit 63 is 0, where a digit's place shows it.
    #[inline]
    pub(crate) const fn positive_pattern(self) -> &'static str {
        match self {
            Self::Hex => "^(0|[1-9a-f][0-9a-f]{0,14}|[1-7][0-9a-f]{15})$",
            Self::Crockford => "^[0-7][0-9A-HJKMNP-TV-Z]{12}$",
            Self::Tid => "^[2-7ab][2-7a-z]{12}$",
            Self::SuouBase64 => "^A[A-H][A-Za-z0-9_-]{10}$",
            Self::SuouCb32 => "^[0-9A-F][0-9A-HJKMNP-TV-Z]{11}[02468ACEGJMPRTWY]$",
            other => other.pattern(),
        }
    }

    /// Whether the texts that [`encode`](Self::encode) writes sort as the numbers do.
    #[inline]
    pub const fn sorts(self) -> bool {
        matches!(self, Self::Crockford | Self::Tid | Self::SuouCb32)
    }

    /// The text of this number.
    #[inline]
    pub const fn encode(self, bits: u64) -> Text<20> {
        let value = bits as u128;
        match self {
            Self::Decimal => DECIMAL.encode(value),
            Self::Hex => HEX.encode(value),
            Self::Base32 => BASE32.encode(value),
            Self::Base36 => BASE36.encode(value),
            Self::Base58 => BASE58.encode(value),
            Self::Crockford => CROCKFORD.encode::<13>(value).widen(),
            Self::Tid => TID.encode::<13>(value).widen(),
            Self::Shortcode => SHORTCODE.encode(value),
            Self::SuouBase64 => BASE64.encode::<12>(value).widen(),
            Self::SuouCb32 => CB32.encode::<13>(value << 1).widen(),
            Self::SuouB32l => B32L.encode(value),
        }
    }

    /// The number that the text writes.
    ///
    /// # Errors
    /// [`ParseError::Length`]; [`ParseError::Digit`] for the first byte that is not a digit;
    /// [`ParseError::LeadingZero`] where the form has none; [`ParseError::TooLarge`] for more than
    /// 64 bits.
    #[inline]
    pub const fn decode(self, text: &[u8]) -> Result<u64, ParseError> {
        let value = match self {
            Self::Decimal => DECIMAL.decode::<64>(text),
            Self::Hex => HEX.decode::<64>(text),
            Self::Base32 => BASE32.decode::<64>(text),
            Self::Base36 => BASE36.decode::<64>(text),
            Self::Base58 => BASE58.decode::<64>(text),
            Self::Crockford => CROCKFORD.decode::<13>(text),
            Self::Tid => TID.decode::<13>(text),
            Self::Shortcode => SHORTCODE.decode::<64>(text),
            Self::SuouBase64 => BASE64.decode::<12>(text),
            Self::SuouCb32 => match or_return!(CB32.decode::<13>(text)) {
                value if value & 1 == 1 => Err(ParseError::Digit { index: 12, byte: text[12] }),
                value => Ok(value >> 1),
            },
            Self::SuouB32l => B32L.decode::<64>(text),
        };
        narrow(or_return!(value))
    }
}

/// The number in 64 bits, if it has no more.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the comparison bounds it")]
pub(crate) const fn narrow(value: u128) -> Result<u64, ParseError> {
    if value > u64::MAX as u128 {
        return Err(ParseError::TooLarge { bits: 64 });
    }
    Ok(value as u64)
}
