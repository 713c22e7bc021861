//! A store whose calls go through something of the test.
#![allow(unreachable_pub, reason = "a module of tests")]

use ids_reserve::{
    Claim, Claimed, Grant, Release, Request, Resource, Span, Status, Store, StoreError,
};

/// What happens to the calls of a store.
pub trait Calls {
    /// Makes a call, or does not, and answers it.
    fn call<T>(&mut self, call: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError>;

    /// Sees a request before its call is made.
    fn see(&mut self, _request: &Request<'_>) -> Result<(), StoreError> {
        Ok(())
    }
}

/// The store behind it.
#[derive(Clone, Debug)]
pub struct Between<S, C> {
    pub store: S,
    pub calls: C,
}

impl<S: Store, C: Calls> Store for Between<S, C> {
    fn claim(&mut self, claim: &Claim<'_>) -> Result<Claimed, StoreError> {
        self.calls.call(|| self.store.claim(claim))
    }
    fn grant(&mut self, request: &Request<'_>) -> Result<Grant, StoreError> {
        self.calls.see(request)?;
        self.calls.call(|| self.store.grant(request))
    }
    fn release(&mut self, release: &Release<'_>) -> Result<(), StoreError> {
        self.calls.call(|| self.store.release(release))
    }
    fn raise(&mut self, resource: &Resource, end: u64) -> Result<u64, StoreError> {
        self.calls.call(|| self.store.raise(resource, end))
    }
    fn status(&mut self) -> Result<Status, StoreError> {
        self.calls.call(|| self.store.status())
    }
    fn spans(&mut self, resource: &Resource) -> Result<Vec<Span>, StoreError> {
        self.calls.call(|| self.store.spans(resource))
    }
}
