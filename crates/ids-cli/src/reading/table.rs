//! Identifiers in a column of CSV or TSV, and what else stands in their records.

use std::{
    fmt,
    io::{self, Read},
    iter, mem,
    ops::Range,
    path::Path,
};

use clap::Args;
use csv_core::{ReadFieldResult, ReadRecordResult, Reader, ReaderBuilder};
use ids_formats::spelling::cause;

use super::{
    input::{self, Line, MAX_FIELD, MAX_LINE, Position, Source},
    member::{Member, member},
};
use crate::{
    show::{
        names,
        output::Output,
        outside::{self, printable},
        plural,
    },
    status::Failure,
};

/// Bytes read at once.
const BLOCK: usize = 64 << 10;

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
    #[arg(long, value_name = "MEMBER", value_parser = member, conflicts_with_all = ["column", "header"])]
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
pub(crate) const COMMA: u8 = DELIMITERS[0].0;

/// Which column.
#[derive(Clone, Debug)]
pub(crate) enum ColumnName {
    /// By its place, from 0.
    At(usize),
    Named(String),
}

/// Reads the number or the name of a column.
pub(crate) fn column(text: &str) -> Result<ColumnName, &'static str> {
    match text.parse::<usize>() {
        Ok(0) => Err("columns are counted from 1"),
        Ok(number) => Ok(ColumnName::At(number - 1)),
        Err(_) if text.is_empty() => Err("the name is empty"),
        Err(_) => Ok(ColumnName::Named(text.to_owned())),
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

/// What stands in the column in one record, or in the member in one line.
#[derive(Clone, Debug)]
pub(crate) struct Cell<'a, 'p> {
    /// Records are counted from 1, with the header; so are lines.
    pub(crate) place: Position<'p>,
    /// The text without its quotes.
    pub(crate) text: Result<Line<'a>, Absent>,
    /// What stands in the column beside it, if one is asked for: empty if there is none.
    pub(crate) beside: &'a [u8],
}

/// What is written of a record that differs from what was read.
#[derive(Debug)]
pub(crate) struct Change {
    pub(crate) beside: Beside,
    /// What stands in the place of the cell, if it is not the cell itself.
    pub(crate) text: Option<Vec<u8>>,
    /// Cells behind the last one, as [`add`] writes them, or members; if there are none, they are empty.
    pub(crate) added: Vec<u8>,
    /// Whether nothing of the record is written.
    pub(crate) left_out: bool,
}

impl Change {
    pub(super) const fn none(beside: Beside) -> Self {
        Self { beside, text: None, added: Vec::new(), left_out: false }
    }
}

/// Appends a delimiter and a cell, in quotes where it needs them.
pub(crate) fn add(out: &mut Vec<u8>, delimiter: u8, write: impl FnOnce(&mut Vec<u8>)) {
    out.push(delimiter);
    quoted(out, delimiter, write);
}

/// Appends a cell, in quotes where it needs them.
pub(crate) fn quoted(out: &mut Vec<u8>, delimiter: u8, write: impl FnOnce(&mut Vec<u8>)) {
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
}

impl Absent {
    /// Of a record with this number of columns, and the last of them.
    fn short(columns: usize, last: &[u8]) -> Self {
        Self::Short { columns, delimiter: delimiter_in(last).filter(|_| columns == 1) }
    }

    /// Its name in JSON.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Short { .. } => "column",
            Self::Json(_) => "json",
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
        }
    }
}

/// What may be the delimiter of a record that has one column only, as the option has it.
fn delimiter_in(field: &[u8]) -> Option<&'static str> {
    DELIMITERS.into_iter().find(|(byte, _)| field.contains(byte)).map(|(_, option)| option)
}

/// The places of some columns, which the header says of those that are named.
struct Places<'a> {
    columns: Vec<(&'a ColumnName, Option<usize>)>,
    /// Whether the next record is the header.
    header: bool,
    /// The names in the header, of which a message has no more than [`NAMES`].
    names: Vec<Vec<u8>>,
}

