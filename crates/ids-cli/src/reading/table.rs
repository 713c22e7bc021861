//! Identifiers in a column of CSV or TSV, and what else stands in their records.

use std::{
    fmt,
    io::{self, Read},
    iter, mem,
    path::Path,
};

use clap::Args;
use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

use super::input::{self, Line, MAX_LINE, Place, Source};
use crate::{
    show::{
        names,
        output::Output,
        outside::{self, printable},
        plural::plural,
    },
    status::Failure,
};

/// Bytes read at once.
const BLOCK: usize = 64 << 10;

/// The names of columns in a message.
const NAMES: usize = 64;

/// Bytes of a field in a message.
const SHOWN: usize = 64;

/// The longest field: a quote that is never closed takes all that follows.
const MAX_FIELD: usize = 16 << 20;

/// The options that choose a column.
#[derive(Args, Debug)]
pub(crate) struct Table {
    /// Take the identifiers from this column of the input, which is CSV: its number from 1, or its
    /// name in the first record. Every argument is then a file
    #[arg(long, value_name = "COLUMN", value_parser = column)]
    column: Option<Column>,
    /// The first record is a header and has no identifier. This is the default if COLUMN is a name.
    /// Without --column the column is the first one
    #[arg(long)]
    header: bool,
    /// The character between the columns: one ASCII character, or `tab`
    #[arg(long, value_name = "CHARACTER", default_value = ",", value_parser = delimiter,
          requires = "column")]
    delimiter: u8,
}

/// Which column.
#[derive(Clone, Debug)]
pub(crate) enum Column {
    /// By its place, from 0.
    At(usize),
    Named(String),
}

/// Reads the number or the name of a column.
pub(crate) fn column(text: &str) -> Result<Column, &'static str> {
    match text.parse::<usize>() {
        Ok(0) => Err("columns are counted from 1"),
        Ok(number) => Ok(Column::At(number - 1)),
        Err(_) if text.is_empty() => Err("the name is empty"),
        Err(_) => Ok(Column::Named(text.to_owned())),
    }
}

fn delimiter(text: &str) -> Result<u8, &'static str> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        b"\"" | b"\r" | b"\n" => Err("this has another meaning in CSV"),
        [byte] if byte.is_ascii() => Ok(*byte),
        _ => Err("give one character of ASCII, or tab"),
    }
}

/// What stands in the column in one record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell<'a, 'p> {
    /// Records are counted from 1, with the header.
    pub(crate) place: Place<'p>,
    /// The text without its quotes.
    pub(crate) text: Result<Line<'a>, Short>,
}

/// A record that has not the column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Short {
    /// How many it has.
    pub(crate) columns: usize,
    /// What seems to be between them.
    pub(crate) delimiter: Option<&'static str>,
}

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = plural(self.columns as u64, "column");
        write!(f, "has only {columns}: the chosen column is missing")?;
        match self.delimiter {
            Some(delimiter) => write!(f, "; --delimiter {delimiter} would divide it"),
            None => Ok(()),
        }
    }
}

/// What may be the delimiter of a record that has one column only, as the option has it.
fn delimiter_in(field: &[u8]) -> Option<&'static str> {
    let known = [(b'\t', "tab"), (b';', "';'"), (b'|', "'|'"), (b',', "','")];
    known.into_iter().find(|(byte, _)| field.contains(byte)).map(|(_, option)| option)
}

/// The places of some columns, which the header says of those that are named.
struct Places<'a> {
    columns: Vec<(&'a Column, Option<usize>)>,
    /// Whether the next record is the header.
    header: bool,
    /// The names in the header, of which a message has no more than [`NAMES`].
    names: Vec<Vec<u8>>,
}

impl<'a> Places<'a> {
    fn new(columns: impl IntoIterator<Item = &'a Column>, header: bool) -> Self {
        let place = |column: &'a Column| match column {
            Column::At(place) => (column, Some(*place)),
            Column::Named(_) => (column, None),
        };
        let columns: Vec<_> = columns.into_iter().map(place).collect();
        let header = header || columns.iter().any(|(_, place)| place.is_none());
        Self { columns, header, names: Vec::new() }
    }

    /// Takes a field of the header.
    fn name(&mut self, index: usize, text: &[u8]) -> Result<(), Failure> {
        if index < NAMES {
            self.names.push(text.to_vec());
        }
        for (column, place) in &mut self.columns {
            if let Column::Named(name) = column
                && text == name.as_bytes()
                && place.replace(index).is_some()
            {
                let name = printable(name);
                return Err(Failure::Refused(format!(
                    "two columns are named '{name}': give the number of one instead"
                )));
            }
        }
        Ok(())
    }

    /// Ends a record, and says whether it was the header.
    fn end(&mut self) -> Result<bool, Failure> {
        if !mem::take(&mut self.header) {
            return Ok(false);
        }
        for (column, place) in &self.columns {
            if let (Column::Named(name), None) = (column, place) {
                return Err(Failure::Refused(self.missing(name)));
            }
        }
        Ok(true)
    }

    /// What to say of a column that the header has not.
    fn missing(&self, name: &str) -> String {
        if let [only] = &self.names[..]
            && let Some(delimiter) = delimiter_in(only)
        {
            return format!(
                "no column is named '{}': there is one column, '{}'; --delimiter {delimiter} would \
                 divide it",
                printable(name),
                printable(&only[..only.len().min(SHOWN)]),
            );
        }
        let names: Vec<_> = self.names.iter().map(printable).collect();
        let mut names: Vec<_> = names.iter().map(AsRef::as_ref).collect();
        if names.len() == NAMES {
            names.push("..");
        }
        names::unknown("column", name, &names)
    }

    /// The place of one of the columns.
    fn at(&self, column: usize) -> Option<usize> {
        self.columns[column].1
    }
}

