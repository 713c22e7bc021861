//! What the caller of `generator` gives by name.

use ids_formats::Param;
use pyo3::{
    conversion::FromPyObjectOwned,
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBool, PyDict},
};

use crate::{error::Reason, id::Id, shown::Shown};

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

    /// Nothing is left. If something is, the exception names what there is.
    pub(crate) fn end(&self, known: &str) -> PyResult<()> {
        let Some((name, _)) = self.0.iter().next() else { return Ok(()) };
        let known = if known.is_empty() { "none of its own" } else { known };
        Err(PyTypeError::new_err(format!(
            "no argument {} of this generator; those of its format are {known}",
            Shown(&name.to_string())
        )))
    }
}

/// How a parameter is given: a part of a node that has the name of another argument, one of `common`, inside of `node`.
pub(crate) fn spelled(name: &str, common: &[&str]) -> String {
    if common.contains(&name) { format!("node={{\"{name}\": ..}}") } else { name.to_owned() }
}

/// The same of all.
pub(crate) fn all_spelled(params: &[Param], common: &[&str]) -> String {
    let names: Vec<_> = params.iter().map(|param| spelled(param.name, common)).collect();
    names.join(", ")
}

/// A number of Python or NumPy, which is not negative and has at most the bits of this type.
pub(crate) fn natural<'py, T: FromPyObjectOwned<'py>>(
    name: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<T> {
    let shown = name.escape_debug();
    let number = match value.call_method0("__index__") {
        Ok(number) if !value.is_instance_of::<PyBool>() && !value.is_instance_of::<Id>() => number,
        _ => {
            let found = value.get_type().name()?;
            return Err(PyTypeError::new_err(format!("{shown} is an int, not of type {found}")));
        }
    };
    number.extract().map_err(|_| {
        let reason = Reason { field: Some(name), ..Reason::new("range") };
        match number.lt(0) {
            Ok(true) => reason.invalid(&format_args!("{shown} is not negative")),
            _ => reason.invalid(&format_args!("{shown} has more than {} bits", 8 * size_of::<T>())),
        }
    })
}
