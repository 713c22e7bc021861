//! The class `Generator`: identifiers of one class, and waiting for them.

use core::{
    cell::Cell,
    pin::{Pin, pin},
    task::{Context, Poll, Waker},
    time::Duration,
};
use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
};

use ids_core::{Clock, ClockError, Generate, GenerateError, UnixTime, Waiting};
use pyo3::{
    exceptions::{PyOverflowError, PyTypeError},
    gc::{PyTraverseError, PyVisit},
    prelude::*,
    sync::MutexExt,
    types::{PyDict, PyList, PyType},
};

use crate::{
    error::{Reason, not_issued},
    given::Given,
    held::Held,
    instant::length,
    issuer::{Issuer, MOST, issuer},
    kind::{Maker, kind_of},
    signals::{check_at, sleep},
    source::{Callee, watched},
};

/// How many identifiers a generator is asked for at once, by a caller who waits.
const TURN: usize = 1 << 16;
/// The most identifiers of one step: as in the other packages.
const STEP: usize = 1 << 20;

/// Makes identifiers of one class. `generator` of that class makes it. Several threads may use one.
///
/// >>> from ids_formats import Discord
/// >>> generator = Discord.generator(worker=1, process=2)
/// >>> generator.generate() < generator.generate(wait=1.0)
/// True
/// >>> len(generator.fill(5000, wait=1.0))
/// 5000
///
/// It is an iterator without an end too: `next(generator)`, `for id in generator`.
#[pyclass(module = "ids_formats", frozen, generic)]
pub(crate) struct Generator {
    class: Py<PyType>,
    issuer: Held<Issuer>,
    /// What the issuer calls in Python.
    called: Vec<Callee>,
}

/// What the generator of [`Generator::usual`] is made of, and the generator.
type Usual = (Py<PyDict>, Py<Generator>);

/// The usual generators, by the address of what their format is: classes that a program derives share one.
static USUAL: LazyLock<Mutex<HashMap<usize, Usual>>> = LazyLock::new(Mutex::default);

impl Generator {
    /// The generator of a class.
    pub(crate) fn of(
        class: &Bound<'_, PyType>,
        given: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let maker = Maker::of(class)?;
        let given = match given {
            Some(given) => Given(given.copy()?),
            None => Given(PyDict::new(class.py())),
        };
        let mut called = Vec::new();
        let issuer = issuer(&maker, &given, &mut called)?;
        Ok(Self { class: class.clone().unbind(), issuer: Held::new(issuer), called })
    }

    /// The generator that this process has for the format of a class: it is made by the first call, and every other
    /// call is given the same.
    pub(crate) fn usual(
        class: &Bound<'_, PyType>,
        given: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<Self>> {
        let (py, place) = (class.py(), core::ptr::from_ref(kind_of(class)?).addr());
        let given = given.map_or_else(|| Ok(PyDict::new(py)), PyDictMethods::copy)?;
        let usual = || USUAL.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let copy = |(of, generator): &Usual| (of.clone_ref(py), generator.clone_ref(py));
        let known = usual().get(&place).map(copy);
        let (of, generator) = match known {
            Some(known) => known,
            None => {
                let made = Py::new(py, Self::of(class, Some(&given))?)?;
                copy(usual().entry(place).or_insert((given.clone().unbind(), made)))
            }
        };
        if of.bind(py).eq(&given)? {
            return Ok(generator);
        }
        let name = class.qualname()?;
        Err(PyTypeError::new_err(format!(
            "{name}.generate was called with other arguments before, and one process has one generator there: \
             keep what {name}.generator(...) makes to have several"
        )))
    }

    /// The number of the next identifier.
    pub(crate) fn next(&self, py: Python<'_>, wait: Option<&Bound<'_, PyAny>>) -> PyResult<u128> {
        let limit = limit(wait)?;
        if limit.is_zero() {
            return self.ask(py, |maker| maker.generate());
        }
        let stopped = Cell::new(None);
        given(&stopped, self.patient(py, limit, &stopped).generate())
    }

    /// Asks the generator once, without waiting.
    fn ask<T>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut dyn ids_formats::Maker) -> Result<T, GenerateError>,
    ) -> PyResult<T> {
        self.issuer.with(py, |issuer| watched(|| issuer.ask(ask), not_issued))?
    }

    fn objects<'py>(&self, py: Python<'py>, all: &[u128]) -> PyResult<Bound<'py, PyList>> {
        let (maker, objects) = (Maker::of(self.class.bind(py))?, PyList::empty(py));
        for (row, bits) in all.iter().enumerate() {
            check_at(py, row)?;
            objects.append(maker.make(*bits)?)?;
        }
        Ok(objects)
    }

    /// The generator for a caller who waits: it sleeps between its turns, in which others use it.
    fn patient<'a>(
        &'a self,
        py: Python<'a>,
        limit: Duration,
        stopped: &'a Cell<Option<PyErr>>,
    ) -> Waiting<Turns<'a>, impl FnMut(Duration) -> Slept> {
        Waiting::awaiting(Turns { py, generator: self, stopped }, limit, move |pause| {
            let slept = sleep(py, pause);
            let whole = slept.is_ok();
            slept.unwrap_or_else(|error| stopped.set(Some(error)));
            Slept(whole)
        })
    }
}

