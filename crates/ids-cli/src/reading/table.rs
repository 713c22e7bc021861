//! Identifiers in a column of CSV or TSV, and what else stands in their records.

use std::{borrow::Cow, fmt, mem, ops::Range, path::Path};

use clap::Args;
use ids_formats::spelling::cause;

use super::{
    Position, Source,
    input::{self, BLOCK, Input, MAX_LINE, MAX_WHOLE},
    member::{Member, member},
};
use crate::{
    Failure, Output,
    show::{json, names, outside, plural, printable},
};

/// The names of columns in a message.
const NAMES: usize = 64;

/// Bytes of a field in a message.
const SHOWN: usize = 64;

/// The options that choose a column, or a member.
#[derive(Args, Debug, Default)]
pub(crate) struct Table {
    /// Take the identifiers from this column of the input, which is CSV: its number from 1, or its
    /// name in the first record. Every argument is then a file
    #[arg(long, value_name = "COLUMN", value_parser = column)]
    column: Option<ColumnName>,
    /// The first record is a header and has no identifier. This is the default if COLUMN is a name.
    /// Without --column the column is the first one
    #[arg(long)]
    header: bool,
    /// The character between the columns: one ASCII character, or `tab`. By default a comma, or a tab, `;` or
    /// `|` where only these give the first record the column
    #[arg(long, value_name = "CHARACTER", value_parser = delimiter, requires = "column")]
    delimiter: Option<u8>,
    /// Take the identifiers from this member of the input, which has JSON on each line: names with dots
    /// between, as in message.author.id, or a pointer, as in /message/ids/0. Every argument is then a file
    #[arg(long, value_name = "MEMBER", value_parser = member,
          conflicts_with_all = ["column", "header", "delimiter"])]
    field: Option<Member>,
}

/// What is added to what.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Beside {
    /// Cells to a record with this delimiter.
    Cells(u8),
    /// Members to an object.
    Members,
}

/// What may be between columns, the likeliest first, as the option has it.
const DELIMITERS: [(u8, &str); 4] = [(b',', "','"), (b'\t', "tab"), (b';', "';'"), (b'|', "'|'")];

/// What is between columns if nothing else is said.
const COMMA: u8 = DELIMITERS[0].0;

/// Which column.
#[derive(Clone, Debug)]
pub(crate) enum ColumnName {
    /// By its place, from 0.
    At(usize),
    Named(String),
}

/// Reads the number or the name of a column.
pub(crate) fn column(text: &str) -> Result<ColumnName, &'static str> {
    match number(text) {
        Some(0) => Err("columns are counted from 1"),
        Some(number) => Ok(ColumnName::At(number - 1)),
        None if text.is_empty() => Err("the name is empty"),
        None => Ok(ColumnName::Named(text.to_owned())),
    }
}

/// A number. With a sign or zeros before it, it is a name, as `+1` of what is voted on.
pub(super) fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|number: &usize| number.to_string() == text)
}

fn delimiter(text: &str) -> Result<u8, &'static str> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        b"\"" | b"\r" | b"\n" => Err("this has another meaning in CSV"),
        [byte] if byte.is_ascii() => Ok(*byte),
        _ => Err("give one character of ASCII, or tab"),
    }
}

/// What stands in the column in one record, in the member in one line, in a line or an argument.
#[derive(Clone, Debug)]
pub(crate) struct Cell<'a, 'p> {
    /// Records are counted from 1, with the header; so are lines. An argument has no place.
    pub(crate) place: Option<Position<'p>>,
    /// The text without its quotes; the beginning of one that is too long.
    pub(crate) text: &'a [u8],
    /// Why it is not all of a text.
    pub(crate) absent: Option<Absent>,
    /// What stands in the column beside it, if one is asked for: empty if there is none.
    pub(crate) beside: &'a [u8],
}

impl<'a, 'p> Cell<'a, 'p> {
    /// A text with nothing beside it.
    pub(super) fn new(place: Option<Position<'p>>, text: &'a [u8]) -> Self {
        let (text, absent) = match text.len() {
            ..=MAX_LINE => (text, None),
            _ => (&text[..256], Some(Absent::TooLong)),
        };
        Self { place, text, absent, beside: b"" }
    }
}

/// What is written of a record that differs from what was read. The answer to each says all of it anew.
#[derive(Debug)]
pub(crate) struct Change {
    pub(crate) beside: Beside,
    /// What stands in the place of the cell, if it is not the cell itself.
    pub(crate) text: Option<Vec<u8>>,
    /// Cells behind the last one, as [`add`] writes them, or members.
    pub(crate) added: Vec<u8>,
    /// Whether nothing of the record is written.
    pub(crate) left_out: bool,
}

