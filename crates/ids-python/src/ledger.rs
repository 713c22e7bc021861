//! Evently's events and ledgers: canonical forms, chains, files.

use core::time::Duration;
use std::{
    borrow::Cow,
    path::{Path, PathBuf},
};

use evently_id::{Canonicalizer, EventId, EventReader, Profile, format_timestamp};
use evently_ledger::{
    AppendError, Appender, LedgerError, NewEvent,
    file::{FileError, FileErrorKind, FileStore},
};
use pyo3::{
    exceptions::{PyRuntimeError, PyTypeError},
    gc::{PyTraverseError, PyVisit},
    prelude::*,
    types::{PyBytes, PyString},
};

use crate::{
    classes::EventlyId,
    error::{Raise, Reason, not_json},
    given::natural,
    held::Held,
    id::{Id, bytes_of, utf8},
    instant::length,
    kind::Maker,
    os_error::not_usable,
    shown::Shown,
    signals::NAP,
    source::{AnyClock, Callee, guarded, watched},
};

/// JSON as text, or as bytes in UTF-8.
pub(crate) fn json<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, [u8]>> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Cow::Borrowed(utf8(text)?.as_bytes()));
    }
    match bytes_of(value)? {
        Some(bytes) => Ok(bytes),
        None => {
            let found = value.get_type().name()?;
            Err(PyTypeError::new_err(format!("JSON is a str or bytes, and not of type {found}")))
        }
    }
}

pub(crate) fn event_id_of(value: &Bound<'_, PyAny>) -> PyResult<EventId> {
    let class = value.py().get_type::<EventlyId>();
    let id = Id::read(Maker::of(&class)?.kind, value)?;
    EventId::from_bits(id.bits).map_err(|error| error.raise())
}

pub(crate) fn object(py: Python<'_>, id: EventId) -> PyResult<Bound<'_, PyAny>> {
    Maker::of(&py.get_type::<EventlyId>())?.make(id.to_bits())
}

pub(crate) fn profile_of(name: &str) -> PyResult<Profile> {
    name.parse().map_err(|_| {
        let name = Shown(name);
        PyTypeError::new_err(format!("no profile {name}; there are doc5, doc4, pg and v1"))
    })
}

/// The canonical form of JSON, which an event's id is computed of.
///
/// `document` is a str, or bytes in UTF-8. `numbers` is `positional` or `ecmascript`; a repeated name is an error, or
/// with `duplicates="last-wins"` its last value holds. Other text raises `IdError`, whose `index` is a byte.
///
/// >>> from ids_formats import evently
/// >>> evently.canonicalize('{"b": 1.50, "a": [ ]}')
/// b'{"a":[],"b":1.50}'
#[pyfunction]
#[pyo3(signature = (document, *, numbers = "positional", duplicates = "refuse"))]
pub(crate) fn canonicalize<'py>(
    document: &Bound<'py, PyAny>,
    numbers: &str,
    duplicates: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let usage = |usage: &'static str| move |_| PyTypeError::new_err(usage);
    let numbers = numbers.parse().map_err(usage("numbers are positional or ecmascript"))?;
    let duplicates = duplicates.parse().map_err(usage("duplicates are refuse or last-wins"))?;
    let mut canonicalizer = Canonicalizer::new(numbers).with_duplicates(duplicates);
    let canonical = canonicalizer.canonicalize(&json(document)?).map_err(not_json)?;
    Ok(PyBytes::new(document.py(), canonical))
}

/// The canonical body of an event, and its id after another event, or as the first of a ledger.
#[pyfunction]
#[pyo3(signature = (event, previous = None, *, profile = "doc5"))]
pub(crate) fn event_id<'py>(
    event: &Bound<'py, PyAny>,
    previous: Option<&Bound<'py, PyAny>>,
    profile: &str,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyAny>)> {
    let mut reader = EventReader::new(profile_of(profile)?);
    let (py, json) = (event.py(), json(event)?);
    let mut event = reader.read(&json).map_err(not_json)?;
    let previous = previous.map(event_id_of).transpose()?;
    let id = event.id(previous).map_err(|error| error.raise())?;
    Ok((PyBytes::new(py, event.canonical()), object(py, id)?))
}

