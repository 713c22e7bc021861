//! The identifier.

use ids_core::{
    ParseError, RangeError, Text,
    format::{Ticks, identifier, impl_uuid, or_return},
};

use crate::{DomainHash, Qualifier, UnixTime, layout, uri};

identifier! {
    /// A SIQ identifier: time, shard, domain, serial number and qualifier in 112 bits.
    ///
    /// | field | bits | what |
    /// |---|---|---|
    /// | `seconds` | 111 to 72 | whole seconds since the Unix epoch, until the year 36812 |
    /// | `fraction` | 71 to 56 | the part of a second, in 1/65536 |
    /// | `shard` | 55 to 48 | which of up to 256 generators inside the domain |
    /// | `domain` | 47 to 16 | the hash of the domain's name |
    /// | `tail` | 15 to 0 | the serial number in the tick, then the [`Qualifier`] in 3 to 5 bits |
    ///
    /// Its canonical text is the decentralised identifier, `did:siq:` and 29 characters: the only form
    /// that says what it is and carries a checksum ([SIQ-9](crate::rules#siq-9)). The other forms are
    /// [`Form`](crate::Form).
    ///
    /// Identifiers and their bytes sort by time; texts of most forms do not
    /// ([SIQ-18](crate::rules#siq-18)).
    ///
    /// ```
    /// use siq::{DomainHash, Qualifier, Siq, UnixTime};
    /// let id: Siq = "did:siq:lm2a3kiagopopibaaaamgzymuoac6".parse()?;
    /// assert_eq!(id.time(), UnixTime::from_millis(1_732_104_000_250));
    /// assert_eq!(id.shard(), 1);
    /// assert_eq!(Ok(id.domain()), DomainHash::from_name("example.com"));
    /// assert_eq!((id.qualifier(), id.serial()), (Qualifier::Message, 5));
    /// # Ok::<(), siq::ParseError>(())
    /// ```
    pub struct Siq([u8; 14]) as AsUuid;
}

impl_uuid!(
    /// The UUID of version 8 whose 122 free bits are ten zeros and the identifier, so that both sort
    /// alike ([SIQ-20](crate::rules#siq-20)). Another UUID is [`ParseError::Fixed`]. With the feature
    /// `uuid`:
    ///
    /// ```
    /// # #[cfg(feature = "uuid")] {
    /// use siq::Siq;
    /// use uuid::Uuid;
    /// let id: Siq = "did:siq:lm2a3kiagopopibaaaamgzymuoac6".parse()?;
    /// let uuid = Uuid::from(id);
    /// assert_eq!(uuid.to_string(), "000019cf-73d0-8100-8001-86ce1947005e");
    /// assert_eq!(Siq::try_from(uuid), Ok(id));
    /// # }
    /// # Ok::<(), siq::ParseError>(())
    /// ```
    Siq, crate::embedded::embed, crate::embedded::extract
);

impl Siq {
    /// The unit and the epoch of `seconds` and `fraction` together ([SIQ-2](crate::rules#siq-2)).
    pub const TICKS: Ticks = layout::TICKS;

    /// The start of the last tick, since the Unix epoch, in the year 36812
    /// ([SIQ-3](crate::rules#siq-3)). Generators end before it: see [`Node`](crate::Node).
    pub const LAST: UnixTime = Self::TICKS.start(layout::LAST_TICK);

    /// The regular expression that canonical texts match ([SIQ-9](crate::rules#siq-9)). A match
    /// whose checksum is wrong is no identifier.
    pub const PATTERN: &'static str = "^did:siq:[a-p][a-z2-7]{28}$";

    /// The smallest identifier: all bits zero.
    pub const MIN: Self = Self([0; 14]);

    /// The largest identifier: all bits set.
    pub const MAX: Self = Self([u8::MAX; 14]);

    /// The identifier of an instant, counted from the Unix epoch and rounded down to 1/65536 s.
    ///
    /// ```
    /// use siq::{DomainHash, Qualifier, Siq, UnixTime};
    /// let time = UnixTime::from_millis(1_732_104_000_250);
    /// let domain = DomainHash::from_bits(0x86ce_1947);
    /// let id = Siq::new(time, 1, domain, Qualifier::Message, 5)?;
    /// assert_eq!(id.encode(), "did:siq:lm2a3kiagopopibaaaamgzymuoac6");
    /// # Ok::<(), siq::RangeError>(())
    /// ```
    ///
    /// # Errors
    /// [`RangeError`] after the year 36812 ([SIQ-3](crate::rules#siq-3)), and if the serial number is
    /// not below the qualifier's [`capacity`](Qualifier::capacity).
    #[inline]
    pub const fn new(
        time: UnixTime,
        shard: u8,
        domain: DomainHash,
        qualifier: Qualifier,
        serial: u16,
    ) -> Result<Self, RangeError> {
        let timestamp = or_return!(Self::TICKS.at_most(time, layout::LAST_TICK));
        Self::from_parts(timestamp, shard, domain, qualifier, serial)
    }

    /// The identifier of these parts: `timestamp` is in 1/65536 s since the Unix epoch and has 56
    /// bits, the serial number as many as the qualifier leaves it.
    ///
    /// # Errors
    /// [`RangeError`] names the field whose value is too wide.
    #[inline]
    pub const fn from_parts(
        timestamp: u64,
        shard: u8,
        domain: DomainHash,
        qualifier: Qualifier,
        serial: u16,
    ) -> Result<Self, RangeError> {
        let tail = or_return!(qualifier.encode(serial)) as u64;
        let (seconds, fraction) =
            (timestamp >> Self::FRACTION.width(), timestamp & Self::FRACTION.max());
        let values = [seconds, fraction, shard as u64, domain.to_bits() as u64, tail];
        Ok(Self::from_known_bits(or_return!(Self::LAYOUT.pack(&values))))
    }