impl<'a> Places<'a> {
    fn new(columns: impl IntoIterator<Item = &'a ColumnName>, header: bool) -> Self {
        let place = |column: &'a ColumnName| match column {
            ColumnName::At(place) => (column, Some(*place)),
            ColumnName::Named(_) => (column, None),
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
            if let ColumnName::Named(name) = column
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
            if let (ColumnName::Named(name), None) = (column, place) {
                return Err(Failure::Refused(self.missing(name)));
            }
        }
        Ok(true)
    }

    /// What to say of a column that the header has not.
    fn missing(&self, name: &str) -> String {
        if let Some(cause) = self.names.first().and_then(|first| cause(first)) {
            return format!("no column is named '{}': {cause}", printable(name));
        }
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

    /// The place of one of the columns, if there are as many.
    fn at(&self, column: usize) -> Option<usize> {
        self.columns.get(column)?.1
    }
}

/// Returns an error if a column that is added has the name of one that is there.
fn free(names: &[&str], text: &[u8]) -> Result<(), Failure> {
    match names.iter().find(|name| name.as_bytes() == text) {
        Some(name) => {
            let name = printable(name);
            Err(Failure::Refused(format!(
                "a column is named '{name}' already: give the new one another name, as in --add NAME={name}"
            )))
        }
        None => Ok(()),
    }
}

impl Table {
    /// Whether the input is a table.
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

    /// The fields of a table.
    fn fields(&self, source: Box<dyn Read>, out: &mut Output) -> Result<Fields, Failure> {
        let mut fields = Fields::new(source);
        let delimiter = match self.delimiter {
            Some(delimiter) => delimiter,
            None => fields.delimiter_for(self.column(), out)?,
        };
        Ok(fields.divided_by(delimiter))
    }

    /// Gives the cell of each record of all files to `answer`, and that of a column `beside` it. With `write` all that is read is written
    /// as it is, but for what `answer` changes, with columns of these names behind the last one. A terminal gets no
    /// character that acts on it.
    pub(crate) fn each<'p>(
        &self,
        sources: &[Source<'p>],
        beside: Option<&ColumnName>,
        out: &mut Output,
        write: Option<&[&str]>,
        mut answer: impl FnMut(&mut Output, Cell<'_, 'p>, &mut Change) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        sources.iter().try_for_each(|source| {
            let path = source.path();
            let read = match &self.field {
                Some(member) => member.each(path, out, write, &mut answer),
                None => self.each_of(path, beside, out, write, &mut answer),
            };
            read.map_err(|failure| input::unread(path, failure))
        })
    }

