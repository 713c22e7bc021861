//! The texts that identifiers are written in.

use ids_core::{
    ParseError, Text,
    format::{Hex, impl_forms, named},
};

use crate::Ulid;

named! {
    "form"
    /// A way to write an identifier as text.
    #[non_exhaustive]
    pub enum Form {
        /// The canonical text: 26 digits of Crockford's base 32 (ULID-3). Lower case is an alias.
        Crockford => "crockford",
        /// The text of a UUID, in lower case (ULID-4).
        Uuid => "uuid",
    }
}

impl_forms!(Ulid: Form, encode, decode);

impl Form {
    /// The text of an identifier.
    #[inline]
    pub const fn encode(self, id: Ulid) -> Text<36> {
        match self {
            Self::Crockford => id.encode().widen(),
            Self::Uuid => Hex::LOWER.encode_uuid(id.to_bits()),
        }
    }

    /// The identifier that a text of this form writes.
    ///
    /// # Errors
    /// [`ParseError`]: what is wrong, and where.
    #[inline]
    pub const fn decode(self, text: &[u8]) -> Result<Ulid, ParseError> {
        match self {
            Self::Crockford => Ulid::decode(text),
            Self::Uuid => match Hex::LOWER.decode_uuid(text) {
                Ok(bits) => Ok(Ulid::from_bits(bits)),
                Err(error) => Err(error),
            },
        }
    }
}
