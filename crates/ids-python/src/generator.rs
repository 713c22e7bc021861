//! The class `Generator`: identifiers of one class, and waiting for them.

use core::time::Duration;
use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
};

use ids_core::GenerateError;
use pyo3::{
    exceptions::{PyException, PyOverflowError, PyTypeError},
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
    called: [Option<Callee>; 2],
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
        let (issuer, called) = issuer(&maker, &given)?;
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
        self.ask(py, &mut limit(wait)?, |maker| maker.generate())?
    }

    /// Asks the generator, and again after a pause if a part of a wait is `left`. Others use it meanwhile. The inner
    /// result is what the generator answers; without the outer one it was not asked, or the pause was ended.
    fn ask<T>(
        &self,
        py: Python<'_>,
        left: &mut Option<Duration>,
        mut ask: impl FnMut(&mut dyn ids_formats::Maker) -> Result<T, GenerateError>,
    ) -> PyResult<PyResult<T>> {
        loop {
            let mut turn = |issuer: &mut Issuer| match (issuer.ask(&mut ask), &mut *left) {
                (Err(refusal), Some(left)) => refusal.pause(issuer.maker.clock(), left).map(Err),
                (answer, _) => answer.map(Ok),
            };
            match self.issuer.with(py, |issuer| watched(|| turn(issuer), not_issued))? {
                Ok(Ok(answer)) => return Ok(Ok(answer)),
                Ok(Err(pause)) => sleep(py, pause)?,
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    fn objects<'py>(&self, py: Python<'py>, all: &[u128]) -> PyResult<Bound<'py, PyList>> {
        let (maker, objects) = (Maker::of(self.class.bind(py))?, PyList::empty(py));
        for (row, bits) in all.iter().enumerate() {
            check_at(py, row)?;
            objects.append(maker.make(*bits)?)?;
        }
        Ok(objects)
    }
}

/// The longest wait, if there is one.
fn limit(wait: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Duration>> {
    Ok(wait.map(length).transpose()?.filter(|limit| !limit.is_zero()))
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
        let mut left = limit(wait)?;
        let count = room(count, MOST)?;
        let turn = if left.is_some() { TURN } else { count };
        let (mut ids, mut filled) = (vec![0; count], 0);
        while filled < count {
            py.check_signals()?;
            let end = count.min(filled + turn);
            match self.ask(py, &mut left, |maker| maker.fill(&mut ids[filled..end]))? {
                Ok(more) => filled += more,
                // Ctrl-C is no reason to issue fewer identifiers.
                Err(error) if filled == 0 || !error.is_instance_of::<PyException>(py) => {
                    return Err(error);
                }
                Err(_) => break,
            }
            if left.is_none() {
                break;
            }
        }
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
        let all = self.ask(py, &mut None, |maker| maker.reserve(count))??;
        self.objects(py, &all)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.class)?;
        self.called.iter().flatten().try_for_each(|callee| callee.traverse(&visit))
    }

    fn __clear__(&self) {
        self.called.iter().flatten().for_each(Callee::clear);
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
