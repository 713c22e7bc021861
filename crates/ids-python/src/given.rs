//! What the caller of `generator` gives by name.

use core::time::Duration;

use ids_formats::Param;
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyDict, PyString},
};

use crate::{error::Reason, instant::length, shown::Shown};

/// What a generator is asked for by name. Each name is taken once; one that is left is unknown.
pub(crate) struct Given<'py>(pub(crate) Bound<'py, PyDict>);

impl<'py> Given<'py> {
    pub(crate) fn take(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let value = self.0.get_item(name)?.filter(|value| !value.is_none());
        if self.0.contains(name)? {
            self.0.del_item(name)?;
        }
        Ok(value)
    }

    /// A [`natural`] number.
    pub(crate) fn number(&self, name: &str) -> PyResult<Option<u64>> {
        self.take(name)?.map(|value| natural(name, &value)).transpose()
    }

    pub(crate) fn length(&self, name: &str) -> PyResult<Option<Duration>> {
        self.take(name)?.map(|value| length(&value)).transpose()
    }

    /// Nothing is left. If something is, the exception names what there is, first the parameters of the format.
    pub(crate) fn end(&self, params: &[Param]) -> PyResult<()> {
        let Some((name, _)) = self.0.iter().next() else { return Ok(()) };
        let known: Vec<_> = params.iter().map(|param| param.name).collect();
        let known = if known.is_empty() { "none of its own".into() } else { known.join(", ") };
        Err(PyTypeError::new_err(format!(
            "no argument {} of this generator; those of its format are {known}",
            Shown(&name.to_string())
        )))
    }
}

/// A number. One of more than 64 bits is too wide for every field.
pub(crate) fn natural(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    if value.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(format!("{name} is an int")));
    }
    if value.lt(0)? {
        return Err(Reason { field: Some(name), ..Reason::new("range") }
            .invalid(&format_args!("{name} is not negative")));
    }
    Ok(value.extract().unwrap_or(u64::MAX))
}
