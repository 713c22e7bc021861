//! Keys, a random source and a group: the generator.

use ids_core::{Clock, Generate, GenerateError, format::Counter};
use rand_core::TryRng;

#[cfg(feature = "rng")]
use crate::Key;
use crate::{Group, Keys, Luuid, Prefix, Version};

/// Issues the identifiers of one group, with increasing keys.
///
/// The keys are its own, or a handle to [`SharedKeys`](crate::SharedKeys); the random source is any
/// [`TryRng`], owned or `&mut`, such as `IdRng` of the feature `rng`. Nothing else is read. It
/// draws a random word first and takes a key second, so that a failing source costs no key. If the
/// keys are spent, the word is dropped. Otherwise a failed call leaves the state as it was
/// ([LUUID-13](crate::rules#luuid-13)).
///
/// Not `Clone`: a copy would repeat every key.
///
/// ```
/// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
/// use luuid::{Generator, Group, Keys};
/// // A known seed: the same every time this is run.
/// let rng = ChaCha8Rng::seed_from_u64(7);
/// let mut generator = Generator::new(Keys::counter(), rng, Group::from_name("person"));
/// assert_eq!(generator.generate()?.to_string(), "00000000-0001-62a0-a286-5533423d743b");
/// assert_eq!(generator.generate()?.to_string(), "00000000-0002-62a0-a2b0-159d32e9b293");
/// # Ok::<(), luuid::GenerateError>(())
/// ```
#[derive(Debug)]
pub struct Generator<R, H = u64> {
    keys: Keys<H>,
    rng: R,
    group: Group,
    version: Version,
}

impl<R, H> Generator<R, H> {
    /// A generator of this group's identifiers, in version 6 as published.
    #[inline]
    pub const fn new(keys: Keys<H>, rng: R, group: Group) -> Self {
        Self { keys, rng, group, version: Version::V6 }
    }

    /// The same generator in another version. Use [`Version::V8`] if no reader expects the published form.
    #[inline]
    #[must_use]
    pub fn with_version(self, version: Version) -> Self {
        Self { version, ..self }
    }

    /// The group.
    #[inline]
    pub const fn group(&self) -> Group {
        self.group
    }

    /// The keys, for instance to see how many are left.
    #[inline]
    pub const fn keys(&self) -> &Keys<H> {
        &self.keys
    }

    /// The keys, to rebase them or to take some without making identifiers of them.
    ///
    /// ```
    /// # #[cfg(feature = "rng")] {
    /// use luuid::{Generator, Group, Key, Keys, LocalRng};
    /// let keys = Keys::block(1001..2001)?;
    /// let mut generator = Generator::new(keys, LocalRng, Group::from_name("person"));
    /// generator.keys_mut().rebase(Key::new(1500)?);
    /// assert_eq!(generator.keys().left(), 500);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn keys_mut(&mut self) -> &mut Keys<H> {
        &mut self.keys
    }

    /// The random source, for instance to seed it anew.
    #[inline]
    pub const fn rng_mut(&mut self) -> &mut R {
        &mut self.rng
    }
}

impl<R, H: Counter> Generator<R, H> {
    /// The same generator, all of whose keys are greater than that of `last`, the last identifier
    /// issued before a restart ([LUUID-14](crate::rules#luuid-14)).
    #[inline]
    #[must_use]
    pub fn resume_after(mut self, last: Luuid) -> Self {
        self.keys.rebase(last.key());
        self
    }
}

impl<R: TryRng, H: Counter> Generator<R, H> {
    /// The next identifier: the next key and 60 random bits, the upper ones of a 64-bit word
    /// ([LUUID-11](crate::rules#luuid-11)).
    ///
    /// # Errors
    /// [`GenerateError::Entropy`] if the random source fails; others as [`Keys::take`].
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the identifier passes through memory")]
    pub fn generate(&mut self) -> Result<Luuid, GenerateError> {
        let random = random(&mut self.rng)?;
        let prefix = Prefix::new(self.keys.take()?, self.group).to_version(self.version);
        Ok(Luuid::from_known_bits(prefix.first().to_bits() | u128::from(random)))
    }

    /// Fills `ids`, and returns how many it wrote: at least one, unless `ids` is empty. It writes
    /// fewer than all only if the keys run out or the random source fails.
    ///
    /// # Errors
    /// As [`generate`](Self::generate), if not even the first is available.
    #[inline]
    pub fn fill(&mut self, ids: &mut [Luuid]) -> Result<usize, GenerateError> {
        for (index, id) in ids.iter_mut().enumerate() {
            match self.generate() {
                Ok(next) => *id = next,
                Err(error) if index == 0 => return Err(error),
                Err(_) => return Ok(index),
            }
        }
        Ok(ids.len())
    }
}

/// It has no clock, and never returns [`GenerateError::Wait`]. Waiting helps after
/// [`GenerateError::Spent`], which only keys over a counter of your own return.
impl<R: TryRng, H: Counter> Generate for Generator<R, H> {
    type Id = Luuid;

    #[inline]
    fn generate(&mut self) -> Result<Luuid, GenerateError> {
        Self::generate(self)
    }

    #[inline]
    fn fill(&mut self, ids: &mut [Luuid]) -> Result<usize, GenerateError> {
        Self::fill(self, ids)
    }

    #[inline]
    fn clock(&self) -> Option<&dyn Clock> {
        None
    }
}

/// 60 random bits, the upper ones of a 64-bit word ([LUUID-11](crate::rules#luuid-11)).
#[inline]
fn random(rng: &mut impl TryRng) -> Result<u64, GenerateError> {
    let word = rng.try_next_u64().map_err(|_| GenerateError::Entropy)?;
    Ok(word >> (u64::BITS - Luuid::RANDOM.width()))
}

/// The identifier of a key that comes from elsewhere, such as a sequence of a database, with 60 bits
/// of this thread's random source.
///
/// The source is [`LocalRng`](crate::LocalRng), seeded by the operating system and safe across
/// `fork()`. The identifier has version 6 as published: see [`Luuid::to_version`]. Where the program
/// counts keys itself, keep a [`Generator`].
///
/// ```
/// use luuid::{Group, Key};
/// let id = luuid::new(Key::new(1001)?, Group::from_name("person"))?;
/// assert_eq!(id.prefix().to_string(), "3e9-62a0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`GenerateError::Entropy`] if the operating system has no random bits.
#[cfg(feature = "rng")]
#[inline]
pub fn new(key: Key, group: Group) -> Result<Luuid, GenerateError> {
    let random = random(&mut ids_core::LocalRng)?;
    Ok(Luuid::from_known_bits(Prefix::new(key, group).first().to_bits() | u128::from(random)))
}
