//! A generator for any number of threads.

use core::{iter::Map, ops::Range};

use super::{
    counter::AtomicU64,
    generator::{Generator, SharedGenerator, next},
};
use crate::{Clock, GenerateError, format::Scheme};

impl<C: Clock, S: Scheme> SharedGenerator<C, S> {
    /// This thread's access to everything a [`Generator`] does, through references.
    #[inline]
    pub const fn handle(&self) -> Generator<&C, &S, &AtomicU64> {
        Generator {
            clock: &self.clock,
            scheme: &self.scheme,
            bounds: self.bounds,
            counter: &self.counter,
            kept: 0,
        }
    }

    /// The next identifier; as the owner's method of this name.
    ///
    /// # Errors
    /// As the owner's.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "not inlined, the identifier passes through memory")]
    pub fn generate(&self) -> Result<S::Id, GenerateError> {
        // Without a handle: the rare case would keep it in memory on every call.
        let now = self.clock.now()?;
        let position = match next(self.scheme.positions(), &self.bounds, &mut &self.counter, now) {
            Some(position) => position,
            None => self.handle().later(now)?,
        };
        Ok(self.scheme.id(position))
    }

    /// The next `count` identifiers in one step; as the owner's method of this name. They borrow the generator,
    /// and no handle.
    ///
    /// # Errors
    /// As the owner's.
    #[inline]
    #[expect(
        clippy::type_complexity,
        reason = "by its type nothing is dropped: the borrow ends with the last use"
    )]
    pub fn reserve(
        &self,
        count: u64,
    ) -> Result<Map<Range<u64>, impl Fn(u64) -> S::Id + Copy>, GenerateError> {
        let run = self.handle().take(count..=count)?;
        let scheme = &self.scheme;
        let id = move |position| scheme.id(position);
        Ok(run.map(id))
    }
}
