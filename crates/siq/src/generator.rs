//! A clock, a domain, a shard and a counter for each qualifier: the generator.

#[cfg(target_has_atomic = "64")]
use ids_core::format::{AtomicU64, Kept};
use ids_core::{
    Clock, GenerateError, Limits,
    format::{Counter, Positions},
};

use crate::{DomainHash, Node, Qualifier, Siq, layout};

/// Issues the identifiers of one shard of a domain, strictly increasing for each qualifier.
///
/// All qualifiers share the clock. Each has its own sequence, so that many identifiers of one take
/// nothing from another. No identifier is issued twice, since no qualifier's code is the end of
/// another. Each call says the qualifier, so that not the generator is a
/// [`Generate`](crate::Generate), but the [`sequence`](Self::sequence) of one qualifier.
///
/// An owned generator issues them through `&mut self`. A [`SharedGenerator`] is the same for any
/// number of threads. Neither sleeps or blocks, and neither reads anything but its clock. A failed
/// call leaves the state as it was. Not `Clone`: a copy would repeat every identifier.
///
/// ```
/// use siq::{DomainHash, Generator, Qualifier, UnixTime};
/// // A clock that stands still: the same every time this is run.
/// let clock = UnixTime::from_millis(1_732_104_000_250);
/// let mut generator = Generator::new(clock, DomainHash::from_name("example.com").unwrap(), 1);
/// let first = generator.generate(Qualifier::Message)?;
/// let second = generator.generate(Qualifier::Message)?;
/// let user = generator.generate(Qualifier::User)?;
/// assert_eq!((first.serial(), second.serial(), user.serial()), (0, 1, 0));
/// assert_eq!(first.to_string(), "did:siq:n2a2kuyagopopibaaaamgzymuoaao");
/// # Ok::<(), siq::GenerateError>(())
/// ```
///
/// It has a counter of 8 bytes for each of the 18 qualifiers, because any qualifier can be the
/// next one, and a generator without an allocator cannot make room later.
#[derive(Debug)]
pub struct Generator<C, H = u64> {
    pub(crate) clock: C,
    domain: DomainHash,
    shard: u8,
    /// Those of the most numbers in a tick, within the limits of all qualifiers.
    pub(crate) positions: Positions,
    /// In the order of [`Qualifier::ALL`].
    pub(crate) counters: [H; Qualifier::ALL.len()],
}

/// The rules of the qualifiers with the most numbers in a tick.
const POSITIONS: Positions = Positions::new(layout::TICKS, 13, layout::LAST_TICK);

/// A [`Generator`] for any number of threads, to keep in a `static` or an `Arc`.
#[cfg(target_has_atomic = "64")]
pub type SharedGenerator<C> = Generator<C, Shared>;

/// The counter of one qualifier in a [`SharedGenerator`]: an atomic of 64 bits.
#[cfg(target_has_atomic = "64")]
#[derive(Debug)]
pub struct Shared(AtomicU64);

/// Continues at this position.
#[cfg(target_has_atomic = "64")]
impl From<u64> for Shared {
    #[inline]
    fn from(position: u64) -> Self {
        Self(position.into())
    }
}

/// The first position not yet issued.
#[cfg(target_has_atomic = "64")]
impl Kept for Shared {
    #[inline]
    fn position(&self) -> u64 {
        self.0.position()
    }
}

impl<C> Generator<C> {
    /// A generator that has issued nothing yet, within the default [`Limits`].
    ///
    /// Two processes must not use the same shard of a domain at once. No generator can see another
    /// process, and none guesses a shard.
    #[inline]
    pub const fn new(clock: C, domain: DomainHash, shard: u8) -> Self {
        let counters = [0; Qualifier::ALL.len()];
        Self { clock, domain, shard, positions: POSITIONS, counters }
    }

    /// The same generator for any number of threads.
    #[cfg(all(target_has_atomic = "64", not(loom)))]
    #[inline]
    pub const fn shared(clock: C, domain: DomainHash, shard: u8) -> SharedGenerator<C> {
        let counters = [const { Shared(AtomicU64::new(0)) }; Qualifier::ALL.len()];
        Generator { clock, domain, shard, positions: POSITIONS, counters }
    }
}

