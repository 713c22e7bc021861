//! Evently's events and ledgers: canonical forms, chains, verification, files.

use std::{
    fs::File,
    io::Read,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use evently_id::{
    Canonicalizer, Duplicates, EventId, EventReader, Numbers, Profile, format_timestamp,
};
use evently_ledger::{
    AppendError, Appender, LedgerError, NewEvent,
    file::{FileError, FileStore},
    parallel::Verification,
};
use pyo3::{
    exceptions::{PyOSError, PyRuntimeError, PyTypeError},
    gc::{PyTraverseError, PyVisit},
    prelude::*,
    types::{PyBytes, PyString},
};

use crate::{
    classes::EventlyId,
    error::{Raise, Reason},
    id::{Id, utf8},
    kind::Maker,
    source::{AnyClock, Callee, guarded, watched},
};

/// JSON as text, or as bytes in UTF-8.
fn json<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<&'a [u8]> {
    match value.cast::<PyString>() {
        Ok(text) => Ok(utf8(text)?.as_bytes()),
        Err(_) => Ok(value.cast::<PyBytes>().map_err(PyErr::from)?.as_bytes()),
    }
}

fn event_id_of(value: &Bound<'_, PyAny>) -> PyResult<EventId> {
    let class = value.py().get_type::<EventlyId>();
    let id = Id::read(Maker::of(&class)?.kind, value)?;
    EventId::from_bits(id.bits).map_err(|error| error.raise())
}

fn object(py: Python<'_>, id: EventId) -> PyResult<Bound<'_, PyAny>> {
    Maker::of(&py.get_type::<EventlyId>())?.make(id.to_bits())
}

fn profile_of(name: &str) -> PyResult<Profile> {
    name.parse().map_err(|_| {
        PyTypeError::new_err(format!("no profile {name:?}; there are doc5, doc4, pg and v1"))
    })
}

/// The canonical form of JSON, which an event's id is computed of.
#[pyfunction]
#[pyo3(signature = (document, *, numbers = "positional", duplicates = "refuse"))]
pub(crate) fn canonicalize<'py>(
    document: &Bound<'py, PyAny>,
    numbers: &str,
    duplicates: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let numbers = match numbers {
        "positional" => Numbers::Positional,
        "ecmascript" => Numbers::EcmaScript,
        _ => return Err(PyTypeError::new_err("numbers are positional or ecmascript")),
    };
    let canonicalizer = Canonicalizer::new(numbers);
    let mut canonicalizer = match duplicates {
        "refuse" => canonicalizer,
        "last-wins" => canonicalizer.with_duplicates(Duplicates::LastWins),
        _ => return Err(PyTypeError::new_err("duplicates are refuse or last-wins")),
    };
    let canonical = canonicalizer.canonicalize(json(document)?).map_err(|error| error.raise())?;
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
    let py = event.py();
    let mut event = reader.read(json(event)?).map_err(|error| error.raise())?;
    let id = match previous {
        None => event.genesis_id(),
        Some(previous) => {
            let previous = event_id_of(previous)?;
            event.id(previous.ledger(), previous)
        }
    };
    let id = id.map_err(|error| error.raise())?;
    Ok((PyBytes::new(py, event.canonical()), object(py, id)?))
}

/// The microseconds since the Unix epoch that an event's timestamp says.
#[pyfunction]
pub(crate) fn parse_timestamp(text: &str) -> PyResult<u64> {
    evently_id::parse_timestamp(text).ok_or_else(|| {
        Reason::new("timestamp").invalid(&"an instant is written as 2021-10-03T16:32:12.816530Z")
    })
}

/// How an event writes so many microseconds since the Unix epoch.
#[pyfunction]
pub(crate) fn timestamp_text(micros: u64) -> PyResult<String> {
    let text = format_timestamp(micros);
    text.map(|text| text.to_string()).ok_or_else(|| {
        Reason::new("timestamp").invalid(&format_args!("{micros} µs are after the year 9999"))
    })
}

/// The first record that is wrong.
#[pyclass(module = "ids_formats", frozen, get_all)]
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// Its index, the first being 0.
    index: u64,
    /// The byte at which it was noticed, from the start of the records.
    offset: u64,
    /// A stable name of what is wrong.
    kind: &'static str,
    /// What is wrong, for people.
    message: String,
}

