//! What a Python class is about: a format, and how an identifier of the class is made.

use std::{
    collections::HashMap,
    sync::{LazyLock, RwLock},
};

use ids_formats::{FormInfo, Format, Timed, json::title};
use pyo3::{
    exceptions::{PyAttributeError, PyTypeError},
    prelude::*,
    types::PyType,
};

use crate::{id::Id, shown::Shown};

/// How an identifier becomes an object of a class that this module defines.
pub(crate) type Make = fn(Python<'_>, Id) -> PyResult<Py<PyAny>>;

/// What the identifiers of a class have in common. It lasts as long as the process.
#[derive(Debug)]
pub(crate) struct Kind {
    pub(crate) format: &'static dyn Format,
    /// Bytes of an identifier.
    pub(crate) width: usize,
}

impl Kind {
    pub(crate) fn new(format: &'static dyn Format) -> &'static Self {
        Box::leak(Box::new(Self { format, width: format.facts().bytes() }))
    }

    /// The name of the format, and of its flavour.
    pub(crate) fn name(&self) -> String {
        let facts = self.format.facts();
        title(facts.family, facts.flavour)
    }

    /// The time inside.
    pub(crate) fn timed(&self) -> PyResult<&'static dyn Timed> {
        self.format.timed().ok_or_else(|| self.no_time())
    }

    pub(crate) fn no_time(&self) -> PyErr {
        PyAttributeError::new_err(format!("{} identifiers have no time inside", self.name()))
    }

    /// The form of this name, or the canonical one without a name.
    pub(crate) fn form(&self, name: Option<&str>) -> PyResult<&'static FormInfo> {
        let facts = self.format.facts();
        match name {
            None => Ok(facts.canonical),
            Some(name) => facts.form(name).ok_or_else(|| {
                let forms: Vec<_> = facts.forms.iter().map(|form| form.name).collect();
                let forms = forms.join(", ");
                let (name, kind) = (Shown(name), self.name());
                PyTypeError::new_err(format!("no form {name} of {kind}; it has {forms}"))
            }),
        }
    }

    /// The form that is a UUID, if there is one.
    pub(crate) fn uuid_form(&self) -> PyResult<&'static FormInfo> {
        let facts = self.format.facts();
        facts.form("uuid").ok_or_else(|| {
            PyTypeError::new_err(format!("{} identifiers are no UUIDs", self.name()))
        })
    }

    /// The bytes of a number, the most significant first.
    pub(crate) fn bytes(&self, bits: u128, out: &mut [u8]) {
        out.copy_from_slice(&bits.to_be_bytes()[16 - self.width..]);
    }
}

/// A class that is registered.
struct Class {
    kind: &'static Kind,
    /// None for a class that was written in Python.
    make: Option<Make>,
    /// Keeps the class, so that no other gets its address.
    _class: Py<PyType>,
}

static CLASSES: LazyLock<RwLock<HashMap<usize, Class>>> = LazyLock::new(RwLock::default);

/// Registers what a class is about.
pub(crate) fn register(class: &Bound<'_, PyType>, kind: &'static Kind, make: Option<Make>) {
    let known = Class { kind, make, _class: class.clone().unbind() };
    let mut classes = CLASSES.write().unwrap_or_else(std::sync::PoisonError::into_inner);
    classes.insert(class.as_ptr() as usize, known);
}

fn known(class: &Bound<'_, PyType>) -> Option<(&'static Kind, Option<Make>)> {
    let classes = CLASSES.read().unwrap_or_else(std::sync::PoisonError::into_inner);
    classes.get(&(class.as_ptr() as usize)).map(|class| (class.kind, class.make))
}

/// Whether a class has a format of this family.
pub(crate) fn has(family: &str) -> bool {
    let classes = CLASSES.read().unwrap_or_else(std::sync::PoisonError::into_inner);
    classes.values().any(|class| class.kind.format.facts().family == family)
}

/// What a class is about: that of the nearest class in its order of bases which is registered.
pub(crate) fn kind_of(class: &Bound<'_, PyType>) -> PyResult<&'static Kind> {
    if let Some((kind, _)) = known(class) {
        return Ok(kind);
    }
    for base in class.mro() {
        if let Some((kind, _)) = base.cast::<PyType>().ok().and_then(known) {
            return Ok(kind);
        }
    }
    let name = class.name()?;
    Err(PyTypeError::new_err(format!("{name} is of no format; use a class of one, such as FlaxId")))
}

/// Makes objects of a class.
pub(crate) struct Maker<'py> {
    class: Bound<'py, PyType>,
    pub(crate) kind: &'static Kind,
    make: Option<Make>,
}

impl<'py> Maker<'py> {
    pub(crate) fn of(class: &Bound<'py, PyType>) -> PyResult<Self> {
        let (kind, make) = match known(class) {
            Some((kind, make)) => (kind, make),
            None => (kind_of(class)?, None),
        };
        Ok(Self { class: class.clone(), kind, make })
    }

    /// The object of a number that has been checked.
    pub(crate) fn make(&self, bits: u128) -> PyResult<Bound<'py, PyAny>> {
        let py = self.class.py();
        match self.make {
            Some(make) => Ok(make(py, Id { kind: self.kind, bits })?.into_bound(py)),
            None => self.class.call1((bits,)),
        }
    }
}
