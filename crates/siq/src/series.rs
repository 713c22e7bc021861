//! One sequence of identifiers: what all of them have in common.

use ids_core::format::{Positions, Scheme, Ticks};

use crate::{DomainHash, Qualifier, Siq, layout};

/// The identifiers of one domain, shard and qualifier: what a generator makes
/// ([SIQ-21](crate::rules#siq-21)).
///
/// A [`Generator`](crate::Generator) has one for every qualifier. If you use only one qualifier,
/// `ids_core::Generator::new(clock, series)` is enough.
///
/// A position is the tick and the serial number in 64 bits, which do not hold all of the format's
/// 56 bits of time. Generators end in the year 3058 if the qualifier has 3 bits, in 4147 if it has
/// 4, and in 6325 if it has 5. Later identifiers can be read and composed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Series {
    domain: DomainHash,
    shard: u8,
    qualifier: Qualifier,
}

impl Series {
    /// The identifiers of this domain, shard and qualifier.
    #[inline]
    pub const fn new(domain: DomainHash, shard: u8, qualifier: Qualifier) -> Self {
        Self { domain, shard, qualifier }
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

impl Scheme for Series {
    type Id = Siq;

    #[inline]
    fn ticks(&self) -> Ticks {
        const { layout::TICKS }
    }

    #[inline]
    fn positions(&self) -> Positions {
        match self.qualifier.bits() {
            3 => const { Positions::new(13, layout::LAST_TICK) },
            4 => const { Positions::new(12, layout::LAST_TICK) },
            _ => const { Positions::new(11, layout::LAST_TICK) },
        }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the tick stands above the 16 bits")]
    fn id(&self, position: u64) -> Siq {
        let serial = self.qualifier.serial();
        let tail = position << serial.low() | u64::from(self.qualifier.suffix());
        Siq::from_fields(position >> serial.width(), self.shard, self.domain, tail as u16)
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
