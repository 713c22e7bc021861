//! The identifier.

use ids_core::{
    ParseError, RangeError, Text,
    format::{Ticks, identifier, or_return},
};

use crate::{UnixTime, layout};

identifier! {
    /// A Flax identifier: 40 bits of time and 56 random bits, most significant first.
    ///
    /// | field | bits | what |
    /// |---|---|---|
    /// | `timestamp` | 95 to 56 | milliseconds since 2015-01-01T00:00:00Z, until 2049-11-03T19:53:47.775Z |
    /// | `random` | 55 to 0 | random, or larger than the last one of the same millisecond |
    ///
    /// Its text is 16 characters of `-0-9A-Z_a-z`. Identifiers, their bytes and their texts all sort
    /// the same way: by time, then by the random bits ([FLAX-7](crate::rules#flax-7)). Any 12
    /// bytes are an identifier ([FLAX-4](crate::rules#flax-4)).
    ///
    /// ```
    /// use flax_id::{FlaxId, UnixTime};
    /// let id: FlaxId = "0RdKJcxqVBiAiQr0".parse()?;
    /// assert_eq!(id.time(), UnixTime::from_millis(1_444_939_825_807)); // 2015-10-15T20:10:25.807Z
    /// assert_eq!(id.random(), 0x76_80cb_8bb9_bdc1);
    /// assert_eq!(id.to_string(), "0RdKJcxqVBiAiQr0");
    /// # Ok::<(), flax_id::ParseError>(())
    /// ```
    pub struct FlaxId([u8; 12]) as AsBytes;
}

impl FlaxId {
    /// The unit and the epoch of `timestamp` ([FLAX-2](crate::rules#flax-2)).
    pub const TICKS: Ticks = layout::TICKS;

    /// The start of the last millisecond, since the Unix epoch: 2049-11-03T19:53:47.775Z
    /// ([FLAX-3](crate::rules#flax-3)).
    pub const LAST: UnixTime = Self::TICKS.start(Self::TIMESTAMP.max());

    /// The start of the last millisecond whose identifiers leave the highest bit clear, since the
    /// Unix epoch: 2032-06-02T21:56:53.887Z. After it, the 12 bytes are negative if they are read
    /// as a signed number ([FLAX-3](crate::rules#flax-3)).
    pub const LAST_POSITIVE: UnixTime = Self::TICKS.start(Self::TIMESTAMP.max() >> 1);

    /// The regular expression that a text matches exactly if it is an identifier
    /// ([FLAX-6](crate::rules#flax-6)).
    ///
    /// JSON Schema, databases and most languages read it alike, without flags or extensions. In
    /// Python, `$` also matches before a final line feed: use a full match.
    pub const PATTERN: &'static str = "^[-0-9A-Z_a-z]{16}$";

    /// The smallest identifier: all bits zero, `----------------`.
    pub const MIN: Self = Self([0; 12]);

    /// The largest identifier: all bits set, `zzzzzzzzzzzzzzzz`.
    pub const MAX: Self = Self([u8::MAX; 12]);

    /// The identifier of an instant, counted from the Unix epoch and rounded down to the
    /// millisecond, and 56 random bits.
    ///
    /// ```
    /// use flax_id::{FlaxId, UnixTime};
    /// let id = FlaxId::new(UnixTime::from_millis(1_444_939_825_807), 0x76_80cb_8bb9_bdc1)?;
    /// assert_eq!(id.encode(), "0RdKJcxqVBiAiQr0");
    /// # Ok::<(), flax_id::RangeError>(())
    /// ```
    ///
    /// # Errors
    /// [`RangeError`] before 2015 and after 2049-11-03T19:53:47.775Z
    /// ([FLAX-3](crate::rules#flax-3)), and if `random` is wider than 56 bits.
    #[inline]
    pub const fn new(time: UnixTime, random: u64) -> Result<Self, RangeError> {
        Self::from_parts(or_return!(Self::TICKS.at_most(time, Self::TIMESTAMP.max())), random)
    }