impl Change {
    pub(super) const fn none(beside: Beside) -> Self {
        Self { beside, text: None, added: Vec::new(), left_out: false }
    }

    /// Appends a record with another text for the cell that stands here, and with what is added behind `end`.
    pub(super) fn write(
        &self,
        out: &mut Vec<u8>,
        record: &[u8],
        cell: Option<Range<usize>>,
        end: usize,
    ) {
        let mut rest = 0;
        if let (Some(cell), Some(text)) = (cell, &self.text) {
            out.extend_from_slice(&record[..cell.start]);
            rest = cell.end;
            let was_quoted = record[cell.start..].starts_with(b"\"");
            let is_special = |delimiter| text.iter().any(|byte| is_special(*byte, delimiter));
            match self.beside {
                Beside::Members if was_quoted || !is_number(text) => json::string(out, text),
                Beside::Cells(delimiter) if was_quoted || is_special(delimiter) => {
                    // A quote that is never closed stays so.
                    let is_open = was_quoted && !record[cell.start + 1..cell.end].contains(&b'"');
                    let end: &[u8] = if is_open { b"" } else { b"\"" };
                    out.extend_from_slice(&[b"\"", &text[..], end].concat());
                }
                _ => out.extend_from_slice(text),
            }
        }
        for part in [&record[rest..end], &self.added, &record[end..]] {
            out.extend_from_slice(part);
        }
    }
}

/// Whether JSON has these digits as a number.
fn is_number(text: &[u8]) -> bool {
    text == b"0"
        || text.iter().all(u8::is_ascii_digit) && text.first().is_some_and(|digit| *digit != b'0')
}

/// Appends a delimiter and a cell, in quotes where it needs them.
pub(crate) fn add(out: &mut Vec<u8>, delimiter: u8, write: impl FnOnce(&mut Vec<u8>)) {
    out.push(delimiter);
    quoted(out, delimiter, write);
}

/// Appends a cell, in quotes where it needs them.
fn quoted(out: &mut Vec<u8>, delimiter: u8, write: impl FnOnce(&mut Vec<u8>)) {
    let start = out.len();
    write(out);
    if out[start..].iter().any(|byte| is_special(*byte, delimiter)) {
        let text = out.split_off(start);
        out.push(b'"');
        for byte in text {
            out.extend_from_slice(if byte == b'"' { b"\"\"" } else { std::slice::from_ref(&byte) });
        }
        out.push(b'"');
    }
}

/// Whether a byte stands only in cells with quotes.
const fn is_special(byte: u8, delimiter: u8) -> bool {
    byte == delimiter || matches!(byte, b'"' | b'\r' | b'\n')
}

/// Why there is no cell.
#[derive(Clone, Debug)]
pub(crate) enum Absent {
    /// The record has not the column.
    Short {
        /// How many it has.
        columns: usize,
        /// What seems to be between them.
        delimiter: Option<&'static str>,
    },
    /// The line is no JSON that has the member, or has room for another one.
    Json(String),
    /// It is longer than [`MAX_LINE`].
    TooLong,
}

impl Absent {
    /// Its name in JSON.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Short { .. } => "column",
            Self::Json(_) => "json",
            Self::TooLong => "line_too_long",
        }
    }
}

impl fmt::Display for Absent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short { columns, delimiter } => {
                let columns = plural(*columns as u64, "column");
                write!(f, "has only {columns}: the chosen column is missing")?;
                match delimiter {
                    Some(delimiter) => write!(f, "; --delimiter {delimiter} would divide it"),
                    None => Ok(()),
                }
            }
            Self::Json(why) => f.write_str(&printable(why)),
            Self::TooLong => write!(f, "is longer than {MAX_LINE} bytes, as no identifier is"),
        }
    }
}

/// What may be the delimiter of a record that has one column only, as the option has it.
fn delimiter_in(field: &[u8]) -> Option<&'static str> {
    DELIMITERS.into_iter().find(|(byte, _)| field.contains(byte)).map(|(_, option)| option)
}