/// What a caller who waits has been given. Its sleep is over when it is polled, so that it is polled once.
fn given<T>(
    stopped: &Cell<Option<PyErr>>,
    asked: impl Future<Output = Result<T, GenerateError>>,
) -> PyResult<T> {
    let asked = pin!(asked);
    let answer = || match asked.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        // The sleep was stopped, and what has stopped it is raised.
        Poll::Pending => Err(GenerateError::Entropy),
    };
    let answer = watched(answer, not_issued);
    stopped.take().map_or(answer, Err)
}

/// A sleep that is over, or that a signal has ended.
struct Slept(bool);

impl Future for Slept {
    type Output = ();

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.0 { Poll::Ready(()) } else { Poll::Pending }
    }
}

/// A generator that other threads may use between two of its calls.
struct Turns<'a> {
    py: Python<'a>,
    generator: &'a Generator,
    /// An exception that the generator did not raise itself.
    stopped: &'a Cell<Option<PyErr>>,
}

impl Turns<'_> {
    fn turn<T>(
        &self,
        ask: impl FnOnce(&mut dyn ids_formats::Maker) -> Result<T, GenerateError>,
    ) -> Result<T, GenerateError> {
        let asked = self.generator.issuer.with(self.py, |issuer| issuer.ask(ask));
        asked.unwrap_or_else(|error| {
            self.stopped.set(Some(error));
            Err(GenerateError::Entropy)
        })
    }
}

impl Clock for Turns<'_> {
    fn now(&self) -> Result<UnixTime, ClockError> {
        let now =
            self.generator.issuer.with(self.py, |issuer| issuer.maker.clock().map(Clock::now));
        match now {
            Ok(now) => now.unwrap_or(Err(ClockError::BeforeUnixEpoch)),
            Err(error) => {
                self.stopped.set(Some(error));
                Err(ClockError::BeforeUnixEpoch)
            }
        }
    }
}

impl Generate for Turns<'_> {
    type Id = u128;

    fn generate(&mut self) -> Result<u128, GenerateError> {
        self.turn(|maker| maker.generate())
    }

    fn fill(&mut self, ids: &mut [u128]) -> Result<usize, GenerateError> {
        if let Err(error) = self.py.check_signals() {
            self.stopped.set(Some(error));
            return Err(GenerateError::Entropy);
        }
        let turn = ids.len().min(TURN);
        self.turn(|maker| maker.fill(&mut ids[..turn]))
    }

    fn clock(&self) -> Option<&dyn Clock> {
        Some(self)
    }
}

fn limit(wait: Option<&Bound<'_, PyAny>>) -> PyResult<Duration> {
    wait.map_or(Ok(Duration::ZERO), length)
}

#[pymethods]
impl Generator {
    /// The next identifier.
    ///
    /// `wait` is the longest wait, in seconds or as a `timedelta`. Without it, a generator that has none now
    /// raises `GenerateError`, whose `until_ns` says when the next one is available. Ctrl-C ends a wait.
    #[pyo3(signature = (wait = None))]
    fn generate<'py>(
        &self,
        py: Python<'py>,
        wait: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Maker::of(self.class.bind(py))?.make(self.next(py, wait)?)
    }

    /// A list of at most `count` identifiers: as many as one reading of the clock allows, or all if `wait` is long
    /// enough. It has at least one, or else `GenerateError` says why.
    #[pyo3(signature = (count, wait = None))]
    fn fill<'py>(
        &self,
        py: Python<'py>,
        count: &Bound<'py, PyAny>,
        wait: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let limit = limit(wait)?;
        let count = room(count, MOST)?;
        let mut ids = vec![0; count];
        let filled = if limit.is_zero() {
            self.ask(py, |maker| maker.fill(&mut ids))?
        } else {
            let stopped = Cell::new(None);
            given(&stopped, self.patient(py, limit, &stopped).fill(&mut ids))?
        };
        self.objects(py, &ids[..filled])
    }

    /// A list of exactly `count` identifiers of one step, at most 1,048,576. If there are fewer now, a
    /// `GenerateError` of the kind `too_many` says how many, and nothing is issued.
    fn reserve<'py>(
        &self,
        py: Python<'py>,
        count: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let count = room(count, STEP)?;
        let all = self.ask(py, |maker| maker.reserve(count))?;
        self.objects(py, &all)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.class)?;
        self.called.iter().try_for_each(|callee| callee.traverse(&visit))
    }

    fn __clear__(&self) {
        self.called.iter().for_each(Callee::clear);
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.generate(py, None)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<generator of {}>", self.class.bind(py).qualname()?))
    }
}

/// A number of identifiers, of which one call makes at most `most`.
fn room(count: &Bound<'_, PyAny>, most: usize) -> PyResult<usize> {
    match count.extract() {
        Ok(count) if count <= most => Ok(count),
        Err(error) if !error.is_instance_of::<PyOverflowError>(count.py()) => Err(error),
        _ => Err(Reason::new("too_many")
            .invalid(&format_args!("one call makes 0 to {most} identifiers"))),
    }
}