    /// The identifier of these fields: milliseconds since 2015 in 40 bits, random bits in 56.
    ///
    /// # Errors
    /// [`RangeError`] names the field whose value is too wide.
    #[inline]
    pub const fn from_parts(timestamp: u64, random: u64) -> Result<Self, RangeError> {
        Ok(Self::from_known_bits(or_return!(Self::LAYOUT.pack(&[timestamp, random]))))
    }

    /// The identifier of fields already known to fit.
    #[inline]
    pub(crate) const fn from_known_fields(timestamp: u64, random: u64) -> Self {
        let bits = (timestamp as u128) << Self::TIMESTAMP.low() | random as u128;
        Self::from_known_bits(bits)
    }

    /// The start of the identifier's millisecond, since the Unix epoch.
    #[inline]
    pub const fn time(self) -> UnixTime {
        Self::TICKS.start(self.timestamp())
    }

    /// The first identifier of the millisecond that holds this instant: the inclusive lower bound
    /// of a range of times ([FLAX-2](crate::rules#flax-2)).
    ///
    /// ```
    /// use core::time::Duration;
    /// use flax_id::{FlaxId, UnixTime};
    /// let second = UnixTime::from_secs(1_444_939_825);
    /// let range = FlaxId::first_at(second)?..FlaxId::first_at(second + Duration::from_secs(1))?;
    /// assert!(range.contains(&"0RdKJcxqVBiAiQr0".parse().unwrap()));
    /// # Ok::<(), flax_id::RangeError>(())
    /// ```
    ///
    /// # Errors
    /// [`RangeError`] before 2015 and after 2049-11-03T19:53:47.775Z.
    #[inline]
    pub const fn first_at(time: UnixTime) -> Result<Self, RangeError> {
        Self::at(time, 0)
    }

    /// The last identifier of the millisecond that holds this instant
    /// ([FLAX-2](crate::rules#flax-2)).
    ///
    /// # Errors
    /// [`RangeError`] before 2015 and after 2049-11-03T19:53:47.775Z.
    #[inline]
    pub const fn last_at(time: UnixTime) -> Result<Self, RangeError> {
        Self::at(time, Self::RANDOM.max())
    }

    /// The last identifier of a millisecond; of the last one, if it is after that.
    #[inline]
    pub(crate) const fn last_of(tick: u64) -> Self {
        let max = Self::TIMESTAMP.max();
        Self::from_known_fields(if tick < max { tick } else { max }, Self::RANDOM.max())
    }

    #[inline]
    const fn at(time: UnixTime, random: u64) -> Result<Self, RangeError> {
        let timestamp = or_return!(Self::TICKS.at_most(time, Self::TIMESTAMP.max()));
        Ok(Self::from_known_fields(timestamp, random))
    }

    /// The text: 16 characters on the stack ([FLAX-5](crate::rules#flax-5)).
    #[inline]
    pub const fn encode(self) -> Text<16> {
        layout::DIGITS.encode(self.to_bits())
    }

    /// The identifier of exactly this text. Padding, spaces and other alphabets are errors
    /// ([FLAX-6](crate::rules#flax-6)).
    ///
    /// ```
    /// use flax_id::{FlaxId, ParseError};
    /// assert!(FlaxId::decode(b"0RdKJcxqVBiAiQr0").is_ok());
    /// let error = FlaxId::decode(b"0RdKJcxqVBiAiQr+");
    /// assert_eq!(error, Err(ParseError::Digit { index: 15, byte: b'+' }));
    /// ```
    ///
    /// # Errors
    /// [`ParseError::Length`] unless the text has 16 bytes; [`ParseError::Digit`] for the first
    /// byte outside the alphabet.
    #[inline]
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        Ok(Self::from_known_bits(or_return!(layout::DIGITS.decode::<16>(text))))
    }
}
