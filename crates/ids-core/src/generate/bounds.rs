//! The options of a generator that its format leaves open.

/// The options of a generator that its format leaves open: how far it runs ahead of its clock, where
/// a tick's numbers start, and which jumps of the clock it refuses.
///
/// It counts in ticks and bits, so that it is the same for all sequences of a format, however many
/// numbers a tick of each has.
///
/// ```
/// use ids_core::format::{Bounds, Positions, Want};
/// let bounds = Bounds::NONE.ahead(3);
/// let (narrow, wide) = (Positions::new(2, 1000), Positions::new(4, 1000));
/// assert_eq!(narrow.within(bounds).step(0, 5, Want::UpTo(100)), Ok(20..36));
/// assert_eq!(wide.within(bounds).step(0, 5, Want::UpTo(100)), Ok(80..144));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// Ticks ahead of the clock.
    pub(super) ahead: u64,
    /// The mask of the rolling start.
    pub(super) roll: u64,
    /// Ticks from the last position's to the clock's.
    pub(super) jump: u64,
    /// All ones where neither of the last two is chosen, else 0: a mask of the common case.
    pub(super) plain: u64,
}

impl Bounds {
    /// Not ahead of the clock, from 0 in each tick, after a jump of any length.
    pub const NONE: Self = Self { ahead: 0, roll: 0, jump: u64::MAX, plain: u64::MAX };

    /// How many ticks positions may be ahead of the clock: 0 waits, more borrows.
    #[inline]
    #[must_use]
    pub const fn ahead(self, ticks: u64) -> Self {
        Self { ahead: ticks, ..self }
    }

    /// A rolling start: a new tick's numbers begin at the counter's own lowest `bits` bits instead of
    /// 0. More bits than the number inside a tick has count as all of them.
    #[inline]
    #[must_use]
    pub const fn rolling(self, bits: u32) -> Self {
        let roll = if bits < u64::BITS { !(u64::MAX << bits) } else { u64::MAX };
        Self { roll, ..self }.choose()
    }

    /// A clock that is in a tick more than `ticks` after the last position's is refused. `u64::MAX`
    /// allows any jump.
    #[inline]
    #[must_use]
    pub const fn max_jump(self, ticks: u64) -> Self {
        Self { jump: ticks, ..self }.choose()
    }

    #[inline]
    const fn choose(self) -> Self {
        let plain = self.roll == 0 && self.jump == u64::MAX;
        Self { plain: if plain { u64::MAX } else { 0 }, ..self }
    }
}
