//! A clock, a domain, a shard and one counter for each qualifier: the generator.

use core::time::Duration;

#[cfg(target_has_atomic = "64")]
use ids_core::format::SharedCounter;
use ids_core::{
    Clock, GenerateError, Policy, TimeError,
    format::{OwnedCounter, Scheme},
};

use crate::{DomainHash, Qualifier, Series, Siq, layout};

/// Issues the identifiers of one shard of a domain, strictly increasing for each qualifier.
///
/// All qualifiers share the clock. Each has its own sequence, so that many identifiers of one take
/// nothing from another. No identifier is issued twice, since no qualifier's code is the end of
/// another.
///
/// An owned generator issues them through `&mut self`. A [`SharedGenerator`] is the same for any
/// number of threads. Neither sleeps or blocks, and neither reads anything but its clock. A failed
/// call leaves the state as it was. Not `Clone`: a copy would repeat every identifier.
///
/// ```
/// use core::time::Duration;
/// use siq::{FixedClock, DomainHash, Generator, Qualifier};
/// // A clock that stands still: the same every time this is run.
/// let clock = FixedClock::new(Duration::from_millis(1_732_104_000_250));
/// let mut generator = Generator::new(clock, DomainHash::from_name("example.com").unwrap(), 1);
/// let first = generator.generate(Qualifier::Message)?;
/// let second = generator.generate(Qualifier::Message)?;
/// let user = generator.generate(Qualifier::User)?;
/// assert_eq!((first.serial(), second.serial(), user.serial()), (0, 1, 0));
/// assert_eq!(first.to_string(), "did:siq:n2a2kuyagopopibaaaamgzymuoaao");
/// # Ok::<(), siq::GenerateError>(())
/// ```
#[derive(Debug)]
pub struct Generator<C, H = OwnedCounter> {
    clock: C,
    domain: DomainHash,
    shard: u8,
    policy: Policy,
    rolling: u32,
    max_jump: Option<Duration>,
    /// One counter for each qualifier, at the index of its code.
    counters: [H; 32],
}

/// A [`Generator`] for any number of threads, to keep in a `static` or an `Arc`.
#[cfg(target_has_atomic = "64")]
pub type SharedGenerator<C> = Generator<C, SharedCounter>;

/// The sequence of one qualifier: everything that a generator of `ids-core` does.
///
/// `H` is the counter that it advances: the owner's or a shared one.
pub type Sequence<'a, C, H> = ids_core::Generator<&'a C, Series, H>;

impl<C> Generator<C> {
    /// A generator that has issued nothing yet, with [`Policy::Wait`].
    ///
    /// Two processes must not use the same shard of a domain at once. No generator can see another
    /// process, and none guesses a shard.
    #[inline]
    pub const fn new(clock: C, domain: DomainHash, shard: u8) -> Self {
        let counters = [const { OwnedCounter::new() }; 32];
        let (policy, max_jump) = (Policy::Wait, None);
        Self { clock, domain, shard, policy, rolling: 0, max_jump, counters }
    }

    /// The same generator for any number of threads.
    #[cfg(all(target_has_atomic = "64", not(loom)))]
    #[inline]
    pub const fn shared(clock: C, domain: DomainHash, shard: u8) -> SharedGenerator<C> {
        let counters = [const { SharedCounter::new() }; 32];
        let (policy, max_jump) = (Policy::Wait, None);
        Generator { clock, domain, shard, policy, rolling: 0, max_jump, counters }
    }
}