impl<C, H> Generator<C, H> {
    /// A generator that advances counters of your own, such as ones that end at a limit that a
    /// database grants, within the default [`Limits`]. `counter` makes the one of each qualifier.
    ///
    /// Each qualifier needs a counter of its own: the positions of two qualifiers have nothing in
    /// common. [`resume_after`](Self::resume_after) and
    /// [`resume_after_now`](Self::resume_after_now) exist if a counter can be made from a position.
    ///
    /// ```
    /// use core::ops::Range;
    /// use ids_core::format::Counter;
    /// use siq::{DomainHash, GenerateError, Generator, Qualifier, Siq, UnixTime};
    ///
    /// /// Issues no position from `limit` on.
    /// struct Granted {
    ///     counter: u64,
    ///     limit: u64,
    /// }
    ///
    /// impl Counter for Granted {
    ///     const SHARED: bool = false;
    ///
    ///     fn advance(
    ///         &mut self,
    ///         step: impl Fn(u64, Range<u64>) -> Result<Range<u64>, GenerateError>,
    ///     ) -> Result<Range<u64>, GenerateError> {
    ///         let limit = self.limit;
    ///         self.counter.advance(|counter, granted| match step(counter, granted)? {
    ///             range if range.end <= limit => Ok(range),
    ///             _ => Err(GenerateError::Spent),
    ///         })
    ///     }
    /// }
    ///
    /// // A grant of three messages, and of nothing else.
    /// let now = UnixTime::from_secs(1_732_104_000);
    /// let granted = |qualifier| Granted {
    ///     counter: 0,
    ///     limit: match qualifier {
    ///         Qualifier::Message => (Siq::TICKS.at(now).unwrap() << 12) + 3,
    ///         _ => 0,
    ///     },
    /// };
    /// let domain = DomainHash::DEVELOPMENT;
    /// let mut ids = Generator::with_counters(now, domain, 1, granted);
    /// for serial in 0..3 {
    ///     assert_eq!(ids.generate(Qualifier::Message)?.serial(), serial);
    /// }
    /// assert_eq!(ids.generate(Qualifier::Message), Err(GenerateError::Spent));
    /// assert_eq!(ids.generate(Qualifier::User), Err(GenerateError::Spent));
    /// # Ok::<(), siq::GenerateError>(())
    /// ```
    #[inline]
    pub fn with_counters(
        clock: C,
        domain: DomainHash,
        shard: u8,
        mut counter: impl FnMut(Qualifier) -> H,
    ) -> Self {
        let counters = core::array::from_fn(|index| counter(Qualifier::ALL[index]));
        Self { clock, domain, shard, positions: POSITIONS, counters }
    }

    /// The same generator within these limits, for all qualifiers ([SIQ-22](crate::rules#siq-22),
    /// [SIQ-24](crate::rules#siq-24)), instead of those that it had.
    ///
    /// Choose a `max_jump` that is longer than the longest time without an identifier of the rarest
    /// qualifier: days rather than minutes.
    #[inline]
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { positions: POSITIONS.with_limits(limits), ..self }
    }

    /// What tells the identifiers of a qualifier from all others.
    #[inline]
    pub const fn node(&self, qualifier: Qualifier) -> Node {
        Node::new(self.domain, self.shard, qualifier)
    }

    /// The clock.
    #[inline]
    pub const fn clock(&self) -> &C {
        &self.clock
    }
}

impl<C: Clock, H: Counter> Generator<C, H> {
    /// The sequence of one qualifier: to reserve or fill many, to wait, to await.
    ///
    /// Keep it to make many identifiers of one qualifier: it looks up the qualifier once, while
    /// [`generate`](Self::generate) does with every identifier.
    ///
    /// ```
    /// use siq::{DomainHash, Generator, Qualifier, UnixTime};
    /// let clock = UnixTime::from_secs(1_732_104_000);
    /// let mut generator = Generator::new(clock, DomainHash::DEVELOPMENT, 1);
    /// let mut messages = generator.sequence(Qualifier::Message);
    /// assert!(messages.reserve(4096)?.map(|id| id.serial()).eq(0..4096));
    /// # Ok::<(), siq::GenerateError>(())
    /// ```
    #[inline]
    pub fn sequence(&mut self, qualifier: Qualifier) -> ids_core::Generator<&C, Node, &mut H> {
        let (node, counter) = (self.node(qualifier), &mut self.counters[qualifier.index()]);
        ids_core::Generator::with_counter(&self.clock, node, counter).with_limits_of(self.positions)
    }

    /// The next identifier of a qualifier. For many of one, keep its [`sequence`](Self::sequence).
    ///
    /// # Errors
    /// [`GenerateError::Wait`] if the tick is spent or the clock has stepped back,
    /// [`GenerateError::Range`] if the clock is past the last tick of the [`Node`],
    /// [`GenerateError::Exhausted`] after the last one.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the identifier passes through memory")]
    pub fn generate(&mut self, qualifier: Qualifier) -> Result<Siq, GenerateError> {
        self.sequence(qualifier).generate()
    }
}

#[cfg(target_has_atomic = "64")]
impl<C: Clock> SharedGenerator<C> {
    /// This thread's access to everything a [`Generator`] does, through references.
    #[inline]
    pub fn handle(&self) -> Generator<&C, &AtomicU64> {
        let counters = self.counters.each_ref().map(|Shared(counter)| counter);
        let Self { ref clock, domain, shard, positions, .. } = *self;
        Generator { clock, domain, shard, positions, counters }
    }

    /// The sequence of one qualifier, as this thread's; as the owner's method of this name.
    #[inline]
    pub fn sequence(&self, qualifier: Qualifier) -> ids_core::Generator<&C, Node, &AtomicU64> {
        let (node, Shared(counter)) = (self.node(qualifier), &self.counters[qualifier.index()]);
        ids_core::Generator::with_counter(&self.clock, node, counter).with_limits_of(self.positions)
    }

    /// The next identifier of a qualifier; as the owner's method of this name.
    ///
    /// # Errors
    /// As the owner's.
    #[inline]
    pub fn generate(&self, qualifier: Qualifier) -> Result<Siq, GenerateError> {
        self.sequence(qualifier).generate()
    }
}
