//! A generator for any number of threads.

use core::{future::Future, time::Duration};

use super::{Current, Generator, Ids};
use crate::{Clock, GenerateError, Scheme, SharedSequencer, TimeError, Want};

impl<C: Clock, P: Scheme> Generator<C, P, SharedSequencer> {
    /// This thread's access to everything a [`Generator`] does, through references.
    #[inline]
    pub const fn handle(&self) -> Generator<&C, &P, &SharedSequencer> {
        Generator {
            clock: &self.clock,
            scheme: &self.scheme,
            ahead: self.ahead,
            roll: self.roll,
            jump: self.jump,
            holder: &self.holder,
            current: Current::NONE,
        }
    }

    /// The next identifier; as the owner's method of this name.
    ///
    /// # Errors
    /// As the owner's.
    #[inline]
    pub fn generate(&self) -> Result<P::Id, GenerateError> {
        self.handle().generate()
    }

    /// The next `count` identifiers in one step; as the owner's method of this name.
    ///
    /// # Errors
    /// As the owner's.
    #[inline]
    pub fn reserve(&self, count: u64) -> Result<Ids<&P>, GenerateError> {
        let run = self.handle().take(Want::Exactly(count))?;
        Ok(Ids::new(run, &self.scheme))
    }

    /// As many of `ids` as there are now, in one step; as the owner's method of this name.
    ///
    /// # Errors
    /// As the owner's.
    #[inline]
    pub fn fill(&self, ids: &mut [P::Id]) -> Result<usize, GenerateError> {
        self.handle().fill(ids)
    }

    /// Goes on at `now`, the instant that a [`GenerateError::Jump`] names; as the owner's method of
    /// this name.
    ///
    /// # Errors
    /// As the owner's.
    #[inline]
    pub fn accept_jump(&self, now: Duration) -> Result<(), TimeError> {
        self.handle().accept_jump(now)
    }

    /// The next identifier, sleeping until it can be had; as the owner's method of this name.
    ///
    /// # Errors
    /// As the owner's.
    #[cfg(feature = "std")]
    #[inline]
    pub fn generate_blocking(&self, limit: Duration) -> Result<P::Id, GenerateError> {
        self.handle().generate_blocking(limit)
    }

    /// All of `ids`, sleeping until they are written; as the owner's method of this name.
    ///
    /// # Errors
    /// As the owner's.
    #[cfg(feature = "std")]
    #[inline]
    pub fn fill_blocking(
        &self,
        ids: &mut [P::Id],
        limit: Duration,
    ) -> Result<usize, GenerateError> {
        self.handle().fill_blocking(ids, limit)
    }

    /// The next identifier, awaiting the caller's `sleep` until it can be had; as the owner's
    /// method of this name.
    ///
    /// # Errors
    /// As the owner's.
    #[inline]
    pub async fn generate_async<F: Future<Output = ()>>(
        &self,
        limit: Duration,
        sleep: impl FnMut(Duration) -> F,
    ) -> Result<P::Id, GenerateError> {
        let mut handle = self.handle();
        handle.generate_async(limit, sleep).await
    }
}
