//! A clock that stops in the child.

use super::ForkGuard;
use crate::{Clock, ClockError, UnixTime};

/// A clock that works only in the process that made it. In a copy of that process, by `fork()`, it
/// returns [`ClockError::Forked`].
///
/// A generator reads its clock before every step. So with this clock every generator of every
/// format, owned or shared, returns [`GenerateError::Forked`](crate::GenerateError::Forked) in the
/// child before it can repeat an identifier of its parent. The parent's generator continues.
///
/// ```
/// use ids_core::{Clock, SystemClock, clock::GuardedClock};
/// let clock = GuardedClock::new(SystemClock);
/// assert!(clock.now().is_ok(), "the process that made it");
/// ```
///
/// # In a pre-forking server
///
/// Each worker makes a generator of its own, after the fork and with a node number of its own. The
/// guard shows where you forgot it. The child cannot continue with the parent's generator: with a
/// new clock the counter is still the parent's.
///
/// The guard notices copies of a generator. It does not notice two generators with the same node
/// number, for example if each worker runs the same initialisation after the fork. Identifiers that
/// were taken before the fork, by `reserve` for example, are copied with the memory.
#[derive(Clone, Copy, Debug)]
pub struct GuardedClock<C> {
    clock: C,
    guard: ForkGuard,
}

impl<C> GuardedClock<C> {
    /// A clock that answers in this process.
    #[inline]
    pub fn new(clock: C) -> Self {
        Self { clock, guard: ForkGuard::new() }
    }
}

impl<C: Clock> Clock for GuardedClock<C> {
    #[inline]
    fn now(&self) -> Result<UnixTime, ClockError> {
        if self.guard.forked() {
            return Err(ClockError::Forked);
        }
        self.clock.now()
    }
}