impl Table {
    /// Whether the input is a table.
    pub(crate) fn is_asked(&self) -> bool {
        self.column.is_some() || self.header
    }

    /// The column of the identifiers.
    fn column(&self) -> &Column {
        self.column.as_ref().unwrap_or(&Column::At(0))
    }

    /// Whether a header may stand where none is expected.
    pub(crate) fn may_have_header(&self) -> bool {
        !self.header && !matches!(self.column, Some(Column::Named(_)))
    }

    /// Gives the cell of each record of all files to `answer`. With `write` all that is read is written
    /// as it is, but for what `answer` has for the cell. A terminal gets no character that acts on it.
    pub(crate) fn each<'p>(
        &self,
        sources: &[Source<'p>],
        out: &mut Output,
        write: bool,
        mut answer: impl FnMut(&mut Output, Cell<'_, 'p>) -> Result<Option<Vec<u8>>, Failure>,
    ) -> Result<(), Failure> {
        sources.iter().try_for_each(|source| {
            let path = match *source {
                Source::File(path) => path,
                Source::Text(text) => Path::new(text),
            };
            self.each_of(path, out, write, &mut answer)
                .map_err(|failure| input::unread(path, failure))
        })
    }

    /// The same of one file.
    fn each_of<'p>(
        &self,
        path: &'p Path,
        out: &mut Output,
        write: bool,
        answer: &mut impl FnMut(&mut Output, Cell<'_, 'p>) -> Result<Option<Vec<u8>>, Failure>,
    ) -> Result<(), Failure> {
        let mut places = Places::new([self.column()], self.header);
        let mut fields = Fields::new(input::open(path)?, self.delimiter);
        let (mut place, mut index) = (Place { line: 1, ..Place::before(path, true) }, 0);
        while let Some(ended) = fields.next(out)? {
            for _ in 0..fields.empty {
                if !write && !places.header {
                    answer(out, Cell { place, text: Ok(Line::Text(b"")) })?;
                }
                place.line += 1;
            }
            if places.header {
                places.name(index, &fields.text)?;
            }
            let wanted = !places.header && Some(index) == places.at(0);
            let cell = wanted.then(|| Cell { place, text: Ok(fields.line()) });
            let text = cell.map(|cell| answer(out, cell)).transpose()?.flatten();
            if write {
                let (live, bytes) = (out.is_live(), out.bytes());
                let start = bytes.len();
                fields.write(bytes, text.as_deref(), index == 0, ended, self.delimiter);
                if live {
                    outside::table(bytes, start);
                }
            }
            index += 1;
            if !ended {
                continue;
            }
            if !places.end()? && places.at(0) >= Some(index) {
                let delimiter = delimiter_in(&fields.text).filter(|_| index == 1);
                let short = Short { columns: index, delimiter };
                answer(out, Cell { place, text: Err(short) })?;
            }
            place.line += 1;
            index = 0;
            out.end()?;
        }
        // Empty lines at the end belong to no record.
        if write {
            out.bytes().extend_from_slice(&fields.raw);
        }
        Ok(())
    }

    /// Gives the number of each record, the cell of the column, and that of another one: empty if
    /// there is none.
    pub(crate) fn pairs(
        &self,
        other: Option<&Column>,
        source: Box<dyn Read>,
        out: &mut Output,
        mut answer: impl FnMut(u64, Result<Line<'_>, usize>, &[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut places = Places::new(iter::once(self.column()).chain(other), self.header);
        let mut fields = Fields::new(source, self.delimiter);
        let (mut record, mut index) = (1, 0);
        let (mut cell, mut beside) = (Vec::new(), Vec::new());
        while let Some(ended) = fields.next(out)? {
            for _ in 0..fields.empty {
                if !places.header {
                    answer(record, Ok(Line::Text(b"")), b"")?;
                }
                record += 1;
            }
            if places.header {
                places.name(index, &fields.text)?;
            } else {
                if Some(index) == places.at(0) {
                    cell.clone_from(&fields.text);
                }
                if other.is_some() && Some(index) == places.at(1) {
                    beside.clone_from(&fields.text);
                }
            }
            index += 1;
            if !ended {
                continue;
            }
            if !places.end()? {
                let known = places.at(0) < Some(index);
                answer(record, if known { Ok(Line::new(&cell)) } else { Err(index) }, &beside)?;
            }
            cell.clear();
            beside.clear();
            (record, index) = (record + 1, 0);
        }
        Ok(())
    }
}

