//! Identifiers in a column of CSV or TSV.

use std::{
    ffi::OsString,
    io::{self, Read},
    mem,
};

use clap::Args;
use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

use super::input::{Line, MAX_LINE};
use crate::{
    show::{
        output::Output,
        outside::{self, printable},
    },
    status::Failure,
};

/// Bytes read at once.
const BLOCK: usize = 64 << 10;

/// The longest field: a quote that is never closed takes all that follows.
const MAX_FIELD: usize = 16 << 20;

/// The options that choose a column.
#[derive(Args, Debug)]
pub(crate) struct Table {
    /// Take the identifiers from this column of CSV on standard input: its number from 1, or its
    /// name in the first record
    #[arg(long, value_name = "COLUMN", value_parser = column)]
    column: Option<Column>,
    /// The first record is a header and has no identifier. This is the default if COLUMN is a name
    #[arg(long, requires = "column")]
    header: bool,
    /// The character between the columns: one ASCII character, or `tab`
    #[arg(long, value_name = "CHARACTER", default_value = ",", value_parser = delimiter,
          requires = "column")]
    delimiter: u8,
}

/// Which column.
#[derive(Clone, Debug)]
enum Column {
    /// By its place, from 0.
    At(usize),
    Named(String),
}

fn column(text: &str) -> Result<Column, &'static str> {
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
pub(crate) struct Cell<'a> {
    /// Counted from 1, with the header.
    pub(crate) record: u64,
    /// The text without its quotes; if there is no such column, how many there are.
    pub(crate) text: Result<Line<'a>, usize>,
}

impl Table {
    pub(crate) fn is_asked(&self) -> bool {
        self.column.is_some()
    }

    /// Gives the cell of each record to `answer`. With `write` all that is read is written as it
    /// is, but for what `answer` has for the cell. A terminal gets no character that acts on it.
    pub(crate) fn each(
        &self,
        arguments: &[OsString],
        out: &mut Output,
        write: bool,
        mut answer: impl FnMut(&mut Output, Cell<'_>) -> Result<Option<Vec<u8>>, Failure>,
    ) -> Result<(), Failure> {
        let Some(column) = &self.column else { return Ok(()) };
        if !arguments.is_empty() {
            return Err(Failure::usage("--column reads standard input, not arguments"));
        }
        let mut place = match column {
            Column::At(place) => Some(*place),
            Column::Named(_) => None,
        };
        let mut header = self.header || place.is_none();
        let mut fields = Fields::new(self.delimiter);
        let (mut record, mut index) = (1, 0);
        while let Some(ended) = fields.next(out)? {
            let wanted = !header && Some(index) == place;
            if let (true, Column::Named(name)) = (header, column)
                && fields.text == name.as_bytes()
                && place.replace(index).is_some()
            {
                let name = printable(name);
                return Err(Failure::Refused(format!(
                    "two columns are named '{name}': give the number of one instead"
                )));
            }
            let cell = wanted.then(|| Cell { record, text: Ok(fields.line()) });
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
            match (mem::take(&mut header), column, place) {
                (true, Column::Named(name), None) => {
                    let name = printable(name);
                    return Err(Failure::Refused(format!("no column is named '{name}'")));
                }
                (false, _, Some(place)) if place >= index => {
                    answer(out, Cell { record, text: Err(index) })?;
                }
                _ => {}
            }
            (record, index) = (record + 1, 0);
            out.end()?;
        }
        // Empty lines at the end belong to no record.
        if write {
            out.bytes().extend_from_slice(&fields.raw);
        }
        Ok(())
    }
}

/// The fields of all records, one after the other, each with the bytes that it is written with.
struct Fields {
    reader: Reader,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Whether all has been read.
    ended: bool,
    /// All bytes since the field before.
    raw: Vec<u8>,
    /// What they say; cut off after more than any identifier has.
    text: Vec<u8>,
}

impl Fields {
    fn new(delimiter: u8) -> Self {
        let reader = ReaderBuilder::new().delimiter(delimiter).build();
        let buffer = vec![0; BLOCK];
        let (raw, text) = (Vec::new(), Vec::new());
        Self { reader, buffer, start: 0, end: 0, ended: false, raw, text }
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
                ReadFieldResult::Field { record_end } => return Ok(Some(record_end)),
                ReadFieldResult::End => return Ok(None),
                ReadFieldResult::OutputFull | ReadFieldResult::InputEmpty => {}
            }
        }
    }

    /// Reads more, unless there is nothing more.
    fn fill(&mut self, out: &mut Output) -> Result<(), Failure> {
        // Nothing is held back while waiting.
        out.flush()?;
        loop {
            match io::stdin().lock().read(&mut self.buffer) {
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
        let mark = if raw.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
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
