//! The client of a store: it requests ranges again and again.

use core::ops::Range;

use ids_core::clock::ForkGuard;
use rand_core::TryRng;

use crate::{Amount, Fingerprint, Holder, Request, Resource, Span, Store, StoreError, name::token};

/// One holder of one resource, and what it remembers from one request to the next.
///
/// A request keeps its name until the store answers. So a lost reply wastes nothing.
#[derive(Debug)]
pub(crate) struct Asker<R> {
    rng: R,
    guard: ForkGuard,
    pub(crate) resource: Resource,
    pub(crate) holder: Holder,
    fingerprint: Fingerprint,
    /// The last request that was answered with a range.
    previous: Option<u128>,
    /// A request whose answer is not known.
    pending: Option<u128>,
    /// The highest end that it was granted or told.
    seen: u64,
    /// Whether it was granted ranges that are its own, and that it has not given back.
    pub(crate) holds: bool,
}

impl<R: TryRng> Asker<R> {
    /// A holder that was granted nothing yet. `seen` is the end that it was told.
    pub(crate) fn new(
        rng: R,
        holder: Holder,
        resource: Resource,
        fingerprint: Fingerprint,
        seen: u64,
    ) -> Self {
        let guard = ForkGuard::new();
        let (previous, pending, holds) = (None, None, false);
        Self { rng, guard, resource, holder, fingerprint, previous, pending, seen, holds }
    }

    /// Asks for the next range, or again for the one whose answer was lost.
    pub(crate) fn ask<S: Store>(
        &mut self,
        store: &mut S,
        amount: Amount,
    ) -> Result<Span, StoreError> {
        self.check_fork()?;
        let id = match self.pending {
            Some(id) => id,
            None => *self.pending.insert(token(&mut self.rng)?),
        };
        let answer = store.grant(&Request {
            resource: &self.resource,
            fingerprint: &self.fingerprint,
            holder: &self.holder,
            id,
            previous: self.previous,
            seen: self.seen,
            amount,
        });
        match &answer {
            Ok(grant) => {
                self.previous = self.pending.take();
                self.seen = self.seen.max(grant.range.end);
                self.holds = true;
            }
            Err(StoreError::Unavailable(_) | StoreError::Broken(_)) => {}
            // A refusal is an answer. So a copy of this process, by a virtual machine, asks with a
            // name of its own.
            Err(_) => self.pending = None,
        }
        if answer.as_ref().is_err_and(StoreError::ends_grants) {
            self.holds = false;
        }
        answer
    }

    /// Ends, and gives these ranges back. What the store did before counts as done.
    pub(crate) fn release<S: Store>(
        &mut self,
        store: &mut S,
        unused: &[Range<u64>],
    ) -> Result<(), StoreError> {
        self.check_fork()?;
        store.release(&self.resource, self.holder.token(), unused)?;
        self.holds = false;
        Ok(())
    }

    /// A child by `fork()` asks nothing: it would ask as its parent.
    pub(crate) fn check_fork(&self) -> Result<(), StoreError> {
        if self.guard.forked() { Err(StoreError::Forked) } else { Ok(()) }
    }

    /// Whether a range may be on its way.
    pub(crate) const fn waits(&self) -> bool {
        self.pending.is_some()
    }
}
