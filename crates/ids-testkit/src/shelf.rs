//! A format for examples.

use ids_core::{
    ParseError, Text,
    format::{Field, Hex, Layout, identifier, or_return},
};

identifier! {
    /// A format for examples: any number of 16 bits, written as four hexadecimal digits.
    pub struct Shelf([u8; 2]) as AsBytes;
}

impl Shelf {
    /// The number alone.
    pub const LAYOUT: Layout = Layout::new("shelf", 16, &[Field::new("number", 15, 0)]);

    /// What the texts match.
    pub const PATTERN: &'static str = "^[0-9a-f]{4}$";

    /// The text.
    pub const fn encode(self) -> Text<4> {
        Hex::LOWER.encode(self.to_bits())
    }

    /// The one of exactly this text.
    ///
    /// # Errors
    /// [`ParseError::Length`]; [`ParseError::Digit`].
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        Self::from_bits(or_return!(Hex::LOWER.decode::<4>(text)))
    }
}
