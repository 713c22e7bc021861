//! Fields: put together, and taken apart.

use ids_formats::Layout;
use luuid::{Key, Luuid};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyDict, PyInt, PyString},
};
use snowflake::Flavour;

use crate::{
    error::{Raise, Reason},
    kind::{Family, Kind},
    luuid::{group, version},
    shown::Shown,
};

/// The values that a caller gives.
struct Given {
    values: Vec<(String, u64)>,
    layout: Option<String>,
}

impl Given {
    fn new(fields: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut given = Self { values: Vec::new(), layout: None };
        for (name, value) in fields.into_iter().flatten() {
            let name: String = name.extract()?;
            if let Ok(layout) = value.cast::<PyString>()
                && name == "layout"
            {
                given.layout = Some(layout.to_string());
                continue;
            }
            if !value.is_instance_of::<PyInt>() {
                let found = value.get_type().name()?;
                return Err(PyTypeError::new_err(format!(
                    "{} is an int, not of type {found}",
                    Shown(&name)
                )));
            }
            let value = value.extract().map_err(|_| too_wide(&name))?;
            given.values.push((name, value));
        }
        Ok(given)
    }

    fn of(&self, name: &str) -> Option<u64> {
        self.values.iter().find(|(given, _)| given == name).map(|(_, value)| *value)
    }

    /// The value of a field; 0 if the layout has no such field.
    fn value(&self, name: &str) -> u64 {
        self.of(name).unwrap_or_default()
    }

    /// All fields of the layout that are not fixed have values, and no others.
    fn are_of(&self, layout: &Layout, optional: &[&str]) -> PyResult<()> {
        let open = |name: &str| layout.field(name).is_some_and(|field| field.fixed().is_none());
        let mut names = self.values.iter().map(|(name, _)| name.as_str());
        if let Some(name) = names.find(|name| !open(name) && !optional.contains(name)) {
            return Err(PyTypeError::new_err(format!("no field {} to set", Shown(name))));
        }
        let missing = |field: &&ids_formats::Field| {
            field.fixed().is_none() && self.of(field.name()).is_none()
        };
        match layout.fields().iter().find(missing) {
            None => Ok(()),
            Some(field) => {
                let name = field.name();
                Err(Reason { field: Some(name), ..Reason::new("missing") }
                    .invalid(&format_args!("the field {name} has no value")))
            }
        }
    }
}

fn too_wide(name: &str) -> PyErr {
    Reason { field: Some(name), ..Reason::new("range") }
        .invalid(&format_args!("the value of {} does not fit the field", Shown(name)))
}

fn done<T, E: Raise>(result: Result<T, E>) -> PyResult<T> {
    result.map_err(|error| error.raise())
}

/// The identifier of a value for each field.
pub(crate) fn pack(kind: &Kind, fields: Option<&Bound<'_, PyDict>>) -> PyResult<u128> {
    let given = Given::new(fields)?;
    let facts = kind.format.facts();
    match kind.family {
        Family::Snowflake(flavour) => snowflake(flavour, &given),
        Family::Luuid => {
            given.are_of(&facts.layout, &["version"])?;
            let (key, group) =
                (done(Key::new(given.value("key")))?, done(group(given.value("group")))?);
            let id = done(Luuid::new(key, group, given.value("random")))?;
            let number = given.of("version").unwrap_or_else(|| id.version().to_bits());
            Ok(id.to_version(version(number)?).to_bits())
        }
        _ => {
            // The layout that is named, or the one that all have.
            let layout = match &given.layout {
                Some(name) => layout_of(kind, 0, Some(name))?,
                None => &facts.layout,
            };
            given.are_of(layout, &[])?;
            let open = layout.fields().iter().filter(|field| field.fixed().is_none());
            let values: Vec<_> = open.map(|field| given.value(field.name())).collect();
            let bits = done(kind.format.pack(layout, &values))?;
            done(kind.format.check(bits))?;
            Ok(bits)
        }
    }
}

fn snowflake(flavour: Flavour, given: &Given) -> PyResult<u128> {
    let values: Vec<_> = given.values.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    Ok(done(flavour.pack(&values))?.into())
}

/// The layout of an identifier, or the one of this name.
fn layout_of<'k>(kind: &'k Kind, bits: u128, name: Option<&str>) -> PyResult<&'k Layout> {
    let Some(name) = name else { return Ok(kind.format.layout_of(bits)) };
    let facts = kind.format.facts();
    let mut layouts = core::iter::once(&facts.layout).chain(facts.layouts);
    layouts.find(|layout| layout.name() == name).ok_or_else(|| {
        PyTypeError::new_err(format!("no layout {} of {}", Shown(name), kind.name()))
    })
}

/// The fields of an identifier.
pub(crate) fn unpack<'py>(
    py: Python<'py>,
    kind: &Kind,
    bits: u128,
    layout: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    for (field, value) in layout_of(kind, bits, layout)?.unpack(bits) {
        fields.set_item(field.name(), value)?;
    }
    Ok(fields)
}

/// A field of an identifier.
pub(crate) fn get(kind: &Kind, bits: u128, name: &str) -> Option<u64> {
    let facts = kind.format.facts();
    if let Some(split) = facts.split.filter(|split| split.name == name) {
        return Some(split.get(bits));
    }
    let field = kind.format.layout_of(bits).field(name).or_else(|| facts.layout.field(name))?;
    Some(field.get(bits))
}
