//! Errors about files as `OSError`, with its number and the name of the file.

use std::{io, path::Path};

use evently_ledger::file::{FileError, FileErrorKind};
use pyo3::{exceptions::PyOSError, prelude::*};

/// An error of the system about a file: the subclass of `OSError` that its number has.
pub(crate) fn os_error(error: &io::Error, path: &Path) -> PyErr {
    Python::attach(|py| {
        let number = match error.raw_os_error() {
            Some(number) => Ok(number),
            None => number(py, "EIO"),
        };
        match number.and_then(|number| {
            let why = py.import("os")?.call_method1("strerror", (number,))?.unbind();
            Ok((number, why))
        }) {
            Ok((number, why)) => PyOSError::new_err((number, why, path.as_os_str().to_owned())),
            Err(error) => error,
        }
    })
}

/// The number of an error of the system with this name.
fn number(py: Python<'_>, name: &str) -> PyResult<i32> {
    py.import("errno")?.getattr(name)?.extract()
}

/// Why the file of a ledger cannot be used.
pub(crate) fn not_usable(error: &FileError) -> PyErr {
    let name = match error.kind() {
        FileErrorKind::Io { error: io, .. } => return os_error(io, error.path()),
        FileErrorKind::Locked => "EAGAIN",
        FileErrorKind::NotRegular if error.path().is_dir() => "EISDIR",
        FileErrorKind::NotRegular | FileErrorKind::Compressed(_) => "EINVAL",
        FileErrorKind::Changed(_) => "ESTALE",
        FileErrorKind::Write { .. } | FileErrorKind::Broken => "EIO",
        _ => "EBADMSG",
    };
    let (path, message) = (error.path().as_os_str().to_owned(), error.to_string());
    // An `OSError` ends with the path.
    let begin = error.path().display().to_string();
    let why = message.strip_prefix(&begin).unwrap_or(&message).trim_start_matches([':', ' ']);
    Python::attach(|py| match number(py, name) {
        Ok(number) => PyOSError::new_err((number, why.to_owned(), path)),
        Err(error) => error,
    })
}