impl ColumnName {
    /// Its place, which the header says of one that is named.
    fn place(&self, header: &[Cow<'_, [u8]>]) -> Result<usize, Failure> {
        let name = match self {
            Self::At(place) => return Ok(*place),
            Self::Named(name) => name,
        };
        let is_it = |index: &usize| *header[*index] == *name.as_bytes();
        let mut places = (0..header.len()).filter(is_it);
        match (places.next(), places.next()) {
            (Some(place), None) => Ok(place),
            (Some(_), Some(_)) => {
                let name = printable(name);
                Err(Failure::Refused(format!(
                    "two columns are named '{name}': give the number of one instead"
                )))
            }
            (None, _) => Err(Failure::Refused(missing(name, header))),
        }
    }
}

/// What to say of a column that the header has not.
fn missing(name: &str, header: &[Cow<'_, [u8]>]) -> String {
    let names = header.iter().take(NAMES).map(|text| &text[..text.len().min(MAX_LINE + 1)]);
    let names: Vec<_> = names.collect();
    if let Some(cause) = names.first().and_then(|first| cause(first)) {
        return format!("no column is named '{}': {cause}", printable(name));
    }
    if let [only] = names[..]
        && let Some(delimiter) = delimiter_in(only)
    {
        return format!(
            "no column is named '{}': there is one column, '{}'; --delimiter {delimiter} would divide it",
            printable(name),
            printable(&only[..only.len().min(SHOWN)]),
        );
    }
    let names: Vec<_> = names.iter().map(printable).collect();
    let mut names: Vec<_> = names.iter().map(AsRef::as_ref).collect();
    if names.len() == NAMES {
        names.push("..");
    }
    names::unknown("column", name, &names)
}

/// Returns an error if a column that is added has the name of one that is there.
fn free(names: &[&str], header: &[Cow<'_, [u8]>]) -> Result<(), Failure> {
    let mut taken =
        header.iter().filter_map(|text| names.iter().find(|name| name.as_bytes() == &**text));
    taken.next().map_or(Ok(()), |name| {
        let name = printable(name);
        Err(Failure::Refused(format!(
            "a column is named '{name}' already: give the new one another name, as in --add NAME={name}"
        )))
    })
}

impl Table {
    /// Whether the input is a table, or JSON.
    pub(crate) fn is_asked(&self) -> bool {
        self.column.is_some() || self.header || self.field.is_some()
    }

    /// The column of the identifiers.
    fn column(&self) -> &ColumnName {
        self.column.as_ref().unwrap_or(&ColumnName::At(0))
    }

    /// Whether a header may stand where none is expected.
    pub(crate) fn may_have_header(&self) -> bool {
        !self.header && !matches!(self.column, Some(ColumnName::Named(_))) && self.field.is_none()
    }

    /// Whether it is JSON.
    pub(crate) const fn is_json(&self) -> bool {
        self.field.is_some()
    }

    /// Gives each identifier to `answer`: an argument, each line of a file, the cell of each record, or the member on each
    /// line; and what stands in a column `beside` the cell. With `write` all that is read is written as it is, but for what
    /// `answer` changes, with columns of these names behind the last one. A terminal gets no character that acts on it.
    pub(crate) fn each<'p>(
        &self,
        sources: &[Source<'p>],
        beside: Option<&ColumnName>,
        out: &mut Output,
        write: Option<&[&str]>,
        mut answer: impl FnMut(&mut Output, Cell<'_, 'p>, &mut Change) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if !self.is_asked() {
            let mut change = Change::none(Beside::Cells(COMMA));
            let mut answer = |out: &mut Output, cell: Cell<'_, 'p>| {
                let text = if cell.absent.is_none() { cell.text } else { b"" };
                answer(out, cell, &mut change)?;
                if let Some(names) = write.filter(|_| !change.left_out) {
                    let text = change.text.as_deref().unwrap_or(text);
                    out.outside(outside::table, |bytes| {
                        if names.is_empty() {
                            bytes.extend_from_slice(text);
                        } else {
                            quoted(bytes, COMMA, |out| out.extend_from_slice(text));
                        }
                        bytes.extend_from_slice(&change.added);
                        bytes.push(b'\n');
                    });
                }
                out.end()
            };
            return sources.iter().try_for_each(|source| match *source {
                Source::Text(text) => answer(out, Cell::new(None, text.as_encoded_bytes())),
                Source::File(path) => input::lines(path, out, &mut answer),
            });
        }
        sources.iter().try_for_each(|source| {
            out.end_line();
            match &self.field {
                Some(member) => member.each(source.path(), out, write, &mut answer),
                None => self.each_of(source.path(), beside, out, write, &mut answer),
            }
        })
    }

    /// The same of one table.
    fn each_of<'p>(
        &self,
        path: &'p Path,
        beside: Option<&ColumnName>,
        out: &mut Output,
        write: Option<&[&str]>,
        answer: &mut impl FnMut(&mut Output, Cell<'_, 'p>, &mut Change) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (columns, mut places) = ([Some(self.column()), beside], [None; 2]);
        let is_named = |column: &&ColumnName| matches!(column, ColumnName::Named(_));
        let has_header = self.header || columns.iter().flatten().any(is_named);
        let mut place = Position::before(path, true);
        place.line = 1;
        let mut record = Record::new(path, out)?;
        record.delimiter = match self.delimiter {
            Some(delimiter) => delimiter,
            None => record.delimiter_for(self.column(), place, out)?,
        };
        let delimiter = record.delimiter;
        let names = write.unwrap_or_default();
        let mut change = Change::none(Beside::Cells(delimiter));
        // Columns of the first record, and of the last one; and whether that ends with a carriage return alone.
        let (mut width, mut is_split) = ([0; 2], false);
        // The first record, if none has had what stands beside the cells.
        let mut lacks = None;
        let mut has_beside = false;
        while record.next(place, out)? {
            let is_open = record.state == State::Quoted;
            if is_open && !names.is_empty() {
                return Err(open(place));
            }
            // In a table of one column empty lines are cells, but at its end.
            let is_cell = |(index, line): (usize, &[u8])| {
                width == [1, 1] && line.ends_with(b"\n") && (index > 0 || !is_split)
            };
            let empty = record.before().enumerate().filter(|line| is_cell(*line)).count();
            let mut blank = Vec::new();
            for _ in 0..empty {
                answer(out, Cell::new(Some(place), b""), &mut change)?;
                blank = mem::take(&mut change.added);
                place.line += 1;
            }
            let empty_is_left_out = change.left_out;
            let is_header = has_header && width[0] == 0;
            if width[0] == 0 {
                let fields = if is_header { record.fields.len() } else { 0 };
                let header: Vec<_> = (0..fields).filter_map(|index| record.text(index)).collect();
                for (column, place) in columns.iter().zip(&mut places) {
                    *place = column.map(|column| column.place(&header)).transpose()?;
                }
                free(names, &header)?;
            }
            if is_header {
                for name in names {
                    let write = |out: &mut Vec<u8>| out.extend_from_slice(name.as_bytes());
                    add(&mut change.added, delimiter, write);
                }
            } else {
                let [cell, beside] = places.map(|place| place.and_then(|place| record.text(place)));
                let beside = &*beside.unwrap_or_default();
                let found = Cell::new(Some(place), cell.as_deref().unwrap_or_default());
                let absent = if cell.is_some() { found.absent } else { Some(record.short()) };
                answer(out, Cell { absent, beside, ..found }, &mut change)?;
            }
            if write.is_some() {
                out.outside(outside::table, |bytes| {
                    bytes.extend_from_slice(place.mark(record.bytes()));
                    if change.left_out {
                        return;
                    }
                    for (index, line) in record.before().enumerate() {
                        let is_cell = is_cell((index, line));
                        if !(is_cell && empty_is_left_out) {
                            let end = line.len() - if line.ends_with(b"\r\n") { 2 } else { 1 };
                            bytes.extend_from_slice(&line[..end]);
                            bytes.extend_from_slice(if is_cell { &blank } else { b"" });
                            bytes.extend_from_slice(&line[end..]);
                        }
                    }
                    record.write(bytes, places[0], &change);
                });
            }
            if is_open {
                // What was meant for more records may stand behind it.
                return Err(open(place));
            }
            let now = record.fields.len();
            has_beside |= !is_header && places[1].is_none_or(|place| place < now);
            if !is_header && !has_beside && lacks.is_none() {
                lacks = Some((place, record.short()));
            }
            width = [if width[0] == 0 { now } else { width[0] }, now];
            is_split = record.bytes().ends_with(b"\r");
            place.line += 1;
            out.end()?;
        }
        if let Some((place, short)) = lacks.filter(|_| !has_beside) {
            return Err(Failure::Refused(format!("--times: {place} {short}")));
        }
        // Empty lines at the end belong to no record.
        if write.is_some() {
            out.bytes().extend_from_slice(record.bytes());
        }
        Ok(())
    }
}

/// The last quote of a record has no other.
fn open(place: Position<'_>) -> Failure {
    Failure::Refused(format!("{place}: a quote is never closed"))
}

/// Returns an error if a record has more bytes than memory is given to one.
fn fits(length: usize, place: Position<'_>) -> Result<(), Failure> {
    if length <= MAX_WHOLE {
        return Ok(());
    }
    Err(Failure::Refused(format!("{place}: the record is longer than 16 MiB")))
}

/// The records of a table, one after the other, each with all of its bytes.
struct Record<'p> {
    input: Input<'p>,
    delimiter: u8,
    /// Where its fields stand in its bytes, with their quotes.
    fields: Vec<Range<usize>>,
    /// Where its first field begins: before it stand empty lines, and a mark of the byte order.
    first: usize,
    /// Where the next field begins, and how far it is read.
    field: usize,
    at: usize,
    state: State,
    /// Where it ends.
    end: usize,
}

/// What is read next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The first field, or an empty line.
    Before,
    /// A quote that opens the field, or is the second of two in quotes.
    Quote,
    Quoted,
    Plain,
}