/// What a verification has found.
#[pyclass(module = "ids_formats", frozen, get_all)]
#[derive(Debug)]
pub(crate) struct Report {
    /// Whether every record follows the one before it.
    valid: bool,
    /// How many records were verified.
    events: u64,
    /// How many records were seen.
    records: u64,
    /// How the ledger was written.
    profile: Option<&'static str>,
    /// The last event that was verified.
    head: Option<Py<PyAny>>,
    /// The first record that is wrong.
    failure: Option<Failure>,
}

#[pymethods]
impl Report {
    fn __repr__(&self) -> String {
        match &self.failure {
            None => format!("<valid ledger of {} events>", self.events),
            Some(failure) => format!("<ledger: {}>", failure.message),
        }
    }
}

fn run<R: Read + Send>(
    py: Python<'_>,
    reader: R,
    after: Option<&Bound<'_, PyAny>>,
    profile: Option<&str>,
    threads: usize,
) -> PyResult<Report> {
    let mut verification = Verification::new().threads(threads.min(256));
    if let Some(profile) = profile {
        verification = verification.profile(profile_of(profile)?);
    }
    if let Some(after) = after {
        verification = verification.after(event_id_of(after)?);
    }
    let (found, read) = py.detach(|| verification.run(reader));
    read?;
    let failure = found.first.map(|failed| Failure {
        index: failed.index,
        offset: failed.offset,
        kind: failed.why.kind(),
        message: failed.to_string(),
    });
    Ok(Report {
        valid: failure.is_none(),
        events: found.events,
        records: found.records,
        profile: found.profile.map(Profile::name),
        head: found.head.map(|head| object(py, head).map(Bound::unbind)).transpose()?,
        failure,
    })
}

/// Verifies records, one on a line, without the lock of the interpreter.
#[pyfunction]
#[pyo3(signature = (records, *, after = None, profile = None, threads = 1))]
pub(crate) fn verify(
    py: Python<'_>,
    records: &Bound<'_, PyAny>,
    after: Option<&Bound<'_, PyAny>>,
    profile: Option<&str>,
    threads: usize,
) -> PyResult<Report> {
    run(py, json(records)?, after, profile, threads)
}

/// Verifies the file of a ledger, without the lock of the interpreter and in constant memory.
#[pyfunction]
#[pyo3(signature = (path, *, after = None, profile = None, threads = 1))]
pub(crate) fn verify_file(
    py: Python<'_>,
    path: PathBuf,
    after: Option<&Bound<'_, PyAny>>,
    profile: Option<&str>,
    threads: usize,
) -> PyResult<Report> {
    let named = |error: std::io::Error| {
        let error = PyErr::from(error);
        match error.value(py).setattr("filename", &path) {
            Ok(()) => error,
            Err(other) => other,
        }
    };
    run(py, File::open(&path).map_err(named)?, after, profile, threads)
}

fn not_appended(error: AppendError) -> PyErr {
    match error {
        AppendError::Event(error) => error.raise(),
        AppendError::Time(error) => error.raise(),
        _ => Reason::new(error.kind()).invalid(&error),
    }
}

/// Events one after the other: stamps each, and gives the record to store.
#[pyclass(module = "ids_formats", frozen)]
pub(crate) struct Chain {
    clock: AnyClock,
    called: Vec<Callee>,
    chain: Mutex<evently_ledger::Chain>,
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
        let (mut called, mut record) = (Vec::new(), Vec::new());
        let clock = guarded(clock, &mut called)?;
        let first = json(event)?;
        let begin = || evently_ledger::Chain::begin(&clock, first, &mut record);
        let chain = watched(begin, not_appended)?;
        let record = PyBytes::new(event.py(), &record);
        Ok((Self { clock, called, chain: Mutex::new(chain) }, record))
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
        let mut called = Vec::new();
        let clock = guarded(clock, &mut called)?;
        Ok(Self { clock, called, chain: Mutex::new(chain) })
    }

    /// Appends an event: its id, and its record without a line's end.
    fn append<'py>(
        &self,
        event: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyBytes>)> {
        let (py, mut record, event) = (event.py(), Vec::new(), json(event)?);
        let append = || {
            py.detach(|| {
                let mut chain = self.chain.lock().unwrap_or_else(PoisonError::into_inner);
                chain.append(&self.clock, event, &mut record)
            })
        };
        let id = watched(append, not_appended)?;
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
        py.detach(|| self.chain.lock().unwrap_or_else(PoisonError::into_inner).back_to(head));
        Ok(())
    }

    /// The last event.
    #[getter]
    fn head<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        // Another thread may append, and its clock may be one of Python.
        let head = py.detach(|| self.chain.lock().unwrap_or_else(PoisonError::into_inner).head());
        object(py, head)
    }
}

