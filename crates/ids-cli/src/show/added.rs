//! What stands beside identifiers: their times, their fields and their texts of other forms.

use ids_formats::{FormInfo, Reading, Value};

use super::{Record, argument, json, names};
use crate::{
    Failure,
    reading::{Beside, member, table},
};

/// Columns beside identifiers.
pub(crate) struct Added<'a> {
    names: Vec<&'a str>,
    /// The formats, each with what stands in each column.
    formats: Vec<(&'a Record<'a>, Vec<Cell<'a>>)>,
}

/// What stands in a column.
#[derive(Clone, Copy)]
enum Cell<'a> {
    Time,
    /// Of the layouts of a format one may have this field, and another not.
    Field(&'a str),
    Form(&'static FormInfo),
    /// Only another format has it.
    Nothing,
}

impl<'a> Cell<'a> {
    fn new(record: &Record<'_>, name: &'a str) -> Self {
        if name == "time" && record.timed.is_some() {
            Self::Time
        } else if fields(record).any(|field| field == name) {
            Self::Field(name)
        } else {
            let form = record.facts.form(name).filter(|form| form.written);
            form.map_or(Self::Nothing, Self::Form)
        }
    }

    /// Appends what stands in the column, and says whether there is something.
    fn write(self, out: &mut Vec<u8>, record: &Record<'_>, bits: u128) -> bool {
        match self {
            // After the year 9999 there is no text.
            Self::Time => record.time(bits).is_some_and(|time| record.write_time(out, time)),
            Self::Field(name) => {
                let value = record.values(bits).find(|(field, _)| field.name == name);
                value.map(|(_, value)| json::decimal(out, value)).is_some()
            }
            Self::Form(form) => {
                record.format.write(form, bits, out);
                true
            }
            Self::Nothing => false,
        }
    }
}

/// The names of a format's fields.
fn fields(record: &Record<'_>) -> impl Iterator<Item = &'static str> {
    let split = record.facts.split;
    let layouts = record.facts.layouts().iter();
    layouts.flat_map(move |layout| Value::all(layout, split)).map(|field| field.name)
}

impl<'a> Added<'a> {
    /// Columns as `--add` lists them: each the name of what stands in it, or another name before `=`.
    pub(crate) fn new(list: &'a [String], records: &'a [Record<'a>]) -> Result<Self, Failure> {
        let mut names = Vec::new();
        let mut formats: Vec<_> = records.iter().map(|record| (record, Vec::new())).collect();
        for column in list {
            let (name, what) = column.split_once('=').unwrap_or((column, column));
            if names.contains(&name) {
                return Err(Failure::Usage(format!(
                    "--add: two columns are named '{}'",
                    argument(name)
                )));
            }
            names.push(name);
            for (record, cells) in &mut formats {
                cells.push(Cell::new(record, what));
            }
            let known = records.iter().flat_map(|record| {
                let forms = record.facts.written_forms().map(|form| form.name);
                record.timed.map(|_| "time").into_iter().chain(fields(record)).chain(forms)
            });
            names::known("field or form", what, known.map(|name| ((), name)))
                .map_err(|failure| failure.of("--add"))?;
        }
        Ok(Self { names, formats })
    }

    pub(crate) fn names(&self) -> &[&'a str] {
        &self.names
    }

    /// Appends the cells of an identifier, each with a delimiter before it, or members with commas; empty ones, or `null`,
    /// if none was read.
    pub(crate) fn write(&self, out: &mut Vec<u8>, beside: Beside, reading: Option<Reading<'_>>) {
        if self.names.is_empty() {
            return;
        }
        let known = reading.and_then(|Reading { format, bits, .. }| {
            let of = |(record, _): &&(&Record<'_>, _)| *record.format == *format;
            self.formats.iter().find(of).map(|(record, cells)| (*record, cells, bits))
        });
        for (index, name) in self.names.iter().enumerate() {
            let part = |out: &mut Vec<u8>| {
                known.is_some_and(|(record, cells, bits)| cells[index].write(out, record, bits))
            };
            match beside {
                Beside::Cells(delimiter) => table::add(out, delimiter, |out| {
                    part(out);
                }),
                Beside::Members => {
                    // No text has what JSON escapes.
                    member::add(out, name, b"\"");
                    if part(out) {
                        out.push(b'"');
                    } else {
                        out.truncate(out.len() - 1);
                        out.extend_from_slice(b"null");
                    }
                }
            }
        }
    }
}
