//! The identifier of one node: 64 bits.

use ids_core::{
    ParseError, RangeError, Text,
    format::{Ticks, identifier, impl_i64, or_return},
};

use crate::{
    Form, Kuid, NodeId, UnixTime,
    layout::{self, FRACTIONS, LAST_TICK, SECONDS},
};

identifier! {
    /// A local identifier: unique and ordered on the node that made it.
    ///
    /// | field | bits | what |
    /// |---|---|---|
    /// | `mega` | 63 to 44 | millions of seconds since the Unix epoch |
    /// | `second` | 43 to 24 | seconds of the million, 0 to 999,999 |
    /// | `fraction` | 23 to 14 | ticks of 1.024 ms in the second, 0 to 976 |
    /// | `sequence` | 13 to 0 | number inside the tick |
    ///
    /// Its text is 11 characters of `.0-9A-Z_a-z`. Identifiers, their bytes and their texts all sort
    /// the same way: by time, then by number ([KUID-16](crate::rules#kuid-16)). Every 64-bit number is
    /// an identifier; those with seconds or ticks that no clock reads are not
    /// [regular](Self::is_regular).
    ///
    /// ```
    /// use kuid::{Global, Local, NodeId, UnixTime};
    /// let id: Local = ".5.tXbhdV.3".parse()?;
    /// assert_eq!(id.time(), UnixTime::from_micros(1_539_625_275_432_128));
    /// assert_eq!((id.mega(), id.second(), id.fraction(), id.sequence()), (1539, 625_275, 422, 1));
    /// let global: Global = id.to_global(NodeId::from_name("uid@127.0.0.1"));
    /// assert_eq!(global.to_string(), ".5.tXVEf8n8vPN.0");
    /// // As a signed integer, for a database: positive until the year 18584.
    /// assert_eq!(id.to_i64(), Ok(27_084_864_703_004_673));
    /// # Ok::<(), kuid::ParseError>(())
    /// ```
    pub struct Local([u8; 8]): u64 as AsI64;
}

impl_i64!([] Local, "[KUID-4](crate::rules#kuid-4)", |bits| Ok(Self::from_bits(bits)));

impl Local {
    /// 977 ticks in each second since the Unix epoch: 976 of 1.024 ms, and one of 0.576 ms
    /// ([KUID-2](crate::rules#kuid-2)).
    pub const TICKS: Ticks = layout::TICKS;

    /// The start of the last tick, since the Unix epoch, in the year 35198
    /// ([KUID-4](crate::rules#kuid-4)).
    pub const LAST: UnixTime = Self::TICKS.start(LAST_TICK);

    /// The start of the last tick whose identifiers are positive as signed numbers, since the Unix
    /// epoch, in the year 18584 ([KUID-4](crate::rules#kuid-4)).
    pub const LAST_POSITIVE: UnixTime = Self::TICKS.start(LAST_TICK / 2);

    /// The regular expression that a text matches exactly if it is a local identifier
    /// ([KUID-11](crate::rules#kuid-11)). The last character stands for the lowest four bits only.
    pub const PATTERN: &'static str = "^[.0-9A-Z_a-z]{10}[.37BFJNRVZcgkosw]$";

    /// The smallest identifier: all bits zero, `...........`.
    pub const MIN: Self = Self([0; 8]);

    /// The largest identifier: all bits set, `zzzzzzzzzzw`.
    pub const MAX: Self = Self([u8::MAX; 8]);

    /// The identifier of an instant, counted from the Unix epoch and rounded down to the tick, and
    /// a number inside the tick.
    ///
    /// # Errors
    /// [`RangeError`] after the last tick, in the year 35198, and if `sequence` is wider than 14
    /// bits.
    #[inline]
    pub const fn new(time: UnixTime, sequence: u64) -> Result<Self, RangeError> {
        let first = or_return!(Self::first_at(time));
        or_return!(Self::SEQUENCE.put(sequence));
        Ok(Self::from_bits(first.to_bits() | sequence))
    }

    /// The identifier of these fields.
    ///
    /// Values that fit their fields but that no clock reads are accepted, as by the original: see
    /// [`is_regular`](Self::is_regular). The original also cuts off what is too wide
    /// ([KUID-3](crate::rules#kuid-3)).
    ///
    /// # Errors
    /// [`RangeError`] names the field whose value is too wide.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the layout has 64 bits")]
    pub const fn from_parts(
        mega: u64,
        second: u64,
        fraction: u64,
        sequence: u64,
    ) -> Result<Self, RangeError> {
        let bits = or_return!(Self::LAYOUT.pack(&[mega, second, fraction, sequence]));
        Ok(Self::from_bits(bits as u64))
    }

