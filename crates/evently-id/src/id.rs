//! The identifier of an event.

use ids_core::{
    ParseError, RangeError, Text,
    format::{Hex, Ticks, has_upper_case, identifier, impl_uuid, or_return},
};

use crate::{Form, LedgerId, Mark, UnixTime, layout};

identifier! {
    /// An Evently event id: 128 bits, written as 32 lower-case hex digits.
    ///
    /// The order of ids, of their bytes and of their texts is the order of time.
    ///
    /// ```
    /// use evently_id::EventId;
    /// let id: EventId = "0005cd7556b05092aecc815daa77f99c".parse()?;
    /// assert_eq!(id.timestamp(), 1_633_278_732_816_530);
    /// assert_eq!(id.checksum(), 0xaecc_815d);
    /// assert_eq!(id.ledger().to_string(), "aa77f99c");
    /// # Ok::<(), ids_core::ParseError>(())
    /// ```
    pub struct EventId([u8; 16]):
        /// [`ParseError::Fixed`] if bit 127 is set.
        check as AsUuid;
}

impl_uuid!(EventId);

impl EventId {
    /// Microseconds since the Unix epoch (rule [EVENTLY-1](crate::rules#evently-1)).
    pub const TICKS: Ticks = layout::TICKS;

    /// The start of the last microsecond, since the Unix epoch: in the year 294247 (rule
    /// [EVENTLY-1](crate::rules#evently-1)). Events end before it, with the year 9999 (rule
    /// [EVENTLY-15](crate::rules#evently-15)).
    pub const LAST: UnixTime = Self::TICKS.start(Self::TIMESTAMP.max());

    /// The regular expression that a text matches exactly if it is an id (rule
    /// [EVENTLY-4](crate::rules#evently-4)).
    ///
    /// JSON Schema, databases and most languages read it alike, without flags or extensions. In
    /// Python, `$` also matches before a final line feed: use a full match.
    pub const PATTERN: &'static str = "^[0-7][0-9a-f]{31}$";

    /// The smallest id: all bits zero.
    pub const MIN: Self = Self([0; 16]);

    /// The largest id: all bits set except the sign.
    pub const MAX: Self = Self((u128::MAX >> 1).to_be_bytes());

    /// The id of an instant, counted from the Unix epoch and rounded down to the microsecond, a
    /// checksum, and the ledger with its version bits. With the feature `event` ids are computed
    /// from events: see [`Event::id`](crate::Event::id).
    ///
    /// ```
    /// use evently_id::{EventId, LedgerId, UnixTime};
    /// let time = UnixTime::from_micros(1_633_278_732_816_530);
    /// let id = EventId::new(time, 0xaecc_815d, LedgerId::from_bits(0xaa77_f99c))?;
    /// assert_eq!(id.encode(), "0005cd7556b05092aecc815daa77f99c");
    /// # Ok::<(), evently_id::RangeError>(())
    /// ```
    ///
    /// # Errors
    /// [`RangeError`] after [`LAST`](Self::LAST).
    #[inline]
    pub const fn new(time: UnixTime, checksum: u32, ledger: LedgerId) -> Result<Self, RangeError> {
        let timestamp = or_return!(Self::TICKS.at_most(time, Self::TIMESTAMP.max()));
        let low = (checksum as u64) << 32 | ledger.to_bits() as u64;
        Ok(Self(((timestamp as u128) << 64 | low as u128).to_be_bytes()))
    }

    /// The id of these fields: microseconds since the Unix epoch in 63 bits, the checksum, and the
    /// ledger with its version bits.
    ///
    /// # Errors
    /// [`RangeError`] if the timestamp has more than 63 bits.
    #[inline]
    pub const fn from_parts(
        timestamp: u64,
        checksum: u32,
        ledger: LedgerId,
    ) -> Result<Self, RangeError> {
        let bits = or_return!(Self::TIMESTAMP.put(timestamp));
        Ok(Self((bits | (checksum as u128) << 32 | ledger.to_bits() as u128).to_be_bytes()))
    }

    /// The time since the Unix epoch, in whole microseconds.
    #[inline]
    pub const fn time(self) -> UnixTime {
        UnixTime::from_micros(self.timestamp())
    }

    /// The ledger, with the version bits.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the low 32 bits are asked for")]
    pub const fn ledger(self) -> LedgerId {
        LedgerId::from_bits(self.to_bits() as u32)
    }