    /// The same of one file.
    fn each_of<'p>(
        &self,
        path: &'p Path,
        beside: Option<&ColumnName>,
        out: &mut Output,
        write: Option<&[&str]>,
        answer: &mut impl FnMut(&mut Output, Cell<'_, 'p>, &mut Change) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut places = Places::new(iter::once(self.column()).chain(beside), self.header);
        let mut fields = self.fields(input::open(path)?, out)?;
        let delimiter = fields.delimiter;
        let (mut place, mut index) = (Position { line: 1, ..Position::before(path, true) }, 0);
        let names = write.unwrap_or_default();
        let mut change = Change::none(Beside::Cells(delimiter));
        let blank = vec![delimiter; names.len()];
        // A line feed in the next block comes with the next record, and belongs to the one before.
        let (mut record, mut is_split, mut is_written) = (Vec::new(), false, true);
        // What the columns have in this record.
        let mut cells = [Vec::new(), Vec::new()];
        while let Some(ended) = fields.next(out)? {
            for _ in 0..fields.empty {
                if !places.header {
                    let cell = Cell { place, text: Ok(Line::Text(b"")), beside: b"" };
                    answer(out, cell, &mut change)?;
                }
                place.line += 1;
            }
            let is_left_out = index == 0 && mem::take(&mut change.left_out);
            let blank = (!is_left_out).then_some(&blank[..]);
            if places.header {
                places.name(index, &fields.text)?;
                free(names, &fields.text)?;
            } else {
                for (column, cell) in cells.iter_mut().enumerate() {
                    if places.at(column) == Some(index) {
                        cell.clone_from(&fields.text);
                    }
                }
            }
            if write.is_some() {
                // What it changes is written with the field.
                if !places.header && places.at(0) == Some(index) {
                    let cell = Cell { place, text: Ok(Line::new(&cells[0])), beside: b"" };
                    answer(out, cell, &mut change)?;
                }
                if ended && !names.is_empty() {
                    fields.closed(place)?;
                    if places.header {
                        for name in names {
                            let write = |out: &mut Vec<u8>| out.extend_from_slice(name.as_bytes());
                            add(&mut change.added, delimiter, write);
                        }
                    } else if change.added.is_empty() {
                        change.added.resize(names.len(), delimiter);
                    }
                }
                fields.write(&mut record, &change, blank, (index == 0, ended));
                change.text = None;
                if record.len() > MAX_FIELD {
                    return Err(Failure::Refused(format!(
                        "{place}: the record is longer than 16 MiB"
                    )));
                }
            }
            index += 1;
            if !ended {
                continue;
            }
            let is_header = places.end()?;
            let is_short = places.at(0) >= Some(index);
            if !is_header && (is_short || write.is_none()) {
                let [cell, beside] = &cells;
                let cell = (!is_short).then(|| Line::new(cell));
                let text = cell.ok_or_else(|| Absent::short(index, &fields.text));
                answer(out, Cell { place, text, beside }, &mut change)?;
            }
            cells.iter_mut().for_each(Vec::clear);
            change.added.clear();
            // These are not of this record.
            let own = match place.mark(&record) {
                b"" => usize::from(is_split && record.first() == Some(&b'\n')),
                mark => mark.len(),
            };
            place.line += 1;
            index = 0;
            is_split = fields.is_split;
            out.outside(outside::table, |bytes| {
                bytes.extend_from_slice(if is_written { &record[..own] } else { b"" });
                is_written = !mem::take(&mut change.left_out);
                bytes.extend_from_slice(if is_written { &record[own..] } else { b"" });
            });
            record.clear();
            out.end()?;
        }
        // Empty lines at the end belong to no record.
        if write.is_some() {
            let own = usize::from(is_split && !is_written && fields.raw.first() == Some(&b'\n'));
            out.bytes().extend_from_slice(&fields.raw[own..]);
        }
        Ok(())
    }
}

/// The fields of all records, one after the other, each with the bytes that it is written with.
struct Fields {
    source: Box<dyn Read>,
    reader: Reader,
    delimiter: u8,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Whether all has been read.
    ended: bool,
    /// Fields of the first record, of the last one, and of this one so far.
    width: [usize; 3],
    /// Lines before this record of the only column that are its empty cells.
    empty: usize,
    /// Whether the line feed of the last record's end is still to come.
    is_split: bool,
    /// All bytes since the field before.
    raw: Vec<u8>,
    /// What they say; cut off after more than any identifier has.
    text: Vec<u8>,
    /// A part of that, on its way.
    piece: [u8; 1024],
}

impl Fields {
    fn new(source: Box<dyn Read>) -> Self {
        Self {
            source,
            reader: Reader::new(),
            delimiter: COMMA,
            buffer: vec![0; BLOCK],
            start: 0,
            end: 0,
            ended: false,
            width: [0; 3],
            empty: 0,
            is_split: false,
            raw: Vec::new(),
            text: Vec::new(),
            piece: [0; 1024],
        }
    }

    fn divided_by(self, delimiter: u8) -> Self {
        Self { reader: ReaderBuilder::new().delimiter(delimiter).build(), delimiter, ..self }
    }

    /// What is between the columns of the first record, as far as it stands in the first block, if it has this column.
    fn delimiter_for(&mut self, column: &ColumnName, out: &mut Output) -> Result<u8, Failure> {
        self.fill(out)?;
        for (delimiter, _) in DELIMITERS {
            if self.has_column(column, delimiter)? {
                return Ok(delimiter);
            }
        }
        Ok(COMMA)
    }

