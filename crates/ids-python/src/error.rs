//! The exceptions: `IdError` is a `ValueError`, `GenerateError` is a `RuntimeError`. Both are written in
//! Python, where they have their fields.

use core::fmt::Display;

use evently_id::JsonError;
use ids_core::{GenerateError, UnixTime};
use ids_formats::ErrorFacts;
use pyo3::{
    prelude::*,
    sync::PyOnceLock,
    types::{IntoPyDict, PyType},
};

/// What an exception says beside its message.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reason<'a> {
    pub(crate) kind: &'a str,
    pub(crate) index: Option<usize>,
    pub(crate) field: Option<&'a str>,
    pub(crate) until: Option<UnixTime>,
    /// The place in a list or column.
    pub(crate) row: Option<usize>,
}

impl<'a> Reason<'a> {
    pub(crate) fn new(kind: &'a str) -> Self {
        Self { kind, ..Self::default() }
    }

    fn raise(self, class: &'static str, message: &dyn Display) -> PyErr {
        Python::attach(|py| {
            match exception(py, class).and_then(|class| {
                let until = self.until.map(|until| until.as_nanos());
                let fields = [
                    ("kind", self.kind.into_pyobject(py)?.into_any()),
                    ("index", self.index.into_pyobject(py)?),
                    ("field", self.field.into_pyobject(py)?),
                    ("until_ns", until.into_pyobject(py)?),
                    ("row", self.row.into_pyobject(py)?),
                ];
                class.call((message.to_string(),), Some(&fields.into_py_dict(py)?))
            }) {
                Ok(error) => PyErr::from_value(error),
                Err(error) => error,
            }
        })
    }

    /// An exception for a value that is not an identifier, or does not fit one.
    pub(crate) fn invalid(self, message: &dyn Display) -> PyErr {
        self.raise("IdError", message)
    }

    /// The same for the value of a row.
    pub(crate) fn at(self, row: usize, message: &dyn Display) -> PyErr {
        Self { row: Some(row), ..self }.invalid(&format_args!("row {row}: {message}"))
    }

    /// An exception for a generator that has issued nothing.
    pub(crate) fn not_issued(self, message: &dyn Display) -> PyErr {
        self.raise("GenerateError", message)
    }
}

fn exception<'py>(py: Python<'py>, name: &'static str) -> PyResult<&'py Bound<'py, PyType>> {
    static ID: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static GENERATE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let cell = if name == "IdError" { &ID } else { &GENERATE };
    cell.import(py, "ids_formats._errors", name)
}

impl From<ErrorFacts> for Reason<'_> {
    fn from(ErrorFacts { kind, index, field, until }: ErrorFacts) -> Self {
        Self { kind, index, field, until, row: None }
    }
}

/// An error as an exception.
pub(crate) trait Raise {
    fn raise(&self) -> PyErr;

    /// The same for one of many values.
    fn raise_at(&self, row: usize) -> PyErr;
}

impl<E: Display> Raise for E
where
    ErrorFacts: for<'a> From<&'a E>,
{
    fn raise(&self) -> PyErr {
        Reason::from(ErrorFacts::from(self)).invalid(self)
    }

    fn raise_at(&self, row: usize) -> PyErr {
        Reason::from(ErrorFacts::from(self)).at(row, self)
    }
}

/// What is wrong with JSON, as an exception.
pub(crate) fn not_json(error: JsonError) -> PyErr {
    Reason { index: Some(error.offset), ..Reason::new(error.kind()) }.invalid(&error)
}

/// Why a generator issued nothing, as an exception.
pub(crate) fn not_issued(error: GenerateError) -> PyErr {
    Reason::from(ErrorFacts::from(&error)).not_issued(&error)
}