fn not_kept(error: LedgerError<FileError>) -> PyErr {
    match error {
        LedgerError::Refused { error, .. } => not_appended(error),
        LedgerError::Store(error) => PyOSError::new_err(error.to_string()),
        other => PyRuntimeError::new_err(other.to_string()),
    }
}

/// A ledger in a file, which this object alone appends to.
#[pyclass(module = "ids_formats", frozen)]
pub(crate) struct Ledger {
    clock: AnyClock,
    called: Vec<Callee>,
    appender: Mutex<Option<Appender<FileStore>>>,
}

impl Ledger {
    fn of(clock: AnyClock, called: Vec<Callee>, appender: Appender<FileStore>) -> Self {
        Self { clock, called, appender: Mutex::new(Some(appender)) }
    }

    fn with<T>(
        &self,
        give: impl FnOnce(&mut Appender<FileStore>) -> Result<T, LedgerError<FileError>>,
    ) -> PyResult<T> {
        let mut appender = self.appender.lock().unwrap_or_else(PoisonError::into_inner);
        match appender.as_mut() {
            Some(appender) => watched(|| give(appender), not_kept),
            None => Err(PyRuntimeError::new_err("the ledger is closed")),
        }
    }
}

#[pymethods]
impl Ledger {
    /// A new ledger in a new file, with its first event.
    #[staticmethod]
    #[pyo3(signature = (path, event, *, clock = None))]
    fn create(
        path: PathBuf,
        event: &Bound<'_, PyAny>,
        clock: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (mut called, event) = (Vec::new(), json(event)?);
        let clock = guarded(clock, &mut called)?;
        let store = FileStore::create(path);
        let begin = || Appender::begin(store, &clock, NewEvent::new(event));
        let appender = watched(begin, not_kept)?;
        Ok(Self::of(clock, called, appender))
    }

    /// The ledger in a file. A record that a crash has cut off is removed.
    #[staticmethod]
    #[pyo3(signature = (path, *, clock = None))]
    fn open(path: PathBuf, clock: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut called = Vec::new();
        let clock = guarded(clock, &mut called)?;
        let store = FileStore::open(path).map_err(|error| PyOSError::new_err(error.to_string()))?;
        Ok(Self::of(clock, called, Appender::open(store).map_err(not_kept)?))
    }

    /// Appends an event, and gives its id. With a key, the same event is appended once.
    #[pyo3(signature = (event, *, key = None))]
    fn append<'py>(
        &self,
        event: &Bound<'py, PyAny>,
        key: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, mut new) = (event.py(), NewEvent::new(json(event)?));
        if let Some(key) = key {
            new = new.with_key(key);
        }
        let id = py.detach(|| self.with(|appender| appender.append(&self.clock, new)))?;
        object(py, id)
    }

    /// The last event.
    #[getter]
    fn head<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let head = py.detach(|| self.with(|appender| Ok(appender.head())))?;
        object(py, head)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.called.iter().try_for_each(|callee| callee.traverse(&visit))
    }

    fn __clear__(&self) {
        self.called.iter().for_each(Callee::clear);
    }

    /// Gives the file free for another process.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.appender.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __exit__(
        &self,
        kind: &Bound<'_, PyAny>,
        _error: &Bound<'_, PyAny>,
        _trace: &Bound<'_, PyAny>,
    ) {
        self.close(kind.py());
    }
}