    /// Whether the first record has this column with this delimiter. What is read stays in the buffer.
    fn has_column(&mut self, column: &ColumnName, delimiter: u8) -> Result<bool, Failure> {
        let mut reader = ReaderBuilder::new().delimiter(delimiter).build();
        let (mut record, mut ends) = (vec![0; BLOCK], vec![0; BLOCK]);
        let (mut start, mut length, mut count) = (0, 0, 0);
        loop {
            let input = &self.buffer[start..self.end];
            let (result, read, written, fields) =
                reader.read_record(input, &mut record[length..], &mut ends[count..]);
            (start, length, count) = (start + read, length + written, count + fields);
            if !matches!(result, ReadRecordResult::InputEmpty) {
                break;
            }
            // The first line may be empty, or end in a quote. To the reader, nothing more is the end.
            while start == self.end && self.read()? {}
        }
        Ok(match column {
            ColumnName::At(place) => count > *place.max(&1),
            ColumnName::Named(name) => (0..count).any(|field| {
                let start = if field == 0 { 0 } else { ends[field - 1] };
                record[start..ends[field]] == *name.as_bytes()
            }),
        })
    }

    /// Reads a field, and says whether it is the last one of its record.
    fn next(&mut self, out: &mut Output) -> Result<Option<bool>, Failure> {
        self.raw.clear();
        self.text.clear();
        if let Some(length) = self.plain() {
            let field = &self.buffer[self.start..][..=length];
            self.raw.extend_from_slice(field);
            self.text.extend_from_slice(&field[..length.min(MAX_LINE + 1)]);
            self.start += length + 1;
            self.count(false);
            return Ok(Some(false));
        }
        loop {
            // To the reader, nothing more is the end.
            if self.start == self.end && !self.ended {
                self.fill(out)?;
            }
            let input = &self.buffer[self.start..self.end];
            let (result, read, written) = self.reader.read_field(input, &mut self.piece);
            self.raw.extend_from_slice(&input[..read]);
            self.start += read;
            if self.raw.len() > MAX_FIELD {
                return Err(Failure::Refused("a field of the table is longer than 16 MiB".into()));
            }
            let room = (MAX_LINE + 1).saturating_sub(self.text.len());
            self.text.extend_from_slice(&self.piece[..written.min(room)]);
            match result {
                ReadFieldResult::Field { record_end } => {
                    let is_split = record_end && self.raw.ends_with(b"\r");
                    if is_split && self.buffer[self.start..self.end].starts_with(b"\n") {
                        self.raw.push(b'\n');
                        self.start += 1;
                    }
                    self.count(record_end);
                    return Ok(Some(record_end));
                }
                ReadFieldResult::End => return Ok(None),
                ReadFieldResult::OutputFull | ReadFieldResult::InputEmpty => {}
            }
        }
    }

    /// The length of the next field, if it stands between two delimiters, without quotes: the reader, which looks at each byte,
    /// has nothing to know of it.
    fn plain(&self) -> Option<usize> {
        let input = &self.buffer[self.start..self.end];
        if self.width[2] == 0 || input.first() == Some(&b'"') {
            return None;
        }
        let length = memchr::memchr3(self.delimiter, b'\n', b'\r', input)?;
        (input[length] == self.delimiter).then_some(length)
    }

    /// Counts this field, and the empty lines before it: to the reader they are nothing.
    fn count(&mut self, is_last: bool) {
        let [first, last, now] = &mut self.width;
        self.empty = 0;
        if [*first, *last, *now] == [1, 1, 0] {
            let before = self.raw.iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
            let feeds = before.filter(|byte| **byte == b'\n').count();
            self.empty = feeds - usize::from(self.is_split && feeds > 0);
        }
        *now += 1;
        if is_last {
            self.is_split = self.raw.ends_with(b"\r");
            if *first == 0 {
                *first = *now;
            }
            (*last, *now) = (*now, 0);
        }
    }

