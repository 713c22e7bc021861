//! A clock that stops in the child.

use core::time::Duration;

use super::ForkGuard;
use crate::{Clock, ClockError};

/// A clock that answers only in the process that made it: in a copy of that process, by `fork()`,
/// the answer is [`ClockError::Forked`].
///
/// A generator reads its clock before every step. So under this clock each generator, of whichever
/// format, owned or shared, answers [`GenerateError::Forked`](crate::GenerateError::Forked) in the
/// child, before it could repeat an identifier of its parent. The parent's goes on.
///
/// ```
/// use ids_core::{Clock, GuardedClock, SystemClock};
/// let clock = GuardedClock::new(SystemClock);
/// assert!(clock.now().is_ok(), "the process that made it");
/// ```
///
/// # In a pre-forking server
///
/// Each worker makes a generator of its own, after the fork and with a node number of its own. The
/// guard tells you where one was forgotten. The child cannot go on with the parent's generator: a
/// new clock does not make the old counter its own.
///
/// The guard notices copies of a generator. It does not notice two generators that were given one
/// node number, as when each worker runs the same initialisation after the fork. Identifiers that
/// were taken before the fork, as by `reserve`, are copied with the memory they stand in.
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
    fn now(&self) -> Result<Duration, ClockError> {
        if self.guard.forked() {
            return Err(ClockError::Forked);
        }
        self.clock.now()
    }
}
