//! What the command knows of a format.

use std::time::Duration;

use ids_core::{Field, GenerateError, Layout, ParseError, Ticks, TimeError};

/// A format, or one flavour of a family of formats.
///
/// Everything else the command shows is derived from this: fields, diagram, dates, candidates.
pub(crate) trait Format: Sync {
    /// The name of the family, as in `--format`.
    fn name(&self) -> &'static str;

    /// The name inside the family, as in `--flavour`.
    fn flavour(&self) -> Option<&'static str> {
        None
    }

    /// One line.
    fn about(&self) -> &'static str;

    fn layout(&self) -> Layout;

    /// The layouts that identifiers have, if not all have the same; [`layout`](Self::layout) then
    /// is what they have in common.
    fn layouts(&self) -> &'static [Layout] {
        &[]
    }

    /// Which of these layouts an identifier has.
    fn which(&self, _bits: u128) -> usize {
        0
    }

    /// What kind of thing an identifier stands for, if it says so.
    fn kind(&self, _bits: u128) -> Option<&'static str> {
        None
    }

    /// The unit and the epoch of the time inside, if there is one.
    fn ticks(&self) -> Option<Ticks>;

    /// How many identifiers a tick has, and in what sense; `None` if `ids` does not make them.
    fn capacity(&self) -> Option<(u64, &'static str)>;

    /// The names of the text forms.
    ///
    /// Formats that return one and the same list read and write alike: a text is then read once
    /// for all of them.
    fn forms(&self) -> &'static [&'static str];

    /// Which of the forms is the canonical one.
    fn canonical(&self) -> usize {
        0
    }

    /// The number that a text of this form writes. Whether it has the layout's fixed values is
    /// not looked at here.
    fn read(&self, form: usize, text: &[u8]) -> Result<u128, ParseError>;

    /// Appends the text of this form.
    fn write(&self, form: usize, bits: u128, out: &mut Vec<u8>);

    /// Whether the form is written, or only read.
    fn is_written(&self, _form: usize) -> bool {
        true
    }

    /// The start of the identifier's tick, since 1970.
    fn time(&self, bits: u128) -> Option<Duration>;

    /// The first identifier of the tick that holds this instant.
    fn first_at(&self, time: Duration) -> Result<u128, TimeError>;

    /// The last identifier of the tick that holds this instant.
    fn last_at(&self, time: Duration) -> Result<u128, TimeError>;

    /// Whether it is more likely a UUID of version 6, which is a timestamp.
    fn looks_like_uuid_v6(&self, _bits: u128) -> bool {
        false
    }

    /// The field that is random, if there is one.
    fn random(&self) -> Option<Field> {
        None
    }

    /// Whether databases keep it as a number.
    fn is_number(&self) -> bool {
        false
    }

    /// What a database's column is to be for texts of this form to sort in it as the identifiers
    /// do; none if they never do.
    fn column(&self, form: usize) -> Option<Column>;

    /// The field that stands in two places of the layout, if there is one.
    fn split(&self) -> Option<Split> {
        None
    }

    /// Whether identifiers sort by spans of time longer than a tick, by something else inside
    /// them: a range of times then holds whole spans.
    fn sorts_by_span(&self) -> bool {
        false
    }

    /// Whether a canonical text says by itself which flavour of the family it is of.
    fn told_by_text(&self) -> bool {
        false
    }
}

/// A column of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    /// A number.
    Number,
    /// A UUID.
    Uuid,
    /// A text that is compared byte by byte.
    Text,
}

/// A field whose bits stand in two places: the layout has each as a field of its own.
#[derive(Clone, Copy)]
pub(crate) struct Split {
    pub(crate) name: &'static str,
    pub(crate) upper: Field,
    pub(crate) lower: Field,
}

impl Split {
    /// The value of both.
    pub(crate) fn get(&self, bits: u128) -> u64 {
        self.upper.get(bits) << self.lower.width() | self.lower.get(bits)
    }
}

/// A format and its flavours, in the order they are listed.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) formats: fn() -> Vec<&'static dyn Format>,
}

/// Makes identifiers of one format: the part of `ids new` that each format writes.
pub(crate) trait Source {
    /// Fills as much of `ids` as can be had now, at least one.
    fn fill(&mut self, ids: &mut [u128]) -> Result<usize, GenerateError>;
}

/// The forms that are written, each with its place in the list of all.
pub(crate) fn written_forms(
    format: &dyn Format,
) -> impl Iterator<Item = (usize, &'static str)> + use<'_> {
    let forms = format.forms().iter().copied().enumerate();
    forms.filter(|(form, _)| format.is_written(*form))
}

/// The place of the form of this name, if it is written.
pub(crate) fn written(format: &dyn Format, name: &str) -> Option<usize> {
    written_forms(format).find(|(_, form)| *form == name).map(|(form, _)| form)
}

/// The largest identifier of a layout.
pub(crate) fn largest(layout: &Layout) -> u128 {
    layout.fields().iter().fold(0, |bits, field| {
        bits | u128::from(field.fixed().unwrap_or(field.max())) << field.low()
    })
}

/// The fields that hold something, most significant first: all but those with a fixed value.
pub(crate) fn open_fields(layout: &Layout) -> impl Iterator<Item = Field> + use<> {
    layout.fields().iter().copied().filter(|field| field.fixed().is_none())
}

/// The lower bound of a range of times: the first identifier whose time is not before `time`, or
/// that sorts with such.
pub(crate) fn lower_bound(format: &dyn Format, time: Duration) -> Result<u128, TimeError> {
    if format.sorts_by_span() { format.first_at(time) } else { upper_bound(format, time) }
}

/// The exclusive upper bound of a range of times: the first identifier after all those whose time
/// is before `time`.
pub(crate) fn upper_bound(format: &dyn Format, time: Duration) -> Result<u128, TimeError> {
    let first = format.first_at(time)?;
    if format.time(first) == Some(time) {
        return Ok(first);
    }
    // The instant is inside a tick; the next one begins after the last identifier of this.
    let last = format.last_at(time)?;
    if last == largest(&format.layout()) {
        return Err(TimeError::AfterEnd { last: format.time(last).unwrap_or_default() });
    }
    Ok(last + 1)
}