    /// Reads more, unless there is nothing more.
    fn fill(&mut self, out: &mut Output) -> Result<(), Failure> {
        // Nothing is held back while waiting.
        out.flush()?;
        (self.start, self.end) = (0, 0);
        // A mark of the byte order is not the end of all input to the reader only if more stands behind it.
        while input::MARK.starts_with(&self.buffer[..self.end]) && self.read()? {}
        Ok(())
    }

    /// Reads into the room that is left, and says whether it can go on.
    fn read(&mut self) -> Result<bool, Failure> {
        let room = &mut self.buffer[self.end..];
        if room.is_empty() || self.ended {
            return Ok(false);
        }
        match self.source.read(room) {
            Ok(count) => (self.end, self.ended) = (self.end + count, count == 0),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Failure::Read(error)),
        }
        Ok(!self.ended)
    }

    /// Where the field stands in its bytes. Before the first one stand the end of the line before, and a mark of the byte
    /// order.
    fn bounds(&self, (first, ended): (bool, bool)) -> Range<usize> {
        let is_end = |byte: &&u8| matches!(byte, b'\r' | b'\n');
        let mark = if self.raw.starts_with(input::MARK) { input::MARK.len() } else { 0 };
        let ends = || self.raw[mark..].iter().take_while(is_end).count();
        let start = if first { mark + ends() } else { 0 };
        let field = &self.raw[start..];
        let tail = if ended { field.iter().rev().take_while(is_end).count() } else { 1 };
        start..self.raw.len() - tail.min(field.len())
    }

    /// Returns an error if a quote is open at the end of all input: what is written behind it would stand in the quotes.
    fn closed(&self, place: Position<'_>) -> Result<(), Failure> {
        let text = self.raw.strip_prefix(input::MARK).unwrap_or(&self.raw).trim_ascii_start();
        let open = |text: &[u8]| memchr::memchr_iter(b'"', text).count() % 2 == 1;
        if self.ended && text.starts_with(b"\"") && open(text) {
            return Err(Failure::Refused(format!("{place}: a quote is never closed")));
        }
        Ok(())
    }

    /// Writes the field with what changes. `blank` is what is added to the empty lines before it that are records, which are
    /// left out without it.
    fn write(
        &self,
        out: &mut Vec<u8>,
        change: &Change,
        blank: Option<&[u8]>,
        (first, ended): (bool, bool),
    ) {
        let added = if ended { &change.added[..] } else { b"" };
        let empty = if blank == Some(b"") { 0 } else { self.empty };
        if change.text.is_none() && added.is_empty() && empty == 0 {
            return out.extend_from_slice(&self.raw);
        }
        let field = self.bounds((first, ended));
        let (before, after) = (&self.raw[..field.start], &self.raw[field.end..]);
        let feeds = memchr::memchr_iter(b'\n', before).count();
        for (index, line) in before.split_inclusive(|byte| *byte == b'\n').enumerate() {
            let end = line
                .strip_suffix(b"\n")
                .map_or(line, |line| line.strip_suffix(b"\r").unwrap_or(line));
            let is_empty = (feeds - empty..feeds).contains(&index);
            let Some(added) = (if is_empty { blank } else { Some(&b""[..]) }) else { continue };
            for part in [end, added, &line[end.len()..]] {
                out.extend_from_slice(part);
            }
        }
        let read = &self.raw[field];
        match change.text.as_deref() {
            Some(text) => {
                let special = |byte: &u8| is_special(*byte, self.delimiter);
                let quote = read.starts_with(b"\"") || text.iter().any(special);
                let quote: &[u8] = if quote { b"\"" } else { b"" };
                for part in [quote, text, quote] {
                    out.extend_from_slice(part);
                }
            }
            None => out.extend_from_slice(read),
        }
        out.extend_from_slice(added);
        out.extend_from_slice(after);
    }
}
