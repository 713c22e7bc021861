//! A node number, and the one counter that may use it.

use core::fmt;
use std::sync::Arc;

use ids_core::{
    Clock, Generator,
    clock::ForkGuard,
    format::{AtomicU64, Counter, Scheme},
};

use crate::{GrantedCounter, counter::Window};

/// A node number of a process: the right to count its identifiers once.
///
/// Two counters of one number would repeat each other. So the lease has the one that there is: it lends it to the
/// [handles](Self::handle) of threads, or gives it away with itself. Generators issue identifiers only of ticks that the
/// store granted. They work in this process only: a child, by `fork()`, gets
/// [`GenerateError::Forked`](ids_core::GenerateError::Forked) before its first identifier.
///
/// When the lease and what was made of it are dropped, its keeper gives the number back.
#[must_use = "a node number is for one counter"]
pub struct Lease<C, N> {
    pub(crate) clock: ForkGuard<C>,
    pub(crate) node: N,
    pub(crate) number: u64,
    pub(crate) window: Arc<Window>,
    pub(crate) counter: AtomicU64,
}

impl<C, N> Lease<C, N> {
    /// The node number.
    #[inline]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// The node of the format, made from the number.
    #[inline]
    pub const fn node(&self) -> &N {
        &self.node
    }
}

impl<C: Clock, N: Scheme> Lease<C, N> {
    /// The parts, for a generator that has several sequences, each with a counter of its own:
    /// [`GrantedCounter::sibling`].
    ///
    /// Use each sequence of the node once, and the clock of the lease, which notices `fork()`.
    #[inline]
    pub fn into_parts(self) -> (ForkGuard<C>, N, GrantedCounter) {
        let counter = GrantedCounter::new(self.counter.into_inner(), self.window);
        (self.clock, self.node, counter)
    }

    /// The generator, for one owner.
    ///
    /// It returns [`GenerateError::Wait`](ids_core::GenerateError::Wait) before the grant begins, and
    /// [`GenerateError::Spent`](ids_core::GenerateError::Spent) after its end. `blocking` and `awaiting` wait in both
    /// cases.
    #[inline]
    pub fn generator(self) -> Generator<ForkGuard<C>, N, GrantedCounter> {
        let (clock, node, counter) = self.into_parts();
        Generator::with_counter(clock, node, counter)
    }

    /// A generator for this thread. All handles of a lease share its counter, so no two issue the same identifier: keep
    /// the lease in an `Arc` or a `static`. Lock-free, one compare-and-swap for an identifier, or for a run of them.
    #[inline]
    pub fn handle(&self) -> Generator<&ForkGuard<C>, &N, impl Counter> {
        let counter = GrantedCounter::new(&self.counter, &*self.window);
        Generator::with_counter(&self.clock, &self.node, counter)
    }
}

impl<C, N> fmt::Debug for Lease<C, N> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, window, .. } = self;
        f.debug_struct("Lease")
            .field("number", number)
            .field("window", window)
            .finish_non_exhaustive()
    }
}