    /// The start of the identifier's tick, since the Unix epoch: the sum of its fields
    /// ([KUID-4](crate::rules#kuid-4)).
    #[inline]
    pub const fn time(self) -> UnixTime {
        // At most 1.2 * 10^18 microseconds.
        UnixTime::from_micros(self.micros())
    }

    #[inline]
    const fn micros(self) -> u64 {
        (self.mega() * SECONDS + self.second()) * 1_000_000 + self.fraction() * 1024
    }

    /// Whether a clock can read these seconds and ticks: below 1,000,000 and 977
    /// ([KUID-5](crate::rules#kuid-5)).
    ///
    /// The original reads and writes others, although its generators make none. The time of such an
    /// identifier is beyond its second or million, and it does not sort by that time.
    ///
    /// ```
    /// use kuid::Local;
    /// assert!(Local::from_parts(1539, 999_999, 976, 0)?.is_regular());
    /// assert!(!Local::from_parts(1539, 999_999, 977, 0)?.is_regular());
    /// # Ok::<(), kuid::RangeError>(())
    /// ```
    #[inline]
    pub const fn is_regular(self) -> bool {
        self.second() < SECONDS && self.fraction() < FRACTIONS
    }

    /// The first identifier of the tick that holds this instant: the inclusive lower bound of a
    /// range of times ([KUID-17](crate::rules#kuid-17)).
    ///
    /// ```
    /// use core::time::Duration;
    /// use kuid::{Local, UnixTime};
    /// let second = UnixTime::from_secs(1_539_625_275);
    /// let range = Local::first_at(second)?..Local::first_at(second + Duration::from_secs(1))?;
    /// assert!(range.contains(&".5.tXbhdV.3".parse().unwrap()));
    /// # Ok::<(), kuid::RangeError>(())
    /// ```
    ///
    /// # Errors
    /// [`RangeError`] after the last tick, in the year 35198.
    #[inline]
    pub const fn first_at(time: UnixTime) -> Result<Self, RangeError> {
        let tick = or_return!(Self::TICKS.at_most(time, LAST_TICK));
        Ok(Self::from_position(tick << Self::SEQUENCE.width()))
    }

    /// The last identifier of the tick that holds this instant ([KUID-17](crate::rules#kuid-17)).
    ///
    /// # Errors
    /// [`RangeError`] after the last tick, in the year 35198.
    #[inline]
    pub const fn last_at(time: UnixTime) -> Result<Self, RangeError> {
        Ok(Self::from_bits(or_return!(Self::first_at(time)).to_bits() | Self::SEQUENCE.max()))
    }

    /// The same identifier with the node that made it ([KUID-10](crate::rules#kuid-10)). Both sort
    /// alike within a node.
    #[inline]
    pub const fn to_global<const DRIFT: u8>(self, node: NodeId) -> Kuid<DRIFT> {
        Kuid::from_known_bits(Kuid::<DRIFT>::DRIFT.join(self, node))
    }

    /// The signed difference `a - b` ([KUID-18](crate::rules#kuid-18)): microseconds between the
    /// starts of the two ticks, and the difference of the numbers inside the ticks, -16,383 to 16,383.
    /// The two are independent, as in the original: the later identifier may have the smaller number.
    ///
    /// ```
    /// use kuid::Local;
    /// let a = Local::from_parts(1540, 0, 0, 0)?;
    /// let b = Local::from_parts(1539, 999_999, 976, 16_383)?;
    /// assert_eq!(Local::distance(a, b), (576, -16_383));
    /// # Ok::<(), kuid::RangeError>(())
    /// ```
    #[inline]
    #[expect(clippy::cast_possible_wrap, reason = "both are below 2^62 and 2^14")]
    #[expect(clippy::cast_possible_truncation, reason = "a difference of 14 bits")]
    pub const fn distance(a: Self, b: Self) -> (i64, i32) {
        let micros = a.micros() as i64 - b.micros() as i64;
        (micros, (a.sequence() as i64 - b.sequence() as i64) as i32)
    }

    /// The text: 11 characters on the stack ([KUID-11](crate::rules#kuid-11)).
    #[inline]
    pub const fn encode(self) -> Text<11> {
        layout::DIGITS.encode(layout::padded(self.to_bits()))
    }

