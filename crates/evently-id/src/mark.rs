//! The mark of a place in a ledger.

use ids_core::{
    ParseError, RangeError, Text,
    format::{Hex, impl_component, or_return},
};

use crate::{EventId, LedgerId};

/// A place in a ledger as the interface of 2021 to 2023 named it: an event id without its
/// checksum, 24 lower-case hex digits (rule [EVENTLY-6](crate::rules#evently-6)).
///
/// ```
/// use evently_id::{EventId, Mark};
/// let id: EventId = "0005cd7556b05092aecc815daa77f99c".parse()?;
/// let mark: Mark = "0005cd7556b05092aa77f99c".parse()?;
/// assert_eq!(id.mark(), mark);
/// assert_eq!((mark.timestamp(), mark.ledger()), (id.timestamp(), id.ledger()));
/// # Ok::<(), evently_id::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    timestamp: u64,
    ledger: LedgerId,
}

impl_component!(Mark: (u64, LedgerId), to_parts, from_parts, RangeError);

impl Mark {
    /// The mark of this time and this ledger: microseconds since the Unix epoch in 63 bits, of
    /// which 0 means that nothing has matched yet.
    ///
    /// # Errors
    /// [`RangeError`] if the timestamp has more than 63 bits.
    #[inline]
    pub const fn new(timestamp: u64, ledger: LedgerId) -> Result<Self, RangeError> {
        or_return!(EventId::TIMESTAMP.put(timestamp));
        Ok(Self { timestamp, ledger })
    }

    #[inline]
    const fn to_parts(self) -> (u64, LedgerId) {
        (self.timestamp, self.ledger)
    }

    #[inline]
    const fn from_parts((timestamp, ledger): (u64, LedgerId)) -> Result<Self, RangeError> {
        Self::new(timestamp, ledger)
    }

    #[inline]
    pub(crate) const fn of(event: EventId) -> Self {
        Self { timestamp: event.timestamp(), ledger: event.ledger() }
    }

    /// Microseconds since the Unix epoch; 0 means that nothing has matched yet.
    #[inline]
    pub const fn timestamp(self) -> u64 {
        self.timestamp
    }

    /// The ledger, with the version bits.
    #[inline]
    pub const fn ledger(self) -> LedgerId {
        self.ledger
    }

    /// The 24 digits.
    #[inline]
    pub const fn encode(self) -> Text<24> {
        Hex::LOWER.encode((self.timestamp as u128) << 32 | self.ledger.to_bits() as u128)
    }

    /// The mark of exactly this text.
    ///
    /// # Errors
    /// [`ParseError::Length`] unless the text has 24 bytes; [`ParseError::Digit`] for the first
    /// byte that is not a digit in lower case; [`ParseError::Fixed`] if the timestamp has 64 bits.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "split into its two parts")]
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        let bits = or_return!(Hex::LOWER.decode::<24>(text));
        // Its first bit is an id's.
        or_return!(EventId::LAYOUT.check(bits << 32));
        Ok(Self { timestamp: (bits >> 32) as u64, ledger: LedgerId::from_bits(bits as u32) })
    }
}
