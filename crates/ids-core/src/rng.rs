//! Random bits for identifiers: fast, seeded by the operating system, safe across `fork()`.

use core::cell::RefCell;

use chacha20::ChaCha12Rng;
use getrandom::SysRng;
use rand_core::{Rng, SeedableRng, TryCryptoRng, TryRng};

use crate::{GenerateError, fork::ForkGuard};

/// `ChaCha12` seeded by the operating system, and seeded anew in the child after `fork()`.
///
/// A parent and a child with the same buffered generator would repeat each other. This one notices
/// the fork at its first use in the child, as [`ForkGuard`] says, and takes a fresh seed. No
/// program can notice a virtual machine that is resumed twice from one snapshot. For that, call
/// [`reseed`](Self::reseed) when the host says so, or use the operating system's own source,
/// `getrandom::SysRng`, for every identifier.
///
/// ```
/// use ids_core::IdRng;
/// use rand_core::TryRng;
/// let mut rng = IdRng::from_os()?;
/// assert_ne!(rng.try_next_u64()?, rng.try_next_u64()?);
/// # Ok::<(), ids_core::GenerateError>(())
/// ```
#[derive(Debug)]
pub struct IdRng {
    inner: ChaCha12Rng,
    guard: ForkGuard,
}

impl IdRng {
    /// A generator with a fresh seed.
    ///
    /// # Errors
    /// [`GenerateError::Entropy`] if the operating system has no random bits.
    #[inline]
    pub fn from_os() -> Result<Self, GenerateError> {
        // The guard first: a fork between the two is noticed.
        let guard = ForkGuard::new();
        Ok(Self { inner: seeded()?, guard })
    }

    /// Takes a fresh seed.
    ///
    /// # Errors
    /// [`GenerateError::Entropy`] if the operating system has no random bits; the old seed stays.
    #[inline]
    pub fn reseed(&mut self) -> Result<(), GenerateError> {
        *self = Self::from_os()?;
        Ok(())
    }

    #[inline]
    fn current(&mut self) -> Result<&mut ChaCha12Rng, GenerateError> {
        if self.guard.forked() {
            self.reseed()?;
        }
        Ok(&mut self.inner)
    }
}

/// A fresh seed from the operating system.
#[cold]
fn seeded() -> Result<ChaCha12Rng, GenerateError> {
    ChaCha12Rng::try_from_rng(&mut SysRng).map_err(|_| GenerateError::Entropy)
}

impl TryRng for IdRng {
    type Error = GenerateError;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, GenerateError> {
        Ok(self.current()?.next_u32())
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, GenerateError> {
        Ok(self.current()?.next_u64())
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), GenerateError> {
        self.current()?.fill_bytes(bytes);
        Ok(())
    }
}

impl TryCryptoRng for IdRng {}

/// This thread's own [`IdRng`], seeded when it is first used.
///
/// The value itself is empty, so it can be made anywhere. The source lives as long as the thread.
/// While the thread's storage is destroyed, each call takes a fresh seed.
///
/// ```
/// use ids_core::LocalRng;
/// use rand_core::TryRng;
/// assert_ne!(LocalRng.try_next_u64()?, LocalRng.try_next_u64()?);
/// # Ok::<(), ids_core::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalRng;

std::thread_local! {
    static LOCAL: RefCell<Option<IdRng>> = const { RefCell::new(None) };
}

impl LocalRng {
    /// Takes a fresh seed for this thread.
    ///
    /// # Errors
    /// [`GenerateError::Entropy`] if the operating system has no random bits; the old seed stays.
    #[inline]
    pub fn reseed(&mut self) -> Result<(), GenerateError> {
        Self::with(IdRng::reseed)
    }

    #[inline]
    fn with<T>(
        mut draw: impl FnMut(&mut IdRng) -> Result<T, GenerateError>,
    ) -> Result<T, GenerateError> {
        let answer = LOCAL.try_with(|local| match &mut *local.borrow_mut() {
            Some(rng) => draw(rng),
            empty => draw(empty.insert(IdRng::from_os()?)),
        });
        answer.unwrap_or_else(|_| draw(&mut IdRng::from_os()?))
    }
}

impl TryRng for LocalRng {
    type Error = GenerateError;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, GenerateError> {
        Self::with(IdRng::try_next_u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, GenerateError> {
        Self::with(IdRng::try_next_u64)
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), GenerateError> {
        Self::with(|rng| rng.try_fill_bytes(bytes))
    }
}

impl TryCryptoRng for LocalRng {}
