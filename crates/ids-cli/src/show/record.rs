//! A format prepared for answering: as the library has it.

pub(crate) use ids_formats::json::Record;

use super::names;
use crate::status::Failure;

/// The form of this name, if it is written; the canonical one if there is no name.
pub(crate) fn written(record: &Record<'_>, name: Option<&str>) -> Result<usize, Failure> {
    let Some(name) = name else { return Ok(record.facts.canonical) };
    let form = record.facts.written_forms().find(|(_, form)| *form == name);
    form.map(|(place, _)| place).ok_or_else(|| {
        let known: Vec<_> = record.facts.written_forms().map(|(_, form)| form).collect();
        names::refused("form", name, &known)
    })
}
