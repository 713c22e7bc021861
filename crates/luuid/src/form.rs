//! The texts that identifiers are written in.

use ids_core::{
    ParseError, Text,
    format::{Hex, has_upper_case, impl_forms, named, or_return},
};

use crate::Luuid;

named! {
    "form"
    /// A way to write an identifier as text ([LUUID-6](crate::rules#luuid-6),
    /// [LUUID-7](crate::rules#luuid-7)).
    ///
    /// Decoding is the inverse of encoding: a text that [`encode`](Self::encode) does not write is an
    /// error, except for the case of letters: all forms but the canonical one read either case.
    ///
    /// ```
    /// use luuid::{Form, Luuid};
    /// let id: Luuid = "00000023-122e-6aa1-a789-28ef27ab7c62".parse()?;
    /// assert_eq!(Form::Urn.encode(id), "urn:uuid:00000023-122e-6aa1-a789-28ef27ab7c62");
    /// assert_eq!(Form::Hex.decode(b"00000023122E6AA1A78928EF27AB7C62"), Ok(id));
    /// # Ok::<(), luuid::ParseError>(())
    /// ```
    #[non_exhaustive]
    pub enum Form {
        /// The canonical text: that of a UUID, 8-4-4-4-12 digits in lower case.
        Uuid => "uuid",
        /// 32 digits without hyphens.
        Hex => "hex",
        /// The text of a UUID after `urn:uuid:`.
        Urn => "urn",
        /// The text of a UUID in braces.
        Braced => "braced",
        /// The text of a UUID in upper case.
        Upper => "upper",
        /// The grouping 9-3-4-4-12 in which the format was published. Some UUID libraries read it as
        /// another number without an error. Do not pass it to them.
        Published => "published",
    }
}

const URN: &str = "urn:uuid:";

impl_forms!(Luuid: Form, encode, decode);

impl Form {
    /// Whether the texts that [`encode`](Self::encode) writes sort as the identifiers do: all do.
    #[inline]
    pub const fn sorts(self) -> bool {
        true
    }

    /// The text of an identifier.
    #[inline]
    pub const fn encode(self, id: Luuid) -> Text<45> {
        let text = id.encode();
        match self {
            Self::Uuid => text.widen(),
            Self::Hex => Hex::LOWER.encode::<32>(id.to_bits()).widen(),
            Self::Urn => Text::concat(&[URN.as_bytes(), text.as_bytes()]),
            Self::Braced => Text::concat(&[b"{", text.as_bytes(), b"}"]),
            Self::Upper => text.upper().widen(),
            Self::Published => Text::concat(&[published(text.as_bytes()).as_slice()]),
        }
    }

    /// The identifier that a text of this form writes.
    ///
    /// # Errors
    /// [`ParseError::Length`]; [`ParseError::Expected`] if something around the digits is missing;
    /// [`ParseError::Digit`] for the first byte that is not a digit; [`ParseError::OneOf`] and
    /// [`ParseError::Fixed`] as [`Luuid::from_bits`].
    #[inline]
    pub const fn decode(self, text: &[u8]) -> Result<Luuid, ParseError> {
        let bits = match self {
            Self::Uuid => return Luuid::decode(text),
            Self::Hex => Hex::ANY_CASE.decode::<32>(text),
            Self::Urn => decode_urn(text),
            Self::Braced => decode_braced(text),
            Self::Upper => Hex::ANY_CASE.decode_uuid(text),
            Self::Published => decode_published(text),
        };
        Luuid::from_bits(or_return!(bits))
    }

    /// The form of a text. The length decides it. For 36 characters the place of the first hyphen decides, and then
    /// whether a letter is in upper case.
    ///
    /// # Errors
    /// [`ParseError::Length`] if no form has texts of this length.
    #[inline]
    pub const fn of(text: &[u8]) -> Result<Self, ParseError> {
        match *text {
            [_, _, _, _, _, _, _, _, found, b'-', ..] if text.len() == 36 && found != b'-' => {
                Ok(Self::Published)
            }
            _ => match text.len() {
                32 => Ok(Self::Hex),
                36 if has_upper_case(text) => Ok(Self::Upper),
                36 => Ok(Self::Uuid),
                38 => Ok(Self::Braced),
                45 => Ok(Self::Urn),
                found => Err(ParseError::Length { found, min: 32, max: 45 }),
            },
        }
    }
}

const fn decode_urn(text: &[u8]) -> Result<u128, ParseError> {
    if text.len() != URN.len() + 36 {
        return Err(length(text, URN.len()));
    }
    let (prefix, inner) = text.split_at(URN.len());
    let mut index = 0;
    while index < URN.len() {
        if prefix[index].to_ascii_lowercase() != URN.as_bytes()[index] {
            return Err(ParseError::Expected { index: 0, text: URN });
        }
        index += 1;
    }
    match Hex::ANY_CASE.decode_uuid(inner) {
        Err(error) => Err(error.shifted(URN.len())),
        bits => bits,
    }
}

const fn decode_braced(text: &[u8]) -> Result<u128, ParseError> {
    match text {
        [first, inner @ .., last] if inner.len() == 36 => {
            if *first != b'{' {
                return Err(ParseError::Expected { index: 0, text: "{" });
            }
            if *last != b'}' {
                return Err(ParseError::Expected { index: 37, text: "}" });
            }
            match Hex::ANY_CASE.decode_uuid(inner) {
                Err(error) => Err(error.shifted(1)),
                bits => bits,
            }
        }
        _ => Err(length(text, 2)),
    }
}

/// The text is not that of a UUID and `more` characters.
const fn length(text: &[u8], more: usize) -> ParseError {
    ParseError::Length { found: text.len(), min: 36 + more, max: 36 + more }
}

/// The number of 9-3-4-4-12 digits: the same digits as a UUID's with the first hyphen after the
/// ninth.
const fn decode_published(text: &[u8]) -> Result<u128, ParseError> {
    let Some((text, [])) = text.split_first_chunk::<36>() else {
        return Err(length(text, 0));
    };
    if text[9] != b'-' {
        return Err(ParseError::Expected { index: 9, text: "-" });
    }
    match Hex::ANY_CASE.decode_uuid(&published(text)) {
        Err(ParseError::Digit { index: 9, byte }) => Err(ParseError::Digit { index: 8, byte }),
        bits => bits,
    }
}

/// A text of 36 characters with the ninth and the tenth exchanged.
const fn published(text: &[u8]) -> [u8; 36] {
    let (mut published, mut index) = ([0; 36], 0);
    while index < 36 {
        published[index] = text[match index {
            8 => 9,
            9 => 8,
            index => index,
        }];
        index += 1;
    }
    published
}