impl<C, H> Generator<C, H> {
    /// The same generator under another policy, for all qualifiers ([SIQ-22](crate::rules#siq-22)).
    #[inline]
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        Self { policy, ..self }
    }

    /// The same generator whose serial numbers in a tick start where the last tick's ended, modulo
    /// `2^bits`, instead of at 0. If identifiers are rare, their lowest bits then differ
    /// ([SIQ-24](crate::rules#siq-24)).
    #[inline]
    #[must_use]
    pub fn with_rolling_start(self, bits: u32) -> Self {
        Self { rolling: bits, ..self }
    }

    /// The same generator, continuing after the last identifier of its qualifier that was issued
    /// before a restart. Call it once for each qualifier in use. Later identifiers are greater even
    /// if the clock has been set back ([SIQ-23](crate::rules#siq-23)). Only upwards: an identifier
    /// below those already issued changes nothing.
    #[inline]
    #[must_use]
    pub fn resume_after(mut self, last: Siq) -> Self
    where
        H: From<u64> + Into<u64>,
    {
        let qualifier = last.qualifier();
        let next = self.series(qualifier).position(last).saturating_add(1);
        raise(&mut self.counters[index(qualifier)], next);
        self
    }

    /// The same generator, whose first identifiers are later than all that a predecessor can have
    /// issued, of every qualifier. It is for a restart where no identifier was kept for
    /// [`resume_after`](Self::resume_after).
    ///
    /// It reads the clock once and begins in the next tick. Under [`Policy::Borrow`] it begins
    /// after the furthest tick that a predecessor can have borrowed from. So the first identifier
    /// is available one tick later, and until then `generate` returns [`GenerateError::Wait`].
    /// Without this call, a restart inside one tick, or within `max_ahead`, repeats identifiers
    /// even under a perfect clock.
    ///
    /// The premise is that the predecessor had the same configuration, and that the clock has not
    /// been set back since its last identifier. Call it after [`with_policy`](Self::with_policy),
    /// since it depends on the policy.
    ///
    /// # Errors
    /// [`GenerateError`] if the clock fails, reads an instant that the format cannot represent, or
    /// is further after an identifier of [`resume_after`](Self::resume_after) than
    /// [`with_max_jump`](Self::with_max_jump) allows.
    #[inline]
    pub fn resume_after_now(mut self) -> Result<Self, GenerateError>
    where
        C: Clock,
        H: From<u64> + Into<u64>,
    {
        let now = self.clock.now()?;
        let tick = layout::TICKS.at_most(now, layout::LAST_TICK)?;
        let ahead = self.policy.ahead(layout::TICKS);
        let jump = self.max_jump.map_or(u64::MAX, |jump| layout::TICKS.count(jump));
        for &qualifier in Qualifier::ALL {
            let positions = self.series(qualifier).positions().ahead(ahead).max_jump(jump);
            let counter = &mut self.counters[index(qualifier)];
            let issued = core::mem::replace(counter, H::from(0)).into();
            let next = positions.resume(issued, tick);
            *counter = H::from(next.map_err(|refusal| refusal.at(layout::TICKS, now))?);
        }
        Ok(self)
    }

    /// The same generator with a bound for jumps of the clock. It returns [`GenerateError::Jump`]
    /// if the clock reads an instant more than `max_jump` after the last identifier of the
    /// qualifier. The state stays as it was, and `accept_jump` continues at the new time.
    ///
    /// Without a bound, one reading of the year 2300 stops a qualifier until then. There is no
    /// bound by default, because a qualifier that was idle looks the same as a clock that jumped.
    /// Choose a bound that is longer than the longest time without an identifier of the rarest
    /// qualifier: days rather than minutes.
    #[inline]
    #[must_use]
    pub fn with_max_jump(self, max_jump: Duration) -> Self {
        Self { max_jump: Some(max_jump), ..self }
    }

    /// What the identifiers of a qualifier have in common.
    #[inline]
    pub const fn series(&self, qualifier: Qualifier) -> Series {
        Series::new(self.domain, self.shard, qualifier)
    }

    /// The clock.
    #[inline]
    pub const fn clock(&self) -> &C {
        &self.clock
    }
}

