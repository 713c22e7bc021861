//! Fields: put together, and taken apart.

use core::iter;

use ids_formats::{Facts, Layout, NamedError};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyDict, PyString},
};

use crate::{
    error::{Raise, Reason},
    given::natural,
    kind::Kind,
    shown::Shown,
};

/// The identifier of a value for each field. `layout` says of which layout they are, where a format has several, or a
/// value that is the same in all identifiers of one.
pub(crate) fn pack(kind: &Kind, fields: Option<&Bound<'_, PyDict>>) -> PyResult<u128> {
    let (format, facts) = (kind.format, kind.format.facts());
    let (mut given, mut named) = (Vec::<(String, u128)>::new(), None);
    let fixed = |layout: &Layout, name: &str| layout.field(name).and_then(|field| field.fixed());
    let unknown = |name: &str, mut all: Vec<&str>| {
        // What is always the same is given only where it says the layout.
        if facts.layouts.is_empty() {
            all.retain(|name| fixed(&facts.layout, name).is_none());
        }
        let (name, all) = (Shown(name), all.join(", "));
        PyTypeError::new_err(format!("no field {name} to set: there are {all}"))
    };
    for (name, value) in fields.into_iter().flatten() {
        let name: String = name.extract()?;
        if let Ok(text) = value.cast::<PyString>()
            && name == "layout"
        {
            named = Some(layout_of(kind, 0, Some(text.to_str()?))?);
            continue;
        }
        if layouts(facts).all(|layout| layout.field(&name).is_none()) {
            return Err(unknown(&name, names(layouts(facts))));
        }
        let number = natural(&name, &value)?;
        given.push((name, number));
    }
    let differs = |layout: &Layout| {
        given.iter().find(|(name, value)| {
            fixed(layout, name).is_some_and(|fixed| u128::from(fixed) != *value)
        })
    };
    let first = named.unwrap_or(&facts.layout);
    let others = if named.is_none() { facts.layouts } else { &[] };
    let mut tried = iter::once(first).chain(others);
    let layout = tried.find(|layout| differs(layout).is_none()).ok_or_else(|| {
        let name = differs(first).map_or("", |(name, _)| name);
        let whose = named.map_or_else(
            || format!("no layout of {} has", kind.name()),
            |named| format!("the layout {} does not have", named.name()),
        );
        Reason { field: Some(name), ..Reason::new("range") }
            .invalid(&format_args!("{whose} this {name}"))
    })?;
    if !facts.layouts.is_empty() {
        given.retain(|(name, _)| fixed(layout, name).is_none());
    }
    let values: Vec<_> = given.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let bits = format.pack_named(layout, &values).map_err(|error| match error {
        NamedError::Unknown { index } => {
            let (name, all) = (values[index].0, names(iter::once(layout)));
            let others = layouts(facts).filter(|other| other.field(name).is_some());
            let others = others.map(|other| other.name()).collect::<Vec<_>>().join(", ");
            if facts.layouts.is_empty() || others.is_empty() {
                return unknown(name, all);
            }
            let (name, all, layout) = (Shown(name), all.join(", "), layout.name());
            PyTypeError::new_err(format!(
                "no field {name} to set: there are {all} in the layout {layout}; `layout` names another that \
                 has it: {others}"
            ))
        }
        error => error.raise(),
    })?;
    format.check(bits).map_err(|error| error.raise())?;
    Ok(bits)
}

/// The layouts of a format, each once.
pub(crate) fn layouts(facts: &Facts) -> impl Iterator<Item = &Layout> + Clone {
    let others = facts.layouts.iter().filter(move |layout| **layout != facts.layout);
    iter::once(&facts.layout).chain(others)
}

/// The names of the fields of these layouts, each once.
pub(crate) fn names<'l>(layouts: impl Iterator<Item = &'l Layout>) -> Vec<&'static str> {
    let mut names = Vec::new();
    for field in layouts.flat_map(Layout::fields) {
        if !names.contains(&field.name()) {
            names.push(field.name());
        }
    }
    names
}

/// The layout of an identifier, or the one of this name.
fn layout_of<'k>(kind: &'k Kind, bits: u128, name: Option<&str>) -> PyResult<&'k Layout> {
    let Some(name) = name else { return Ok(kind.format.layout_of(bits)) };
    let layouts = layouts(kind.format.facts());
    layouts.clone().find(|layout| layout.name() == name).ok_or_else(|| {
        let all = layouts.map(|layout| layout.name()).collect::<Vec<_>>().join(", ");
        let (name, kind) = (Shown(name), kind.name());
        PyTypeError::new_err(format!("no layout {name} of {kind}: there are {all}"))
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
