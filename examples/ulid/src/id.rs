//! The identifier.

use ids_core::{
    ParseError, RangeError, Text, UnixTime,
    format::{Ticks, identifier, impl_uuid, or_return},
};

use crate::layout;

identifier! {
    /// A ULID: 48 bits of time and 80 random bits.
    pub struct Ulid([u8; 16]): u128 as AsUuid;
}

impl_uuid!(Ulid);

impl Ulid {
    /// The unit and the epoch of `timestamp` (ULID-2).
    pub const TICKS: Ticks = layout::TICKS;

    /// The regular expression of the texts that are written (ULID-3).
    pub const PATTERN: &'static str = "^[0-7][0-9A-HJKMNP-TV-Z]{25}$";

    /// The identifier of an instant, rounded down to the millisecond, and 80 random bits.
    ///
    /// # Errors
    /// [`RangeError`] after the year 10889, and if `random` is wider than 80 bits.
    #[inline]
    pub const fn new(time: UnixTime, random: u128) -> Result<Self, RangeError> {
        let first = or_return!(Self::first_at(time));
        if random >> 80 != 0 {
            let field = Self::RANDOM_HIGH;
            let value = (random >> 64) as u64;
            let error = RangeError::Field { field: field.name(), value, max: field.max() };
            return Err(error);
        }
        Ok(Self::from_bits(first.to_bits() | random))
    }

    /// The start of the identifier's millisecond, since the Unix epoch.
    #[inline]
    pub const fn time(self) -> UnixTime {
        Self::TICKS.start(self.timestamp())
    }

    /// The 80 random bits.
    #[inline]
    pub const fn random(self) -> u128 {
        self.to_bits() & !Self::TIMESTAMP.mask()
    }

    /// The first identifier of the millisecond that holds this instant (ULID-2).
    ///
    /// # Errors
    /// [`RangeError`] after the year 10889.
    #[inline]
    pub const fn first_at(time: UnixTime) -> Result<Self, RangeError> {
        let tick = or_return!(Self::TICKS.at_most(time, Self::TIMESTAMP.max()));
        Ok(Self::from_bits((tick as u128) << Self::TIMESTAMP.low()))
    }

    /// The last identifier of the millisecond that holds this instant (ULID-2).
    ///
    /// # Errors
    /// As [`first_at`](Self::first_at).
    #[inline]
    pub const fn last_at(time: UnixTime) -> Result<Self, RangeError> {
        Ok(Self::from_bits(or_return!(Self::first_at(time)).to_bits() | !Self::TIMESTAMP.mask()))
    }

    /// The canonical text: 26 digits (ULID-3).
    #[inline]
    pub const fn encode(self) -> Text<26> {
        layout::DIGITS.encode(self.to_bits())
    }

    /// The identifier of a canonical text, in either case (ULID-3).
    ///
    /// # Errors
    /// [`ParseError::Length`], [`ParseError::Digit`]; [`ParseError::TooLarge`] if the first digit
    /// is above 7.
    #[inline]
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        Ok(Self::from_bits(or_return!(layout::DIGITS.decode::<26>(text))))
    }
}
