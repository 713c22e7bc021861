//! From other formats: the same time and order, in SIQ.

use core::time::Duration;

use ids_core::{
    RangeError,
    format::{Field, or_return},
};

use crate::{DomainHash, Qualifier, Siq, UnixTime, layout};

/// The fields of a snowflake whose time counts milliseconds: Twitter's, Discord's, bwmarrin's.
mod snowflake {
    use super::Field;
    pub(super) const TIMESTAMP: Field = Field::new("timestamp", 63, 22);
    pub(super) const HIGH: Field = Field::new("high", 21, 20);
    pub(super) const SHARD: Field = Field::new("shard", 19, 12);
    pub(super) const SEQUENCE: Field = Field::new("sequence", 11, 0);
}

/// The fields of a ULID that are kept: the time and the top 30 of its 80 random bits.
mod ulid {
    use super::Field;
    pub(super) const TIMESTAMP: Field = Field::new("timestamp", 127, 80);
    pub(super) const HIGH: Field = Field::new("high", 79, 74);
    pub(super) const SHARD: Field = Field::new("shard", 73, 66);
    pub(super) const TAIL: Field = Field::new("tail", 65, 50);
}

impl Siq {
    /// The identifier that takes the place of a snowflake of 42 bits of milliseconds, 10 of the
    /// node and 12 of the sequence ([SIQ-25](crate::rules#siq-25)).
    ///
    /// The low 8 bits of the node become the shard. Its highest 2 bits are added to the time. So is
    /// the highest bit of the sequence, if the qualifier leaves room for 11 bits only. The time is
    /// then at most 7 ticks later, which is 0.11 ms. No two snowflakes give the same identifier.
    /// With a qualifier of 3 or 4 bits they sort as before, with one of 5 bits by their
    /// milliseconds. `epoch` is the snowflakes' epoch, counted from the Unix epoch.
    ///
    /// ```
    /// use siq::{DomainHash, Qualifier, Siq, UnixTime};
    /// let discord = UnixTime::from_secs(1_420_070_400);
    /// let domain = DomainHash::from_bits(0x86ce_1947);
    /// let id = Siq::from_snowflake(175_928_847_299_117_063, discord, domain, Qualifier::Message)?;
    /// assert_eq!((id.seconds(), id.fraction()), (1_462_015_105, 52_166)); // .796 s
    /// assert_eq!((id.shard(), id.serial()), (32, 7));
    /// # Ok::<(), siq::RangeError>(())
    /// ```
    ///
    /// # Errors
    /// [`RangeError`] after the year 36812.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the fields have 8 and 16 bits")]
    pub const fn from_snowflake(
        snowflake: u64,
        epoch: UnixTime,
        domain: DomainHash,
        qualifier: Qualifier,
    ) -> Result<Self, RangeError> {
        let bits = snowflake as u128;
        let elapsed = Duration::from_millis(snowflake::TIMESTAMP.get(bits));
        let start =
            or_return!(Self::TICKS.at_most(epoch.saturating_add(elapsed), layout::LAST_TICK));
        let (sequence, width) = (snowflake::SEQUENCE.get(bits), qualifier.serial().width());
        let dropped = snowflake::SEQUENCE.width().saturating_sub(width);
        let later = snowflake::HIGH.get(bits) << dropped | sequence >> width;
        if later > layout::LAST_TICK - start {
            return Err(RangeError::AfterEnd { last: Self::TICKS.start(layout::LAST_TICK) });
        }
        let tail = sequence << qualifier.bits() | qualifier.suffix() as u64;
        let shard = snowflake::SHARD.get(bits) as u8;
        Ok(Self::from_known_fields(start + later, shard, domain, tail as u16))
    }

    /// The identifier that takes the place of a ULID ([SIQ-26](crate::rules#siq-26)).
    ///
    /// The top 6 of the 80 random bits are added to the time, which is then at most 1 ms later.
    /// The next 8 become the shard. The next 16 become the serial number and the qualifier, which
    /// replaces the lowest 3 to 5 of them. The rest is lost. Two ULIDs of one millisecond become
    /// the same identifier with a probability of 2^-25 to 2^-27, so keep a unique index. They sort
    /// by their milliseconds.
    ///
    /// ```
    /// use siq::{DomainHash, Qualifier, Siq};
    /// // 01ARZ3NDEKTSV4RRFFQ69G5FAV
    /// let ulid = 0x0156_3e3a_b5d3_d676_4c61_efb9_9302_bd5b;
    /// let id = Siq::from_ulid(ulid, DomainHash::DEVELOPMENT, Qualifier::User);
    /// assert_eq!(id.seconds(), 1_469_922_850);
    /// assert_eq!(id.qualifier(), Qualifier::User);
    /// ```
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the fields have 8 and 16 bits")]
    pub const fn from_ulid(ulid: u128, domain: DomainHash, qualifier: Qualifier) -> Self {
        // 48 bits of milliseconds are fewer ticks than 56 bits hold.
        let start = (ulid::TIMESTAMP.get(ulid) << 16) / 1000;
        let random = ulid::TAIL.get(ulid) as u16;
        let tail = random >> qualifier.bits() << qualifier.bits() | qualifier.suffix();
        let shard = ulid::SHARD.get(ulid) as u8;
        Self::from_known_fields(start + ulid::HIGH.get(ulid), shard, domain, tail)
    }
}
