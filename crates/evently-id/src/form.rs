//! The texts that ids are written in.

use ids_core::{
    ParseError, Text,
    format::{Hex, impl_forms, named, or_return},
};

use crate::EventId;

named! {
    "form"
    /// A way to write an id as text (rules [EVENTLY-4](crate::rules#evently-4) and
    /// [EVENTLY-5](crate::rules#evently-5)).
    ///
    /// Decoding is the inverse of encoding: a text that [`encode`](Self::encode) does not write is an
    /// error, except for the case of letters where a form says so.
    ///
    /// ```
    /// use evently_id::{EventId, Form};
    /// let id: EventId = "0005cd7556b05092aecc815daa77f99c".parse()?;
    /// assert_eq!(Form::Uuid.encode(id), "0005cd75-56b0-5092-aecc-815daa77f99c");
    /// assert_eq!(Form::Uuid.decode(b"0005CD75-56B0-5092-AECC-815DAA77F99C"), Ok(id));
    /// # Ok::<(), evently_id::ParseError>(())
    /// ```
    #[non_exhaustive]
    pub enum Form {
        /// The canonical text: 32 hex digits in lower case.
        Hex => "hex",
        /// 32 hex digits in upper case.
        Upper => "upper",
        /// 8-4-4-4-12 digits in lower case, as databases print a UUID. Upper case is an alias. Version
        /// and variant digits mean nothing.
        Uuid => "uuid",
    }
}

impl_forms!(EventId: Form, encode, decode);

impl Form {
    /// Whether the texts that [`encode`](Self::encode) writes sort as the ids do.
    #[inline]
    pub const fn sorts(self) -> bool {
        match self {
            Self::Hex | Self::Upper | Self::Uuid => true,
        }
    }

    /// The text of an id.
    #[inline]
    pub const fn encode(self, id: EventId) -> Text<36> {
        match self {
            Self::Hex => id.encode().widen(),
            Self::Upper => id.encode().upper().widen(),
            Self::Uuid => Hex::LOWER.encode_uuid(id.to_bits()),
        }
    }

    /// The id that a text of this form writes.
    ///
    /// # Errors
    /// [`ParseError::Length`]; [`ParseError::Expected`] if a hyphen is missing;
    /// [`ParseError::Digit`] for the first byte that is not a digit; [`ParseError::Fixed`] if bit
    /// 127 is set.
    #[inline]
    pub const fn decode(self, text: &[u8]) -> Result<EventId, ParseError> {
        let bits = match self {
            Self::Hex => return EventId::decode(text),
            Self::Upper => {
                let bits = or_return!(Hex::ANY_CASE.decode::<32>(text));
                or_return!(no_lower_case(text));
                Ok(bits)
            }
            Self::Uuid => Hex::ANY_CASE.decode_uuid(text),
        };
        EventId::from_bits(or_return!(bits))
    }
}

/// Refuses the first letter in lower case.
const fn no_lower_case(text: &[u8]) -> Result<(), ParseError> {
    let mut index = 0;
    while index < text.len() {
        if text[index].is_ascii_lowercase() {
            return Err(ParseError::Digit { index, byte: text[index] });
        }
        index += 1;
    }
    Ok(())
}
