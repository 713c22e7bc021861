//! Ctrl-C: what lasts long asks Python now and then whether a signal has come.

use core::time::Duration;
use std::io::{self, ErrorKind, Read};

use pyo3::{prelude::*, types::PyBytes};

/// Rows of a column between two looks.
const ROWS: usize = 1 << 16;

/// Bytes of a file between two looks.
const BYTES: usize = 4 << 20;

/// The longest sleep between two looks.
pub(crate) const NAP: Duration = Duration::from_millis(50);

/// Sleeps without the lock of the interpreter, or raises what the handler of a signal raises.
pub(crate) fn sleep(py: Python<'_>, mut pause: Duration) -> PyResult<()> {
    while !pause.is_zero() {
        let nap = pause.min(NAP);
        py.detach(|| std::thread::sleep(nap));
        py.check_signals()?;
        pause -= nap;
    }
    Ok(())
}

/// Looks before the first row, and before one now and then.
pub(crate) fn check_at(py: Python<'_>, row: usize) -> PyResult<()> {
    if row.is_multiple_of(ROWS) { py.check_signals() } else { Ok(()) }
}

/// The bytes of rows of one width. They are written without the lock of the interpreter.
pub(crate) fn pack<'py, E: Send>(
    py: Python<'py>,
    rows: usize,
    width: usize,
    write: impl Fn(usize, &mut [u8]) -> Result<(), E> + Sync,
    raise: impl FnOnce(usize, E) -> PyErr,
) -> PyResult<Bound<'py, PyBytes>> {
    let write = &write;
    PyBytes::new_with(py, rows * width, |bytes| {
        let mut first = 0;
        for part in bytes.chunks_mut(ROWS * width) {
            let written = py.detach(|| {
                let places = part.chunks_exact_mut(width).enumerate();
                places
                    .map(|(row, place)| (first + row, place))
                    .try_for_each(|(row, place)| write(row, place).map_err(|error| (row, error)))
            });
            if let Err((row, error)) = written {
                return Err(raise(row, error));
            }
            first += ROWS;
            py.check_signals()?;
        }
        Ok(())
    })
}

/// A reader that ends with what the handler of a signal raises.
pub(crate) struct Interruptible<R> {
    reader: R,
    unseen: usize,
}

impl<R> Interruptible<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader, unseen: 0 }
    }
}

impl<R: Read> Read for Interruptible<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer);
        self.unseen += *read.as_ref().unwrap_or(&0);
        let interrupted = read.as_ref().is_err_and(|error| error.kind() == ErrorKind::Interrupted);
        if interrupted || self.unseen >= BYTES {
            self.unseen = 0;
            Python::attach(|py| py.check_signals())?;
        }
        read
    }
}