impl<'p> Record<'p> {
    /// Before the first record of a file.
    fn new(path: &'p Path, out: &mut Output) -> Result<Self, Failure> {
        let (input, fields, state) = (Input::open(path, out)?, Vec::new(), State::Before);
        Ok(Self { input, delimiter: COMMA, fields, first: 0, field: 0, at: 0, state, end: 0 })
    }

    /// All of its bytes; after the last record those that are left.
    fn bytes(&self) -> &[u8] {
        &self.input.rest()[..self.end]
    }

    /// The empty lines before it.
    fn before(&self) -> impl Iterator<Item = &[u8]> {
        let before = &self.bytes()[..self.first];
        let before = before.strip_prefix(input::MARK).unwrap_or(before);
        before.split_inclusive(|byte| *byte == b'\n')
    }

    /// What a field says.
    fn text(&self, index: usize) -> Option<Cow<'_, [u8]>> {
        let field = &self.bytes()[self.fields.get(index)?.clone()];
        let Some(mut rest) = field.strip_prefix(b"\"") else { return Some(field.into()) };
        let mut text = Vec::new();
        while let Some(quote) = memchr::memchr(b'"', rest) {
            text.extend_from_slice(&rest[..quote]);
            rest = &rest[quote + 1..];
            let Some(more) = rest.strip_prefix(b"\"") else { break };
            text.push(b'"');
            rest = more;
        }
        text.extend_from_slice(rest);
        Some(text.into())
    }

    /// Why it has not a column.
    fn short(&self) -> Absent {
        let columns = self.fields.len();
        let only = self.text(0).filter(|_| columns == 1);
        Absent::Short { columns, delimiter: only.and_then(|only| delimiter_in(&only)) }
    }

    /// What is between the columns of the first record, as far as it stands in the first block, if it has this column.
    fn delimiter_for(
        &mut self,
        column: &ColumnName,
        place: Position<'_>,
        out: &mut Output,
    ) -> Result<u8, Failure> {
        for (delimiter, _) in DELIMITERS {
            self.delimiter = delimiter;
            self.read(BLOCK, place, out)?;
            let has = match column {
                ColumnName::At(place) => self.fields.len() > *place.max(&1),
                ColumnName::Named(name) => (0..self.fields.len())
                    .any(|field| self.text(field).is_some_and(|text| *text == *name.as_bytes())),
            };
            self.end = 0;
            if has {
                return Ok(delimiter);
            }
        }
        Ok(COMMA)
    }

    /// Takes the next one, and says whether there is one.
    fn next(&mut self, place: Position<'_>, out: &mut Output) -> Result<bool, Failure> {
        self.input.take(self.end);
        self.read(usize::MAX, place, out)?;
        Ok(!self.fields.is_empty())
    }

    /// Reads one up to its end, or that of all input, or until it has more bytes than `most`.
    fn read(&mut self, most: usize, place: Position<'_>, out: &mut Output) -> Result<(), Failure> {
        self.fields.clear();
        (self.first, self.field, self.at, self.state) = (0, 0, 0, State::Before);
        while !self.is_read(place) {
            let length = self.input.rest().len();
            if length > most || self.input.has_ended() {
                self.end = length;
                if self.state != State::Before {
                    self.fields.push(self.field..length);
                }
                break;
            }
            fits(length, place)?;
            self.input.more(out)?;
        }
        fits(self.end, place)
    }

    /// Looks at what is there, and says whether the record ends in it.
    fn is_read(&mut self, place: Position<'_>) -> bool {
        let bytes = self.input.rest();
        if self.at == 0 {
            self.at = place.mark(bytes).len();
            let is_open = place.line == 1 && !self.input.has_ended();
            if self.at == 0 && is_open && input::MARK.starts_with(bytes) {
                return false;
            }
        }
        while let Some(&next) = bytes.get(self.at) {
            let rest = &bytes[self.at..];
            match self.state {
                State::Before if matches!(next, b'\r' | b'\n') => self.at += 1,
                State::Before => {
                    (self.first, self.field, self.state) = (self.at, self.at, State::Quote);
                }
                State::Quote if next == b'"' => {
                    (self.at, self.state) = (self.at + 1, State::Quoted);
                }
                State::Quote => self.state = State::Plain,
                State::Quoted => match memchr::memchr(b'"', rest) {
                    Some(quote) => (self.at, self.state) = (self.at + quote + 1, State::Quote),
                    None => self.at = bytes.len(),
                },
                State::Plain => {
                    let Some(length) = memchr::memchr3(self.delimiter, b'\n', b'\r', rest) else {
                        self.at = bytes.len();
                        break;
                    };
                    self.at += length;
                    let end = match (rest[length], rest.get(length + 1)) {
                        // The line feed of this end is still to come.
                        (b'\r', None) if !self.input.has_ended() => return false,
                        (b'\r', Some(b'\n')) => Some(self.at + 2),
                        (b'\r' | b'\n', _) => Some(self.at + 1),
                        _ => None,
                    };
                    self.fields.push(self.field..self.at);
                    if let Some(end) = end {
                        self.end = end;
                        return true;
                    }
                    (self.field, self.at, self.state) = (self.at + 1, self.at + 1, State::Quote);
                }
            }
        }
        false
    }

    /// Appends it with what changes, the text of this field and what is added.
    fn write(&self, out: &mut Vec<u8>, field: Option<usize>, change: &Change) {
        let place = |field: &Range<usize>| field.start - self.first..field.end - self.first;
        let cell = field.and_then(|field| self.fields.get(field)).map(place);
        let end = self.fields.last().map_or(0, |last| place(last).end);
        change.write(out, &self.bytes()[self.first..], cell, end);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::ColorChoice;
    use proptest::{collection::vec, prelude::*, sample::select};

    use super::*;

    /// Whatever may be in a table.
    fn part() -> impl Strategy<Value = &'static str> {
        select(vec![
            "\"", "\"\"", ",\"", "\",", "\n\"", "\"\r\n", "\r", "\n", "\r\n", "\n\n", ",", ";",
            "\t", "|", " ", "a", "é'\\", "\0", "\u{feff}",
        ])
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// The records and fields are those of another reader, also where blocks end in them. Their bytes are all bytes.
        #[test]
        fn as_others_read(
            before in vec(part(), 0..8),
            // Bytes that stand before the end of the first block, if there are two.
            left in prop::option::of(0..12_usize),
            after in vec(part(), 0..12),
            delimiter in prop::option::of(select(&b",;\t|:"[..])),
        ) {
            let mut table = before.concat().into_bytes();
            if let Some(left) = left {
                table.resize(table.len().max(BLOCK - left), b'x');
            }
            table.extend_from_slice(after.concat().as_bytes());
            let file = tempfile::NamedTempFile::new()?;
            fs::write(&file, &table)?;
            let (path, mut out) = (file.path(), Output::new(ColorChoice::Never));
            let mut place = Position::before(path, true);
            place.line = 1;
            let mut record = Record::new(path, &mut out).expect("a file");
            record.delimiter = match delimiter {
                Some(delimiter) => delimiter,
                None => record.delimiter_for(&ColumnName::At(1), place, &mut out).expect("a table"),
            };
            let mut reader = csv::ReaderBuilder::new();
            reader.has_headers(false).flexible(true).delimiter(record.delimiter);
            let mut bytes = Vec::new();
            for other in reader.from_reader(&*table).byte_records() {
                let other = other?;
                prop_assert!(record.next(place, &mut out).expect("a table"));
                let fields = (0..record.fields.len()).filter_map(|index| record.text(index));
                prop_assert_eq!(fields.collect::<Vec<_>>(), other.iter().collect::<Vec<_>>());
                bytes.extend_from_slice(record.bytes());
                let is_cut = bytes.ends_with(b"\r") && table[bytes.len()..].starts_with(b"\n");
                prop_assert!(!is_cut, "the line feed of a CR LF is in the next record");
                place.line += 1;
            }
            prop_assert!(!record.next(place, &mut out).expect("a table"));
            bytes.extend_from_slice(record.bytes());
            prop_assert!(bytes == table);
        }
    }
}
