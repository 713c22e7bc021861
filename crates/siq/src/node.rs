//! What tells two generators apart.

use ids_core::{
    RangeError,
    format::{Positions, Scheme, or_return},
};

use crate::{DomainHash, Qualifier, Siq, layout};

/// A domain, a shard and a qualifier: what tells one sequence of identifiers from all others
/// ([SIQ-21](crate::rules#siq-21)).
///
/// A [`Generator`](crate::Generator) has one for every qualifier. If you use only one qualifier, a
/// generator of `ids-core` with one node does the same:
///
/// ```
/// use siq::{DomainHash, Node, Qualifier, UnixTime, ids_core};
/// let node = Node::new(DomainHash::DEVELOPMENT, 1, Qualifier::Message);
/// let clock = UnixTime::from_secs(1_732_104_000);
/// let mut messages = ids_core::Generator::new(clock, node);
/// assert_eq!(messages.generate()?.qualifier(), Qualifier::Message);
/// # Ok::<(), siq::GenerateError>(())
/// ```
///
/// A position is the tick and the serial number in 64 bits, which do not hold all of the format's
/// 56 bits of time. Generators end in the year 3058 if the qualifier has 3 bits, in 4147 if it has
/// 4, and in 6325 if it has 5. Later identifiers can be read and composed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    domain: DomainHash,
    shard: u8,
    qualifier: Qualifier,
}

impl Node {
    /// How many shards a domain has.
    pub const COUNT: u64 = 256;

    /// The node of this domain, shard and qualifier.
    #[inline]
    pub const fn new(domain: DomainHash, shard: u8, qualifier: Qualifier) -> Self {
        Self { domain, shard, qualifier }
    }

    /// The node whose shard is this number, from 0 to [`COUNT`](Self::COUNT) - 1: for services that
    /// number their processes.
    ///
    /// ```
    /// use siq::{DomainHash, Node, Qualifier};
    /// let domain = DomainHash::DEVELOPMENT;
    /// assert_eq!(Node::numbered(domain, 7, Qualifier::User)?, Node::new(domain, 7, Qualifier::User));
    /// assert!(Node::numbered(domain, 256, Qualifier::User).is_err());
    /// # Ok::<(), siq::RangeError>(())
    /// ```
    ///
    /// # Errors
    /// [`RangeError`] for the field `shard` if the number is not below [`COUNT`](Self::COUNT).
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the field has 8 bits")]
    pub const fn numbered(
        domain: DomainHash,
        number: u64,
        qualifier: Qualifier,
    ) -> Result<Self, RangeError> {
        or_return!(Siq::SHARD.put(number));
        Ok(Self::new(domain, number as u8, qualifier))
    }

    /// The domain.
    #[inline]
    pub const fn domain(&self) -> DomainHash {
        self.domain
    }

    /// The shard.
    #[inline]
    pub const fn shard(&self) -> u8 {
        self.shard
    }

    /// The qualifier.
    #[inline]
    pub const fn qualifier(&self) -> Qualifier {
        self.qualifier
    }
}

impl Scheme for Node {
    type Id = Siq;

    #[inline]
    fn positions(&self) -> Positions {
        match self.qualifier.bits() {
            3 => const { Positions::new(layout::TICKS, 13, layout::LAST_TICK) },
            4 => const { Positions::new(layout::TICKS, 12, layout::LAST_TICK) },
            _ => const { Positions::new(layout::TICKS, 11, layout::LAST_TICK) },
        }
    }

    #[inline]
    fn family(&self) -> Option<(&'static str, u64)> {
        Some(("siq domain", self.domain.to_bits().into()))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the tick stands above the 16 bits")]
    fn id(&self, position: u64) -> Siq {
        let serial = self.qualifier.serial();
        let tail = position << serial.low() | u64::from(self.qualifier.suffix());
        Siq::from_known_fields(position >> serial.width(), self.shard, self.domain, tail as u16)
    }

    /// The last position of the tick for an identifier of another qualifier, whose serial number
    /// counts something else; the last of all for one of a time at which none is made.
    #[inline]
    fn position(&self, id: Siq) -> u64 {
        let serial = self.qualifier.serial();
        if id.timestamp() > self.positions().last() {
            return u64::MAX;
        }
        let number =
            if id.qualifier() == self.qualifier { id.serial().into() } else { serial.max() };
        id.timestamp() << serial.width() | number
    }
}
