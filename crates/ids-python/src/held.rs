//! What one call at a time uses, and which may call Python meanwhile.

use std::{
    cell::RefCell,
    sync::{Mutex, PoisonError},
};

use pyo3::{prelude::*, sync::MutexExt};

use crate::error::Reason;

thread_local! {
    /// What this thread uses now, by address: a clock of Python may call back.
    static IN_USE: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// A value that several threads may use, each in its turn. The thread that uses it may not ask for it again,
/// as a clock would that calls its own generator: that is an error, and not a wait without end.
#[derive(Debug)]
pub(crate) struct Held<T>(Mutex<T>);

impl<T> Held<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    /// Uses the value with the lock of the interpreter: no other thread runs Python for as long.
    pub(crate) fn with<R>(&self, py: Python<'_>, act: impl FnOnce(&mut T) -> R) -> PyResult<R> {
        let _turn = self.turn()?;
        Ok(act(&mut self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)))
    }

    /// The same without the lock of the interpreter.
    pub(crate) fn detached<R: Send>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&mut T) -> R + Send,
    ) -> PyResult<R>
    where
        T: Send,
    {
        let _turn = self.turn()?;
        Ok(py.detach(|| act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))))
    }

    fn turn(&self) -> PyResult<Turn> {
        let place = core::ptr::from_ref(self).addr();
        IN_USE.with_borrow_mut(|used| {
            if used.contains(&place) {
                return Err(Reason::new("reentrant").not_issued(
                    &"the clock or the random source called the object that was asking it",
                ));
            }
            used.push(place);
            Ok(Turn)
        })
    }
}

/// The use that this thread began last.
struct Turn;

impl Drop for Turn {
    fn drop(&mut self) {
        IN_USE.with_borrow_mut(Vec::pop);
    }
}
