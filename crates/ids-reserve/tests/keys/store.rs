//! A store whose answers can be lost, on their way there or back.

use core::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};
use std::sync::Arc;

use ids_reserve::{
    Claim, Claimed, Grant, Release, Request, Resource, Span, Status, Store, StoreError,
};

/// What goes wrong with the next call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Fault {
    None,
    /// The store does not hear of it.
    Unheard,
    /// The store does it, and the answer is lost.
    Unanswered,
    /// It is another store than before.
    Broken,
}

/// How a test reaches a store that a keeper owns.
#[derive(Clone, Debug, Default)]
pub struct Control {
    fault: Arc<AtomicU8>,
    calls: Arc<AtomicUsize>,
}

impl Control {
    /// Each call fails so, until it is told otherwise.
    pub fn set(&self, fault: Fault) {
        self.fault.store(fault as u8, Relaxed);
    }

    /// How many calls there were.
    pub fn calls(&self) -> usize {
        self.calls.load(Relaxed)
    }
}

#[derive(Debug)]
pub struct Faulty<S> {
    store: S,
    control: Control,
}

impl<S> Faulty<S> {
    pub fn new(store: S, control: &Control) -> Self {
        Self { store, control: control.clone() }
    }

    fn call<T>(
        &mut self,
        call: impl FnOnce(&mut S) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.control.calls.fetch_add(1, Relaxed);
        let fault = self.control.fault.load(Relaxed);
        if fault == Fault::Unheard as u8 {
            return Err(StoreError::Unavailable("out of reach".into()));
        }
        if fault == Fault::Broken as u8 {
            return Err(StoreError::Broken("another file".into()));
        }
        let answer = call(&mut self.store);
        if fault == Fault::Unanswered as u8 {
            return Err(StoreError::Unavailable("the answer is lost".into()));
        }
        answer
    }
}

impl<S: Store> Store for Faulty<S> {
    fn claim(&mut self, claim: &Claim<'_>) -> Result<Claimed, StoreError> {
        self.call(|store| store.claim(claim))
    }

    fn grant(&mut self, request: &Request<'_>) -> Result<Grant, StoreError> {
        self.call(|store| store.grant(request))
    }

    fn release(&mut self, release: &Release<'_>) -> Result<(), StoreError> {
        self.call(|store| store.release(release))
    }

    fn raise(&mut self, resource: &Resource, end: u64) -> Result<u64, StoreError> {
        self.call(|store| store.raise(resource, end))
    }

    fn status(&mut self) -> Result<Status, StoreError> {
        self.call(Store::status)
    }

    fn spans(&mut self, resource: &Resource) -> Result<Vec<Span>, StoreError> {
        self.call(|store| store.spans(resource))
    }
}
