//! A store whose answers can be lost, on their way there or back.

use core::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};
use std::sync::Arc;

use ids_reserve::StoreError;

use crate::between::{Between, Calls};

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

pub type Faulty<S> = Between<S, Control>;

impl Calls for Control {
    fn call<T>(&mut self, call: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.calls.fetch_add(1, Relaxed);
        let fault = self.fault.load(Relaxed);
        if fault == Fault::Unheard as u8 {
            return Err(StoreError::Unavailable("out of reach".into()));
        }
        if fault == Fault::Broken as u8 {
            return Err(StoreError::Broken("another file".into()));
        }
        let answer = call();
        if fault == Fault::Unanswered as u8 {
            return Err(StoreError::Unavailable("the answer is lost".into()));
        }
        answer
    }
}
