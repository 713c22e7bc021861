//! Which process this is: the one that made something, or a copy of it.

use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

mod clock;
#[cfg(any(target_os = "linux", target_os = "android"))]
mod page;

pub use clock::GuardedClock;

/// Notices that this process is a copy of the one that made the guard.
///
/// After `fork()` parent and child hold the same state: the same counter, the same random bits to
/// come. A guard that was made before the fork reports the fork in the child. A [`GuardedClock`]
/// is a guard for generators that read a clock; [`IdRng`](crate::IdRng) has one of its own.
///
/// ```
/// use ids_core::clock::ForkGuard;
/// let guard = ForkGuard::new();
/// assert!(!guard.forked(), "the same process");
/// ```
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
pub struct ForkGuard {
    /// Where the process's generation is read; without it, the process identifier stands in.
    page: Option<&'static AtomicUsize>,
    made_in: usize,
}

impl ForkGuard {
    /// A guard of what this process makes now.
    #[inline]
    pub fn new() -> Self {
        let page = page();
        Self { page, made_in: page.map_or_else(process, generation) }
    }

    /// Whether this process is a copy of the one that made the guard, or a copy of a copy.
    #[inline]
    pub fn forked(&self) -> bool {
        self.made_in != self.page.map_or_else(process, |page| page.load(Relaxed))
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