/// The fields of all records, one after the other, each with the bytes that it is written with.
struct Fields {
    source: Box<dyn Read>,
    reader: Reader,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Whether all has been read.
    ended: bool,
    /// Fields of the last record, and of this one so far.
    width: [usize; 2],
    /// Lines before this record of the only column that are its empty cells.
    empty: usize,
    /// Whether the line feed of the last record's end is still to come.
    is_split: bool,
    /// All bytes since the field before.
    raw: Vec<u8>,
    /// What they say; cut off after more than any identifier has.
    text: Vec<u8>,
}

impl Fields {
    fn new(source: Box<dyn Read>, delimiter: u8) -> Self {
        let reader = ReaderBuilder::new().delimiter(delimiter).build();
        let buffer = vec![0; BLOCK];
        let (raw, text) = (Vec::new(), Vec::new());
        let (width, empty, is_split) = ([0, 0], 0, false);
        Self {
            source,
            reader,
            buffer,
            start: 0,
            end: 0,
            ended: false,
            width,
            empty,
            is_split,
            raw,
            text,
        }
    }

    /// Reads a field, and says whether it is the last one of its record.
    fn next(&mut self, out: &mut Output) -> Result<Option<bool>, Failure> {
        self.raw.clear();
        self.text.clear();
        let mut piece = [0; 1024];
        loop {
            // To the reader, nothing more is the end.
            if self.start == self.end && !self.ended {
                self.fill(out)?;
            }
            let input = &self.buffer[self.start..self.end];
            let (result, read, written) = self.reader.read_field(input, &mut piece);
            self.raw.extend_from_slice(&input[..read]);
            self.start += read;
            if self.raw.len() > MAX_FIELD {
                return Err(Failure::Refused("a field of the table is longer than 16 MiB".into()));
            }
            let room = (MAX_LINE + 1).saturating_sub(self.text.len());
            self.text.extend_from_slice(&piece[..written.min(room)]);
            match result {
                ReadFieldResult::Field { record_end } => {
                    self.count(record_end);
                    return Ok(Some(record_end));
                }
                ReadFieldResult::End => return Ok(None),
                ReadFieldResult::OutputFull | ReadFieldResult::InputEmpty => {}
            }
        }
    }

    /// Counts this field, and the empty lines before it: to the reader they are nothing.
    fn count(&mut self, is_last: bool) {
        let [last, now] = &mut self.width;
        self.empty = 0;
        if *now == 0 && *last == 1 {
            let before = self.raw.iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
            let feeds = before.filter(|byte| **byte == b'\n').count();
            self.empty = feeds - usize::from(self.is_split && feeds > 0);
        }
        *now += 1;
        if is_last {
            self.is_split = self.raw.ends_with(b"\r");
            (*last, *now) = (*now, 0);
        }
    }

    /// Reads more, unless there is nothing more.
    fn fill(&mut self, out: &mut Output) -> Result<(), Failure> {
        // Nothing is held back while waiting.
        out.flush()?;
        loop {
            match self.source.read(&mut self.buffer) {
                Ok(count) => {
                    (self.start, self.end, self.ended) = (0, count, count == 0);
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Failure::Read(error)),
            }
        }
    }

    fn line(&self) -> Line<'_> {
        Line::new(&self.text)
    }

    /// Writes the field, with another text in the place of its own, if there is one.
    fn write(
        &self,
        out: &mut Vec<u8>,
        text: Option<&[u8]>,
        first: bool,
        ended: bool,
        delimiter: u8,
    ) {
        let Some(text) = text else { return out.extend_from_slice(&self.raw) };
        let raw = &self.raw[..];
        // Before the first field stand the end of the line before, and a mark of the byte order.
        let mark = if raw.starts_with(input::MARK) { input::MARK.len() } else { 0 };
        let ends = raw[mark..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let start = if first { mark + ends } else { 0 };
        let ends = raw[start..].iter().rev().take_while(|byte| matches!(byte, b'\r' | b'\n'));
        let tail = if ended { ends.count() } else { 1 };
        let end = raw.len() - tail.min(raw.len() - start);
        let special = |byte: &u8| *byte == delimiter || matches!(byte, b'"' | b'\r' | b'\n');
        let quote = raw[start..end].starts_with(b"\"") || text.iter().any(special);
        let quote: &[u8] = if quote { b"\"" } else { b"" };
        for part in [&raw[..start], quote, text, quote, &raw[end..]] {
            out.extend_from_slice(part);
        }
    }
}
