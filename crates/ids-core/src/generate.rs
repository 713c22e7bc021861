//! One way to generate: the trait, the generator that the time-ordered formats share, and waiting.

use core::time::Duration;

use crate::{Clock, GenerateError};

mod counter;
mod generator;
mod limits;
mod positions;
mod restart;
mod scheme;
mod waiting;

#[cfg(target_has_atomic = "64")]
pub use counter::AtomicU64;
pub use counter::{Counter, Kept};
pub use generator::Generator;
#[cfg(target_has_atomic = "64")]
pub use generator::SharedGenerator;
pub use limits::Limits;
pub use positions::Positions;
pub use scheme::Scheme;
pub use waiting::Waiting;

/// A source of identifiers: every generator of every format, and each handle of one that is shared.
///
/// Each generator has [`generate`](Self::generate) and [`fill`](Self::fill) as methods of its own,
/// so that the common case needs no import. The trait is for code that takes any generator, and for
/// waiting: [`blocking`](Self::blocking) sleeps until an identifier is available,
/// [`awaiting`](Self::awaiting) awaits.
///
/// ```
/// use ids_core::{Generate, GenerateError};
///
/// /// `count` identifiers of any generator.
/// fn some<G: Generate>(generator: &mut G, count: usize) -> Result<Vec<G::Id>, GenerateError> {
///     (0..count).map(|_| generator.generate()).collect()
/// }
/// ```
pub trait Generate {
    /// The type of the identifiers.
    type Id;

    /// The next identifier.
    ///
    /// # Errors
    /// [`GenerateError::Wait`] if none is available before a later instant; others as the
    /// generator says.
    fn generate(&mut self) -> Result<Self::Id, GenerateError>;

    /// Fills as much of `ids` as is available now, and returns how much: at least one, unless `ids`
    /// is empty.
    ///
    /// # Errors
    /// As [`generate`](Self::generate); nothing is written then.
    fn fill(&mut self, ids: &mut [Self::Id]) -> Result<usize, GenerateError>;

    /// The clock by which [`GenerateError::Wait`] names an instant; `None` of a generator that has no
    /// time, and never says so.
    fn clock(&self) -> Option<&dyn Clock>;

    /// The same generator, sleeping where it would answer [`GenerateError::Wait`] or
    /// [`GenerateError::Spent`]: at most `limit` for each call.
    #[cfg(feature = "std")]
    #[inline]
    fn blocking(&mut self, limit: Duration) -> Waiting<&mut Self>
    where
        Self: Sized,
    {
        Waiting::blocking(self, limit)
    }

    /// The same generator, awaiting `sleep` where it would answer [`GenerateError::Wait`] or
    /// [`GenerateError::Spent`]: at most `limit` for each call. `sleep` is that of your runtime, such
    /// as `tokio::time::sleep`.
    #[inline]
    fn awaiting<F>(&mut self, limit: Duration, sleep: F) -> Waiting<&mut Self, F>
    where
        Self: Sized,
    {
        Waiting::awaiting(self, limit, sleep)
    }
}

impl<G: Generate + ?Sized> Generate for &mut G {
    type Id = G::Id;

    #[inline]
    fn generate(&mut self) -> Result<G::Id, GenerateError> {
        (**self).generate()
    }

    #[inline]
    fn fill(&mut self, ids: &mut [G::Id]) -> Result<usize, GenerateError> {
        (**self).fill(ids)
    }

    #[inline]
    fn clock(&self) -> Option<&dyn Clock> {
        (**self).clock()
    }
}