    /// The identifier of exactly this text ([KUID-12](crate::rules#kuid-12)).
    ///
    /// # Errors
    /// [`ParseError::Length`] unless the text has 11 bytes; [`ParseError::Digit`] for the first
    /// byte outside the alphabet, and for a last digit that carries more than the lowest four
    /// bits.
    #[inline]
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        match or_return!(Self::decode_lenient(text)) {
            (id, Form::Base64) => Ok(id),
            _ => Err(ParseError::Digit { index: 10, byte: text[10] }),
        }
    }

    /// As the original reads it: the two lowest bits of the last digit are dropped, whatever they
    /// are. Which form it was says whether there were any: [`Form::Surplus`] or
    /// [`Form::Base64`] ([KUID-13](crate::rules#kuid-13)).
    ///
    /// ```
    /// use kuid::{Form, Local};
    /// let (id, form) = Local::decode_lenient(b".5.tXbhdV.5")?;
    /// assert_eq!((id.to_string().as_str(), form), (".5.tXbhdV.3", Form::Surplus));
    /// assert!(Local::decode(b".5.tXbhdV.5").is_err());
    /// # Ok::<(), kuid::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`ParseError::Length`] unless the text has 11 bytes; [`ParseError::Digit`] for the first
    /// byte outside the alphabet.
    #[inline]
    pub const fn decode_lenient(text: &[u8]) -> Result<(Self, Form), ParseError> {
        let (bits, surplus) = layout::unpadded(or_return!(layout::DIGITS.decode::<11>(text)));
        Ok((Self::from_bits(bits), if surplus == 0 { Form::Base64 } else { Form::Surplus }))
    }

    /// Positions of a second.
    const IN_SECOND: u64 = FRACTIONS << Self::SEQUENCE.width();

    /// The identifiers at consecutive positions. Those of a second are consecutive numbers.
    pub(crate) fn fill(first: u64, ids: &mut [Self]) {
        let (mut position, mut rest) = (first, ids);
        while !rest.is_empty() {
            let left = Self::IN_SECOND - position % Self::IN_SECOND;
            let count = usize::try_from(left).map_or(rest.len(), |left| left.min(rest.len()));
            let (second, after) = rest.split_at_mut(count);
            for (id, bits) in second.iter_mut().zip(Self::from_position(position).to_bits()..) {
                *id = Self::from_bits(bits);
            }
            (position, rest) = (position + left, after);
        }
    }

    /// The identifier at a position, `tick << 14 | sequence`, whose tick is in 0 to [`LAST_TICK`].
    #[inline]
    pub(crate) const fn from_position(position: u64) -> Self {
        Self::from_bits(position.wrapping_add(Self::skipped(position)))
    }

    /// The same. Mostly it is in the second of the one before. So the first position of that second is
    /// kept, in the low 64 bits, and what to add to each of its positions: that takes no division.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "two numbers of 64 bits in one of 128")]
    pub(crate) const fn next(kept: &mut u128, position: u64) -> Self {
        if position.wrapping_sub(*kept as u64) >= Self::IN_SECOND {
            Self::keep(kept, position);
        }
        Self::from_bits(position.wrapping_add((*kept >> 64) as u64))
    }

    // Once a second.
    #[cold]
    #[inline(never)]
    const fn keep(kept: &mut u128, position: u64) {
        let first = position - position % Self::IN_SECOND;
        *kept = (Self::skipped(position) as u128) << 64 | first as u128;
    }

    /// All numbers before a position's identifier that no clock reads: those after the 977 ticks of
    /// each second and after the seconds of each million.
    #[inline]
    const fn skipped(position: u64) -> u64 {
        const SECOND: u64 = Local::IN_SECOND;
        const MILLION: u64 = SECONDS * SECOND;
        const AFTER_SECOND: u64 = (1 << Local::SECOND.low()) - SECOND;
        const AFTER_MILLION: u64 = (1 << Local::MEGA.low()) - (SECONDS << Local::SECOND.low());
        position / SECOND * AFTER_SECOND + position / MILLION * AFTER_MILLION
    }

    /// The position of the identifier; of one that is not regular, the last position below it.
    #[inline]
    pub(crate) const fn position(self) -> u64 {
        let (million, second, fraction) = (self.mega() * SECONDS, self.second(), self.fraction());
        let ended = if second >= SECONDS {
            (million + SECONDS) * FRACTIONS
        } else if fraction >= FRACTIONS {
            (million + second + 1) * FRACTIONS
        } else {
            let tick = (million + second) * FRACTIONS + fraction;
            return tick << Self::SEQUENCE.width() | self.sequence();
        };
        (ended << Self::SEQUENCE.width()) - 1
    }
}
