//! A store whose calls go through something of the test.
#![allow(unreachable_pub, reason = "a module of tests")]

use core::ops::Range;

use ids_reserve::{Claim, Request, Resource, Span, Status, Store, StoreError};

/// What happens to the calls of a store.
pub trait Calls {
    /// Makes a call, or does not, and answers it.
    fn call<T>(&mut self, call: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError>;

    /// Asks for a grant.
    fn grant(&mut self, store: &mut impl Store, request: &Request<'_>) -> Result<Span, StoreError> {
        self.call(|| store.grant(request))
    }

    /// Gives back what is unused.
    fn release(
        &mut self,
        store: &mut impl Store,
        of: &Resource,
        by: u128,
        rest: &[Range<u64>],
    ) -> Result<(), StoreError> {
        self.call(|| store.release(of, by, rest))
    }
}

/// The store behind it.
#[derive(Clone, Debug)]
pub struct Between<S, C> {
    pub store: S,
    pub calls: C,
}

impl<S: Store, C: Calls> Store for Between<S, C> {
    fn claim(&mut self, claim: &Claim<'_>) -> Result<(u64, u64), StoreError> {
        self.calls.call(|| self.store.claim(claim))
    }
    fn grant(&mut self, request: &Request<'_>) -> Result<Span, StoreError> {
        self.calls.grant(&mut self.store, request)
    }
    fn release(&mut self, of: &Resource, by: u128, rest: &[Range<u64>]) -> Result<(), StoreError> {
        self.calls.release(&mut self.store, of, by, rest)
    }
    fn raise(&mut self, resource: &Resource, end: u64) -> Result<u64, StoreError> {
        self.calls.call(|| self.store.raise(resource, end))
    }
    fn status(&mut self) -> Result<Vec<Status>, StoreError> {
        self.calls.call(|| self.store.status())
    }
    fn spans(&mut self, resource: &Resource) -> Result<Vec<Span>, StoreError> {
        self.calls.call(|| self.store.spans(resource))
    }
}