    /// The identifier of fields already known to fit.
    #[inline]
    #[expect(clippy::many_single_char_names, reason = "fourteen bytes in their order")]
    pub(crate) const fn from_known_fields(
        timestamp: u64,
        shard: u8,
        domain: DomainHash,
        tail: u16,
    ) -> Self {
        // Timestamp and shard fill eight bytes, the others six: fewer steps than through one number.
        let timestamp = timestamp << Self::SHARD.width();
        let [a, b, c, d, e, f, g, h] = (timestamp | shard as u64).to_be_bytes();
        let [i, j, k, l] = domain.to_bits().to_be_bytes();
        let [m, n] = tail.to_be_bytes();
        Self([a, b, c, d, e, f, g, h, i, j, k, l, m, n])
    }

    /// Seconds and fraction together: 1/65536 s since the Unix epoch, 56 bits.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the two fields have 56 bits")]
    pub const fn timestamp(self) -> u64 {
        (self.to_bits() >> Self::FRACTION.low()) as u64
    }

    /// The start of the identifier's tick, since the Unix epoch, rounded up to the nanosecond, so
    /// that the same instant gives the same tick again.
    #[inline]
    pub const fn time(self) -> UnixTime {
        Self::TICKS.start(self.timestamp())
    }

    /// The domain.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the field has 32 bits")]
    pub const fn domain(self) -> DomainHash {
        DomainHash::from_bits(Self::DOMAIN.get(self.to_bits()) as u32)
    }

    /// The serial number in the tick, 11 to 13 bits.
    #[inline]
    pub const fn serial(self) -> u16 {
        self.tail() >> self.qualifier().bits()
    }

    /// The kind of thing that the identifier names.
    #[inline]
    pub const fn qualifier(self) -> Qualifier {
        Qualifier::decode(self.tail())
    }

    /// The first identifier of the tick that holds this instant: the inclusive lower bound of a
    /// range of times ([SIQ-19](crate::rules#siq-19)).
    ///
    /// ```
    /// use core::time::Duration;
    /// use siq::{Siq, UnixTime};
    /// let second = UnixTime::from_secs(1_732_104_000);
    /// let range = Siq::first_at(second)?..Siq::first_at(second + Duration::from_secs(1))?;
    /// assert!(range.contains(&"did:siq:lm2a3kiagopopibaaaamgzymuoac6".parse().unwrap()));
    /// # Ok::<(), siq::RangeError>(())
    /// ```
    ///
    /// # Errors
    /// [`RangeError`] after the year 36812.
    #[inline]
    pub const fn first_at(time: UnixTime) -> Result<Self, RangeError> {
        Self::at(time, 0)
    }

    /// The last identifier of the tick that holds this instant ([SIQ-19](crate::rules#siq-19)).
    ///
    /// # Errors
    /// [`RangeError`] after the year 36812.
    #[inline]
    pub const fn last_at(time: UnixTime) -> Result<Self, RangeError> {
        Self::at(time, u128::MAX)
    }

    #[inline]
    const fn at(time: UnixTime, below: u128) -> Result<Self, RangeError> {
        let timestamp = or_return!(Self::TICKS.at_most(time, layout::LAST_TICK));
        let low = Self::FRACTION.low();
        let bits = (timestamp as u128) << low | below & !(u128::MAX << low);
        Ok(Self::from_known_bits(bits))
    }

    /// The 16 bytes that databases store: two zeros, then the 14 bytes
    /// ([SIQ-17](crate::rules#siq-17)).
    #[inline]
    #[expect(clippy::many_single_char_names, reason = "fourteen bytes in their order")]
    pub const fn to_bytes16(self) -> [u8; 16] {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = self.0;
        [0, 0, a, b, c, d, e, f, g, h, i, j, k, l, m, n]
    }

    /// The identifier of 16 stored bytes.
    ///
    /// # Errors
    /// [`ParseError::TooLarge`] unless the first two are zero: the format keeps them for times
    /// after the year 36812.
    #[inline]
    pub const fn from_bytes16(bytes: [u8; 16]) -> Result<Self, ParseError> {
        Self::from_bits(u128::from_be_bytes(bytes))
    }

    /// The canonical text: `did:siq:` and 29 characters, on the stack
    /// ([SIQ-9](crate::rules#siq-9)).
    #[inline]
    pub const fn encode(self) -> Text<38> {
        uri::encode_did(self)
    }

    /// The identifier of this canonical text. The digits after `did:siq:` may be in upper case,
    /// which the format names an alias ([SIQ-15](crate::rules#siq-15)); nothing else is read.
    ///
    /// ```
    /// use siq::{ParseError, Siq};
    /// assert!(Siq::decode(b"did:siq:lm2a3kiagopopibaaaamgzymuoac6").is_ok());
    /// let error = Siq::decode(b"did:siq:lm2a3kiagopopibaaaamgzymuoac7");
    /// assert!(matches!(error, Err(ParseError::Checksum { .. })));
    /// ```
    ///
    /// # Errors
    /// [`ParseError::Expected`] without the prefix; [`ParseError::Length`], [`ParseError::Digit`],
    /// [`ParseError::Checksum`].
    #[inline]
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        uri::decode_did(text)
    }
}