/// The microseconds since the Unix epoch that an event's timestamp says.
///
/// >>> from ids_formats import evently
/// >>> evently.parse_timestamp("2021-10-03T16:32:12.816530Z")
/// 1633278732816530
#[pyfunction]
pub(crate) fn parse_timestamp(text: &str) -> PyResult<u64> {
    evently_id::parse_timestamp(text).ok_or_else(|| {
        Reason::new("timestamp").invalid(&"an instant is written as 2021-10-03T16:32:12.816530Z")
    })
}

/// How an event writes this number of microseconds since the Unix epoch.
#[pyfunction]
pub(crate) fn timestamp_text(micros: &Bound<'_, PyAny>) -> PyResult<String> {
    let micros = natural("micros", micros)?;
    let text = format_timestamp(micros);
    text.map(|text| text.to_string()).ok_or_else(|| {
        Reason::new("timestamp").invalid(&format_args!("{micros} µs are after the year 9999"))
    })
}

fn not_appended(error: AppendError) -> PyErr {
    match error {
        AppendError::Event(error) => not_json(error),
        AppendError::Time(error) => error.raise(),
        _ => Reason::new(error.kind()).invalid(&error),
    }
}

/// Events one after the other: stamps each, and gives the record to store.
///
/// >>> from ids_formats import evently
/// >>> event = '{"event":"Served","entities":{},"meta":{},"data":15}'
/// >>> chain, first = evently.Chain.begin(event)
/// >>> id, second = chain.append(event)
/// >>> id == chain.head, evently.verify(first + b"\n" + second)
/// (True, <valid ledger of 2 events>)
#[pyclass(module = "ids_formats", frozen)]
pub(crate) struct Chain {
    clock: AnyClock,
    called: Option<Callee>,
    chain: Held<evently_ledger::Chain>,
}

#[pymethods]
impl Chain {
    /// A new ledger with its first event: the chain, and the record of the event.
    #[staticmethod]
    #[pyo3(signature = (event, *, clock = None))]
    fn begin<'py>(
        event: &Bound<'py, PyAny>,
        clock: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Self, Bound<'py, PyBytes>)> {
        let (first, mut record) = (json(event)?, Vec::new());
        let (clock, called) = guarded(clock)?;
        let begin = || evently_ledger::Chain::begin(&clock, &first, &mut record);
        let chain = watched(begin, not_appended)?;
        let record = PyBytes::new(event.py(), &record);
        Ok((Self { clock, called, chain: Held::new(chain) }, record))
    }

    /// Goes on with a ledger after its last event.
    #[staticmethod]
    #[pyo3(signature = (head, *, profile = "doc5", clock = None))]
    fn resume(
        head: &Bound<'_, PyAny>,
        profile: &str,
        clock: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let chain = evently_ledger::Chain::resume(profile_of(profile)?, event_id_of(head)?);
        let (clock, called) = guarded(clock)?;
        Ok(Self { clock, called, chain: Held::new(chain) })
    }

    /// Appends an event: its id, and its record without a line's end.
    fn append<'py>(
        &self,
        event: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyBytes>)> {
        let (py, mut record, event) = (event.py(), Vec::new(), json(event)?);
        let id = self.chain.detached(py, |chain| {
            watched(|| chain.append(&self.clock, &event, &mut record), not_appended)
        })??;
        Ok((object(py, id)?, PyBytes::new(py, &record)))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.called.iter().try_for_each(|callee| callee.traverse(&visit))
    }

    fn __clear__(&self) {
        self.called.iter().for_each(Callee::clear);
    }

    /// Goes on after `head`, where the record of an event could not be stored.
    fn back_to(&self, head: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, head) = (head.py(), event_id_of(head)?);
        self.chain.detached(py, |chain| chain.back_to(head))?;
        Ok(())
    }

    /// The last event.
    #[getter]
    fn head<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        // Another thread may append, and its clock may be one of Python.
        object(py, self.chain.detached(py, |chain| chain.head())?)
    }
}

fn not_kept(error: LedgerError<FileError>) -> PyErr {
    match error {
        LedgerError::Refused { error, .. } => not_appended(error),
        LedgerError::Store(error) => not_usable(&error),
        other => PyRuntimeError::new_err(other.to_string()),
    }
}

