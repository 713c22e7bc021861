//! Which process this is: the one that made something, or a copy of it.

use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::{Clock, ClockError, UnixTime};

#[cfg(any(target_os = "linux", target_os = "android"))]
mod page;

/// Notices that this process is a copy of the one that made the guard.
///
/// After `fork()` parent and child hold the same state: the same counter, the same random bits to
/// come. A guard that was made before the fork reports the fork in the child. [`IdRng`](crate::IdRng)
/// has one of its own.
///
/// A guard [of a clock](Self::of) is a clock that works only in the process that made it. In a copy of
/// that process it returns [`ClockError::Forked`]. A generator reads its clock before every step. So
/// with this clock every generator of every format, owned or shared, returns
/// [`GenerateError::Forked`](crate::GenerateError::Forked) in the child before it can repeat an
/// identifier of its parent. The parent's generator continues.
///
/// ```
/// use ids_core::{Clock, SystemClock, clock::ForkGuard};
/// let guard = ForkGuard::new();
/// assert!(!guard.forked(), "the same process");
/// let clock = ForkGuard::of(SystemClock);
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
///
/// # How it notices
///
/// - **Linux**: one page of memory for the process, which the kernel wipes in every child
///   (`MADV_WIPEONFORK`, Linux 4.14). A check reads one word of it. It notices each way to copy a
///   process: `fork()`, `_Fork()`, and `clone()` without the handlers of `pthread_atfork`.
/// - **Linux without such pages**, as under some sandboxes, and **other Unix**: the process
///   identifier, by a system call for each check. It does not notice a child with the process
///   identifier of its ancestor: one that the system uses again, or one of another PID namespace.
/// - **Elsewhere** there is no `fork()`, and a guard notices nothing.
///
/// Threads, and a child that shares its parent's memory (`vfork()`), are no copies. What no guard
/// notices is a virtual machine that is resumed twice from one snapshot.
#[derive(Clone, Copy, Debug)]
pub struct ForkGuard<C = ()> {
    clock: C,
    /// Where the process's generation is read; without it, the process identifier stands in.
    page: Option<&'static AtomicUsize>,
    made_in: usize,
}

impl ForkGuard {
    /// A guard of what this process makes now.
    #[inline]
    pub fn new() -> Self {
        Self::of(())
    }
}

impl<C> ForkGuard<C> {
    /// This clock, which answers in this process only.
    #[inline]
    pub fn of(clock: C) -> Self {
        let page = page();
        Self { clock, page, made_in: page.map_or_else(process, generation) }
    }

    /// Whether this process is a copy of the one that made the guard, or a copy of a copy.
    #[inline]
    pub fn forked(&self) -> bool {
        self.made_in != self.page.map_or_else(process, |page| page.load(Relaxed))
    }
}

impl<C: Clock> Clock for ForkGuard<C> {
    #[inline]
    fn now(&self) -> Result<UnixTime, ClockError> {
        if self.forked() {
            return Err(ClockError::Forked);
        }
        self.clock.now()
    }
}

impl Default for ForkGuard {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
use page::page;

/// No kernel to wipe it.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const fn page() -> Option<&'static AtomicUsize> {
    None
}

/// The process's generation: in a child it is greater than that of every process it descends from.
#[cold]
fn generation(page: &AtomicUsize) -> usize {
    /// Ordinary memory, which a child gets as its parent left it.
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    match page.load(Relaxed) {
        // Of several threads that find the page wiped, one names the generation.
        0 => {
            let next = NEXT.fetch_add(1, Relaxed);
            page.compare_exchange(0, next, Relaxed, Relaxed).map_or_else(|other| other, |_| next)
        }
        generation => generation,
    }
}

#[cfg(unix)]
#[cold]
#[inline(never)]
fn process() -> usize {
    std::process::id() as usize
}

#[cfg(not(unix))]
const fn process() -> usize {
    0
}
