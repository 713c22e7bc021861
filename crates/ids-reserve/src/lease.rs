//! A node number, and the one generator that may use it.

use core::fmt;
use std::sync::Arc;

use ids_core::{
    Clock, GenerateError, Generator, Policy,
    clock::ForkGuard,
    format::{AtomicU64, Counter, Scheme},
};

use crate::{GrantedCounter, Window};

/// The generator of a lease: see [`Lease::generator`].
pub type LeasedGenerator<C, N> = Generator<ForkGuard<C>, N, GrantedCounter<u64, Arc<Window>>>;

/// A node number of a process: the right to make one generator.
///
/// Two generators of one number would repeat each other. So each method takes the lease. The
/// generator issues identifiers only of ticks that the store granted. It works in this process only:
/// a child, by `fork()`, gets [`GenerateError::Forked`] before its first identifier.
///
/// When the lease and what was made of it are dropped, its keeper gives the number back.
#[must_use = "a node number is for one generator"]
pub struct Lease<C, N> {
    pub(crate) clock: ForkGuard<C>,
    pub(crate) node: N,
    pub(crate) number: u64,
    pub(crate) window: Arc<Window>,
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
    pub fn into_parts(self) -> (ForkGuard<C>, N, GrantedCounter<u64, Arc<Window>>) {
        let counter = GrantedCounter::new(0, self.window);
        (self.clock, self.node, counter)
    }

    /// The generator, for one owner.
    ///
    /// It returns [`GenerateError::Wait`] before the grant begins, and [`GenerateError::Spent`]
    /// after its end. `blocking` and `awaiting` wait in both cases.
    #[inline]
    pub fn generator(self) -> LeasedGenerator<C, N> {
        let (clock, node, counter) = self.into_parts();
        Generator::with_counter(clock, node, counter)
    }

    /// The generators of any number of threads, over one counter.
    #[inline]
    pub fn shared(self) -> SharedLease<C, N> {
        SharedLease { lease: self, counter: AtomicU64::default(), policy: Policy::Wait }
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

/// A [`Lease`] for any number of threads, to keep in an `Arc`.
#[derive(Debug)]
pub struct SharedLease<C, N> {
    lease: Lease<C, N>,
    counter: AtomicU64,
    policy: Policy,
}

impl<C: Clock, N: Scheme> SharedLease<C, N> {
    /// The same lease, whose generators have another policy.
    #[inline]
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        Self { policy, ..self }
    }

    /// The node number.
    #[inline]
    pub const fn number(&self) -> u64 {
        self.lease.number
    }

    /// This thread's generator.
    #[inline]
    pub fn handle(&self) -> Generator<&ForkGuard<C>, &N, impl Counter> {
        let Lease { clock, node, window, .. } = &self.lease;
        let counter = GrantedCounter::new(&self.counter, &**window);
        Generator::with_counter(clock, node, counter).with_policy(self.policy)
    }

    /// The next identifier; as the owner's method of this name.
    ///
    /// # Errors
    /// As the owner's.
    #[inline]
    pub fn generate(&self) -> Result<N::Id, GenerateError> {
        self.handle().generate()
    }
}