    /// The place of this event in its ledger, without the checksum.
    #[inline]
    pub const fn mark(self) -> Mark {
        Mark::of(self)
    }

    /// The first id of this ledger in the microsecond that holds this instant: the inclusive lower
    /// bound of a range of times (rule [EVENTLY-7](crate::rules#evently-7)).
    ///
    /// ```
    /// use core::time::Duration;
    /// use evently_id::{EventId, UnixTime};
    /// let id: EventId = "0005cd7556b05092aecc815daa77f99c".parse().unwrap();
    /// let (second, ledger) = (UnixTime::from_secs(1_633_278_732), id.ledger());
    /// let next = second + Duration::from_secs(1);
    /// let range = EventId::first_at(second, ledger)?..EventId::first_at(next, ledger)?;
    /// assert!(range.contains(&id));
    /// # Ok::<(), evently_id::RangeError>(())
    /// ```
    ///
    /// # Errors
    /// [`RangeError`] after [`LAST`](Self::LAST).
    #[inline]
    pub const fn first_at(time: UnixTime, ledger: LedgerId) -> Result<Self, RangeError> {
        Self::new(time, 0, ledger)
    }

    /// The last id of this ledger in the microsecond that holds this instant (rule
    /// [EVENTLY-7](crate::rules#evently-7)).
    ///
    /// # Errors
    /// [`RangeError`] after [`LAST`](Self::LAST).
    #[inline]
    pub const fn last_at(time: UnixTime, ledger: LedgerId) -> Result<Self, RangeError> {
        Self::new(time, u32::MAX, ledger)
    }

    #[inline]
    const fn check(bits: u128) -> Result<(), ParseError> {
        Self::LAYOUT.check(bits)
    }

    /// The canonical text: 32 lower-case hex digits (rule [EVENTLY-4](crate::rules#evently-4)).
    #[inline]
    pub const fn encode(self) -> Text<32> {
        Hex::LOWER.encode(self.to_bits())
    }

    /// The id of exactly this text. Upper case and hyphens are errors (rule
    /// [EVENTLY-4](crate::rules#evently-4)).
    ///
    /// ```
    /// use evently_id::{EventId, ParseError};
    /// assert!(EventId::decode(b"0005cd7556b05092aecc815daa77f99c").is_ok());
    /// let error = EventId::decode(b"0005cd7556b05092aecc815daa77f99C");
    /// assert_eq!(error, Err(ParseError::Digit { index: 31, byte: b'C' }));
    /// ```
    ///
    /// # Errors
    /// [`ParseError::Length`] unless the text has 32 bytes; [`ParseError::Digit`] for the first
    /// byte that is not a digit in lower case; [`ParseError::Fixed`] if bit 127 is set.
    #[inline]
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        Self::from_bits(or_return!(Hex::LOWER.decode::<32>(text)))
    }

    /// The id of a text in any [`Form`], and which form it was (rule
    /// [EVENTLY-5](crate::rules#evently-5)). Letters may be of either case, also mixed: with one in
    /// upper case, 32 digits count as [`Form::Upper`].
    ///
    /// ```
    /// use evently_id::{EventId, Form};
    /// let id: EventId = "0005cd7556b05092aecc815daa77f99c".parse()?;
    /// let read = EventId::decode_lenient(b"0005CD75-56B0-5092-AECC-815DAA77F99C");
    /// assert_eq!(read, Ok((id, Form::Uuid)));
    /// # Ok::<(), evently_id::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`ParseError::Length`] unless the text has 32 or 36 bytes; [`ParseError::Expected`] if a
    /// hyphen is missing; [`ParseError::Digit`] for the first byte that is not a digit;
    /// [`ParseError::Fixed`] if bit 127 is set.
    #[inline]
    pub const fn decode_lenient(text: &[u8]) -> Result<(Self, Form), ParseError> {
        let (form, bits) = if text.len() == 36 {
            (Form::Uuid, Hex::ANY_CASE.decode_uuid(text))
        } else {
            let form = if has_upper_case(text) { Form::Upper } else { Form::Hex };
            (form, Hex::ANY_CASE.decode::<32>(text))
        };
        Ok((or_return!(Self::from_bits(or_return!(bits))), form))
    }
}
