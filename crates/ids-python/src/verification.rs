//! Ledgers verified, from bytes and from files.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use evently_id::Profile;
use evently_ledger::parallel::Verification;
use pyo3::prelude::*;

use crate::{
    ledger::{event_id_of, json, object, profile_of},
    os_error::os_error,
    signals::Interruptible,
};

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
    /// Whether every record follows the one before it, and there is at least one, or `after`.
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

/// How records are verified.
fn verification(
    after: Option<&Bound<'_, PyAny>>,
    profile: Option<&str>,
    threads: usize,
) -> PyResult<Verification> {
    Ok(Verification {
        profile: profile.map(profile_of).transpose()?,
        after: after.map(event_id_of).transpose()?,
        threads: threads.min(256),
        ..Verification::default()
    })
}

fn run<R: Read + Send>(
    py: Python<'_>,
    how: Verification,
    reader: R,
    path: Option<&Path>,
) -> PyResult<Report> {
    let reader = Interruptible::new(reader);
    let (found, read) = py.detach(|| how.run(reader));
    // What a handler of a signal has raised is an error without a number.
    read.map_err(|error| match path.filter(|_| error.raw_os_error().is_some()) {
        Some(path) => os_error(&error, path),
        None => error.into(),
    })?;
    let failure = found.first.map(|failed| Failure {
        index: failed.index,
        offset: failed.offset,
        kind: failed.fault.kind(),
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

/// Verifies records, one on a line, without the lock of the interpreter: a `Report`.
///
/// `records` are a str or bytes. `after` is the event that they follow; without it they begin a ledger. `profile` says
/// how the ledger was written; without it the first event does. A wrong record is no exception: `report.failure` has
/// its index and the reason. So it is for no records at all, whose `kind` is `empty`.
#[pyfunction]
#[pyo3(signature = (records, *, after = None, profile = None, threads = 1))]
pub(crate) fn verify(
    py: Python<'_>,
    records: &Bound<'_, PyAny>,
    after: Option<&Bound<'_, PyAny>>,
    profile: Option<&str>,
    threads: usize,
) -> PyResult<Report> {
    run(py, verification(after, profile, threads)?, &*json(records)?, None)
}

/// Verifies the file of a ledger as `verify` does, in constant memory. A file that cannot be read raises `OSError`.
#[pyfunction]
#[pyo3(signature = (path, *, after = None, profile = None, threads = 1))]
pub(crate) fn verify_file(
    py: Python<'_>,
    path: PathBuf,
    after: Option<&Bound<'_, PyAny>>,
    profile: Option<&str>,
    threads: usize,
) -> PyResult<Report> {
    let file = py.detach(|| File::open(&path)).map_err(|error| os_error(&error, &path))?;
    run(py, verification(after, profile, threads)?, file, Some(&path))
}