impl<C: Clock> Generator<C> {
    /// The sequence of one qualifier: to reserve or fill many, to wait, to await.
    ///
    /// Keep it to make many identifiers of one qualifier: it looks up the qualifier once, while
    /// [`generate`](Self::generate) does with every identifier.
    ///
    /// ```
    /// use core::time::Duration;
    /// use siq::{FixedClock, DomainHash, Generator, Qualifier};
    /// let clock = FixedClock::new(Duration::from_secs(1_732_104_000));
    /// let mut generator = Generator::new(clock, DomainHash::DEVELOPMENT, 1);
    /// let mut messages = generator.sequence(Qualifier::Message);
    /// assert!(messages.reserve(4096)?.map(|id| id.serial()).eq(0..4096));
    /// # Ok::<(), siq::GenerateError>(())
    /// ```
    #[inline]
    pub fn sequence(&mut self, qualifier: Qualifier) -> Sequence<'_, C, &mut OwnedCounter> {
        let series = self.series(qualifier);
        let sequence =
            Sequence::with_counter(&self.clock, series, &mut self.counters[index(qualifier)])
                .with_policy(self.policy)
                .with_rolling_start(self.rolling);
        match self.max_jump {
            Some(max_jump) => sequence.with_max_jump(max_jump),
            None => sequence,
        }
    }

    /// Continues at `now`, the instant that a [`GenerateError::Jump`] names, with every qualifier.
    /// Only upwards: an instant before a qualifier's last identifier changes nothing in it.
    ///
    /// # Errors
    /// [`TimeError`] if the format cannot represent the instant.
    #[inline]
    pub fn accept_jump(&mut self, now: Duration) -> Result<(), TimeError> {
        layout::TICKS.at_most(now, layout::LAST_TICK)?;
        for &qualifier in Qualifier::ALL {
            // After the last tick of a qualifier its own clock error says so.
            let _outside = self.sequence(qualifier).accept_jump(now);
        }
        Ok(())
    }

    /// The next identifier of a qualifier. For many of one, keep its [`sequence`](Self::sequence).
    ///
    /// # Errors
    /// [`GenerateError::Wait`] if the tick is spent or the clock has stepped back,
    /// [`GenerateError::Time`] if the clock is past the last tick of the [`Series`],
    /// [`GenerateError::Exhausted`] after the last one.
    #[inline]
    pub fn generate(&mut self, qualifier: Qualifier) -> Result<Siq, GenerateError> {
        self.sequence(qualifier).generate()
    }
}

#[cfg(target_has_atomic = "64")]
impl<C: Clock> Generator<C, SharedCounter> {
    /// The sequence of one qualifier, as this thread's; as the owner's method of this name.
    #[inline]
    pub fn sequence(&self, qualifier: Qualifier) -> Sequence<'_, C, &SharedCounter> {
        let series = self.series(qualifier);
        let sequence =
            Sequence::with_counter(&self.clock, series, &self.counters[index(qualifier)])
                .with_policy(self.policy)
                .with_rolling_start(self.rolling);
        match self.max_jump {
            Some(max_jump) => sequence.with_max_jump(max_jump),
            None => sequence,
        }
    }

    /// Continues at `now`, the instant that a [`GenerateError::Jump`] names; as the owner's method
    /// of this name.
    ///
    /// # Errors
    /// As the owner's.
    #[inline]
    pub fn accept_jump(&self, now: Duration) -> Result<(), TimeError> {
        layout::TICKS.at_most(now, layout::LAST_TICK)?;
        for &qualifier in Qualifier::ALL {
            let _outside = self.sequence(qualifier).accept_jump(now);
        }
        Ok(())
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

/// Moves a counter upwards.
fn raise<H: From<u64> + Into<u64>>(counter: &mut H, next: u64) {
    let issued = core::mem::replace(counter, H::from(next)).into();
    *counter = H::from(next.max(issued));
}

/// Codes are below 32, and no two are equal even where their lengths differ.
#[inline]
const fn index(qualifier: Qualifier) -> usize {
    qualifier.suffix() as usize
}