/// A ledger in a file, which this object alone appends to.
///
/// >>> import tempfile
/// >>> from ids_formats import evently
/// >>> event = '{"event":"Served","entities":{},"meta":{},"data":15}'
/// >>> path = tempfile.mkdtemp() + "/served.jsonl"
/// >>> with evently.Ledger.create(path, event) as ledger:
/// ...     id = ledger.append(event, key="order 7")
/// ...     ledger.append(event, key="order 7") == id
/// True
/// >>> evently.verify_file(path)
/// <valid ledger of 2 events>
#[pyclass(module = "ids_formats", frozen)]
pub(crate) struct Ledger {
    clock: AnyClock,
    called: Option<Callee>,
    appender: Held<Option<Appender<FileStore>>>,
}

/// Opens a file as soon as no other object has it, within this time.
fn opened(py: Python<'_>, path: &Path, mut left: Duration) -> PyResult<FileStore> {
    loop {
        let nap = left.min(NAP);
        match py.detach(|| FileStore::repair_within(path, nap)) {
            Err(error) if matches!(error.kind(), FileErrorKind::Locked) && !left.is_zero() => {
                py.check_signals()?;
                left -= nap;
            }
            store => return store.map_err(|error| not_usable(&error)),
        }
    }
}

impl Ledger {
    fn of(clock: AnyClock, called: Option<Callee>, appender: Appender<FileStore>) -> Self {
        Self { clock, called, appender: Held::new(Some(appender)) }
    }

    fn with<T: Send>(
        &self,
        py: Python<'_>,
        give: impl FnOnce(&mut Appender<FileStore>) -> Result<T, LedgerError<FileError>> + Send,
    ) -> PyResult<T> {
        self.appender.detached(py, |appender| match appender.as_mut() {
            Some(appender) => watched(|| give(appender), not_kept),
            None => Err(PyRuntimeError::new_err("the ledger is closed")),
        })?
    }
}

#[pymethods]
impl Ledger {
    /// A new ledger in a new file, with its first event.
    #[staticmethod]
    #[pyo3(signature = (path, event, *, clock = None))]
    fn create(
        py: Python<'_>,
        path: PathBuf,
        event: &Bound<'_, PyAny>,
        clock: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let event = json(event)?;
        let (clock, called) = guarded(clock)?;
        let store = FileStore::create(path);
        let begin = || Appender::begin(store, &clock, NewEvent::new(&event));
        let appender = py.detach(|| watched(begin, not_kept))?;
        Ok(Self::of(clock, called, appender))
    }

    /// The ledger in a file. A record that a crash has cut off is removed.
    ///
    /// One object at a time has a ledger open. `wait` is the longest wait for another one, in seconds or as a
    /// `timedelta`. Without it, a ledger that is open raises `BlockingIOError`. Ctrl-C ends a wait.
    #[staticmethod]
    #[pyo3(signature = (path, *, wait = None, clock = None))]
    fn open(
        py: Python<'_>,
        path: PathBuf,
        wait: Option<&Bound<'_, PyAny>>,
        clock: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (clock, called) = guarded(clock)?;
        let store = opened(py, &path, wait.map_or(Ok(Duration::ZERO), length)?)?;
        let appender = py.detach(|| Appender::open(store)).map_err(not_kept)?;
        Ok(Self::of(clock, called, appender))
    }

    /// Appends an event, and gives its id. With a key, the same event is appended once.
    #[pyo3(signature = (event, *, key = None))]
    fn append<'py>(
        &self,
        event: &Bound<'py, PyAny>,
        key: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, event) = (event.py(), json(event)?);
        let mut new = NewEvent::new(&event);
        if let Some(key) = key {
            new = new.with_key(key);
        }
        let id = self.with(py, |appender| appender.append(&self.clock, new))?;
        object(py, id)
    }

    /// The last event.
    #[getter]
    fn head<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, self.with(py, |appender| Ok(appender.head()))?)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.called.iter().try_for_each(|callee| callee.traverse(&visit))
    }

    fn __clear__(&self) {
        self.called.iter().for_each(Callee::clear);
    }

    /// Gives the file free for another process.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.appender.detached(py, Option::take)?;
        Ok(())
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __exit__(
        &self,
        kind: &Bound<'_, PyAny>,
        _error: &Bound<'_, PyAny>,
        _trace: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.close(kind.py())
    }
}
