//! Time and randomness: the system's, or what a caller of Python gives.

use core::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

use ids_core::{Clock, ClockError, GenerateError, IdRng, SystemClock, UnixTime, clock::ForkGuard};
use ids_formats::rng;
use pyo3::{
    exceptions::{PyException, PyRuntimeError, PyValueError},
    gc::{PyTraverseError, PyVisit},
    prelude::*,
    types::PyBytes,
};
use rand_core::TryRng;

use crate::{error::not_issued, instant::since_epoch};

/// The clock of a generator or of a chain.
pub(crate) type AnyClock = Box<dyn Clock + Send + Sync>;
/// The random source of a generator.
pub(crate) type AnyRng = Box<dyn TryRng<Error = GenerateError> + Send>;

thread_local! {
    /// What a clock or a random source of Python raised: the crates' errors have no room for it.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Calls a crate. The exception is what a clock or a random source raised in this call, or else `otherwise`.
pub(crate) fn watched<T, E>(
    call: impl FnOnce() -> Result<T, E>,
    otherwise: impl FnOnce(E) -> PyErr,
) -> PyResult<T> {
    // One of an earlier call, which came to an end in spite of it, says nothing of this one.
    RAISED.take();
    let answer = call();
    match (answer, RAISED.take()) {
        (Err(error), raised) => Err(raised.unwrap_or_else(|| otherwise(error))),
        // Ctrl-C is no reason to issue fewer identifiers.
        (Ok(_), Some(raised)) if ends(&raised) => Err(raised),
        (Ok(answer), _) => Ok(answer),
    }
}

/// Whether it ends the program, as `KeyboardInterrupt` does.
fn ends(raised: &PyErr) -> bool {
    Python::attach(|py| !raised.is_instance_of::<PyException>(py))
}

/// A clock or a random source of Python. What holds one has this too, for Python's collector of cycles: a
/// clock is often a method of the object that has the generator.
#[derive(Clone, Debug)]
pub(crate) struct Callee(Arc<Mutex<Option<Py<PyAny>>>>);

impl Callee {
    pub(crate) fn new(given: &Bound<'_, PyAny>) -> Self {
        Self(Arc::new(Mutex::new(Some(given.clone().unbind()))))
    }

    fn get<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let held = held.as_ref().map(|held| held.bind(py).clone());
        held.ok_or_else(|| PyRuntimeError::new_err("the collector has taken the clock or source"))
    }

    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self.0.try_lock() {
            Ok(held) => visit.call(&*held),
            Err(_) => Ok(()),
        }
    }

    pub(crate) fn clear(&self) {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(held);
    }
}

/// A clock of Python: called without arguments, it gives nanoseconds or a `datetime`.
#[derive(Debug)]
struct Called(Callee);

impl Clock for Called {
    fn now(&self) -> Result<UnixTime, ClockError> {
        let now = Python::attach(|py| since_epoch(&self.0.get(py)?.call0()?));
        let now = now.unwrap_or_else(|error| {
            RAISED.set(Some(error));
            None
        });
        now.ok_or(ClockError::BeforeUnixEpoch)
    }
}

/// The clock that a caller gives, and what it calls: none is the system's, an instant is one that stands there, what
/// can be called is asked each time.
pub(crate) fn clock(given: Option<&Bound<'_, PyAny>>) -> PyResult<(AnyClock, Option<Callee>)> {
    Ok(match given {
        None => (Box::new(SystemClock), None),
        Some(clock) if clock.is_callable() => {
            let clock = Callee::new(clock);
            (Box::new(Called(clock.clone())), Some(clock))
        }
        Some(instant) => {
            let before = || PyValueError::new_err("a clock stands after the Unix epoch");
            (Box::new(since_epoch(instant)?.ok_or_else(before)?), None)
        }
    })
}

/// The same, which stops in the child of a `fork()`.
pub(crate) fn guarded(given: Option<&Bound<'_, PyAny>>) -> PyResult<(AnyClock, Option<Callee>)> {
    let (clock, called) = clock(given)?;
    Ok((Box::new(ForkGuard::of(clock)), called))
}

/// The random source that a caller gives, a function of a number of bytes such as `os.urandom`, and what it calls; or one
/// that the operating system seeds.
pub(crate) fn random(given: Option<&Bound<'_, PyAny>>) -> PyResult<(AnyRng, Option<Callee>)> {
    let Some(source) = given else {
        return Ok((Box::new(IdRng::from_os().map_err(not_issued)?), None));
    };
    let source = Callee::new(source);
    let called = source.clone();
    let random = rng(move |bytes| {
        let given = Python::attach(|py| {
            let given = source.get(py)?.call1((bytes.len(),))?;
            let given = given.cast::<PyBytes>().map_err(PyErr::from)?.as_bytes();
            if given.len() != bytes.len() {
                let (found, asked) = (given.len(), bytes.len());
                return Err(PyValueError::new_err(format!(
                    "the random source gave {found} bytes, and {asked} were asked for"
                )));
            }
            bytes.copy_from_slice(given);
            Ok(())
        });
        given.map_err(|error| {
            RAISED.set(Some(error));
            GenerateError::Entropy
        })
    });
    Ok((Box::new(random), Some(called)))
}
