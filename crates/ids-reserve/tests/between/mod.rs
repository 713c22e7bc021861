//! A store whose calls go wrong as a test says.
#![allow(dead_code, unreachable_pub, reason = "each test uses what it needs")]

use core::{
    ops::Range,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};
use std::sync::{Arc, Mutex};

use ids_reserve::{Claim, Request, Resource, Span, Status, Store, StoreError};

/// What goes wrong with a call, and what is heard of it.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// The store does not hear of it.
    Before(fn() -> StoreError),
    /// The store does it, and its answer is lost.
    After(fn() -> StoreError),
}

impl Fault {
    pub const UNHEARD: Self = Self::Before(|| StoreError::Unavailable("out of reach".into()));
    pub const UNANSWERED: Self =
        Self::After(|| StoreError::Unavailable("its answer is lost".into()));
    /// It is another store than before.
    pub const BROKEN: Self = Self::Before(|| StoreError::Broken("another file".into()));
}

/// What goes wrong, call by call.
pub trait Faults {
    /// What goes wrong with the next call, and with this request if it is one.
    fn next(&mut self, request: Option<&Request<'_>>) -> Option<Fault>;

    /// Makes a call.
    fn call<T>(
        &mut self,
        request: Option<&Request<'_>>,
        call: impl FnOnce() -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match self.next(request) {
            None => call(),
            Some(Fault::Before(error)) => Err(error()),
            Some(Fault::After(error)) => {
                let _lost = call();
                Err(error())
            }
        }
    }
}

/// How a test reaches a store that a keeper owns.
#[derive(Clone, Debug, Default)]
pub struct Control {
    fault: Arc<Mutex<Option<Fault>>>,
    lost: &'static [usize],
    calls: Arc<AtomicUsize>,
    asked: Arc<Mutex<Vec<u128>>>,
}

impl Control {
    /// The answers to these calls are lost, the first of which is 1.
    pub fn losing(lost: &'static [usize]) -> Self {
        Self { lost, ..Self::default() }
    }

    /// Each call fails so, until it is told otherwise.
    pub fn set(&self, fault: impl Into<Option<Fault>>) {
        *self.fault.lock().unwrap() = fault.into();
    }

    /// How many calls there were.
    pub fn calls(&self) -> usize {
        self.calls.load(Relaxed)
    }

    /// The names of the requests.
    pub fn asked(&self) -> Vec<u128> {
        self.asked.lock().unwrap().clone()
    }
}

impl Faults for Control {
    fn next(&mut self, request: Option<&Request<'_>>) -> Option<Fault> {
        let call = self.calls.fetch_add(1, Relaxed) + 1;
        self.asked.lock().unwrap().extend(request.map(|request| request.id));
        let is_lost = self.lost.contains(&call);
        if is_lost { Some(Fault::UNANSWERED) } else { *self.fault.lock().unwrap() }
    }
}

/// A store, and what goes wrong with its calls.
#[derive(Clone, Debug)]
pub struct Between<S, F> {
    pub store: S,
    pub faults: F,
}

impl<S: Store, F: Faults> Store for Between<S, F> {
    fn claim(&mut self, claim: &Claim<'_>) -> Result<(u64, u64), StoreError> {
        self.faults.call(None, || self.store.claim(claim))
    }
    fn grant(&mut self, request: &Request<'_>) -> Result<Span, StoreError> {
        self.faults.call(Some(request), || self.store.grant(request))
    }
    fn release(&mut self, of: &Resource, by: u128, rest: &[Range<u64>]) -> Result<(), StoreError> {
        self.faults.call(None, || self.store.release(of, by, rest))
    }
    fn raise(&mut self, resource: &Resource, end: u64) -> Result<u64, StoreError> {
        self.faults.call(None, || self.store.raise(resource, end))
    }
    fn status(&mut self) -> Result<Vec<Status>, StoreError> {
        self.faults.call(None, || self.store.status())
    }
    fn spans(&mut self, resource: &Resource) -> Result<Vec<Span>, StoreError> {
        self.faults.call(None, || self.store.spans(resource))
    }
}
