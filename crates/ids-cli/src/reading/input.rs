//! Identifiers from the arguments, or from files and standard input, one per line.

use std::{
    ffi::{OsStr, OsString},
    fmt,
    fs::File,
    io::{self, IsTerminal, Read, Write},
    mem,
    ops::Range,
    path::Path,
};

use encoding_rs_io::DecodeReaderBytesBuilder;
use ids_formats::spelling::encoded;
use same_file::Handle;

use super::Cell;
use crate::{
    Failure, Output,
    show::{json, outside},
};

/// The longest line that is looked at. No text form of any format comes near.
pub(crate) const MAX_LINE: usize = 4096;

/// Bytes read at once.
pub(super) const BLOCK: usize = 128 << 10;

/// The longest line or record that is read: a quote that is never closed takes all that follows.
pub(super) const MAX_WHOLE: usize = 16 << 20;

/// The argument that stands for standard input.
const STDIN: &str = "-";

/// Where a text stands that is not an argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position<'a> {
    /// The file, if it is not standard input.
    pub(crate) file: Option<&'a Path>,
    /// Counted from 1, in each file.
    pub(crate) line: u64,
    /// Of a part of the line, in characters, from 1.
    column: Option<u64>,
    /// Whether these are the records of a table.
    records: bool,
}

impl<'a> Position<'a> {
    /// Before the first line of a file, `-` being standard input.
    pub(crate) fn before(file: &'a Path, records: bool) -> Self {
        let file = (file.as_os_str() != STDIN).then_some(file);
        Self { file, ..Self::of_line(0, records) }
    }

    /// A line of standard input.
    pub(crate) const fn of_line(line: u64, records: bool) -> Self {
        Self { file: None, line, column: None, records }
    }

    /// Where a part of the line begins, `before` which this stands: from the place of an earlier part on, if this is one.
    pub(crate) fn behind(self, before: &[u8]) -> Self {
        let mark = if self.column.is_none() { self.mark(before).len() } else { 0 };
        // A byte that does not begin a character belongs to the one before it.
        let is_first = |byte: &&u8| !matches!(byte, 0x80..0xc0);
        let characters = before[mark..].iter().filter(is_first).count();
        Self { column: Some(self.column.unwrap_or(1) + characters as u64), ..self }
    }

    /// The mark of the byte order that stands before the first line: it is no part of it.
    pub(crate) fn mark<'l>(&self, line: &'l [u8]) -> &'l [u8] {
        if self.line == 1 && line.starts_with(MARK) { &line[..MARK.len()] } else { b"" }
    }

    /// Appends its members of JSON.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        json::some(out, "file", self.file.map(|file| file.as_os_str().as_encoded_bytes()));
        json::digits(out, "line", self.line);
        if let Some(column) = self.column {
            json::digits(out, "column", column);
        }
    }
}

impl fmt::Display for Position<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.records { "record" } else { "line" };
        match (self.file, self.records) {
            (Some(file), true) => write!(f, "{}: {what} {}", outside::path(file), self.line),
            (Some(file), false) => write!(f, "{}:{}", outside::path(file), self.line),
            (None, _) => write!(f, "{what} {}", self.line),
        }?;
        let separator = if self.file.is_some() { ":" } else { ", column " };
        self.column.map_or(Ok(()), |column| write!(f, "{separator}{column}"))
    }
}

/// What an argument stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source<'a> {
    /// An identifier.
    Text(&'a OsStr),
    /// A file with many, `-` being standard input.
    File(&'a Path),
}

impl<'a> Source<'a> {
    /// The file, where nothing else can be meant.
    pub(crate) fn path(self) -> &'a Path {
        match self {
            Self::Text(text) => Path::new(text),
            Self::File(path) => path,
        }
    }
}

/// What arguments stand for: an identifier where `reads` says so, otherwise a file if one has this name.
/// What is neither is taken for an identifier. With `tables` each is a file; none are standard input.
pub(crate) fn sources<'a>(
    arguments: &'a [OsString],
    tables: bool,
    mut reads: impl FnMut(&[u8]) -> bool,
) -> Vec<Source<'a>> {
    if arguments.is_empty() {
        return vec![Source::File(Path::new(STDIN))];
    }
    let source = |argument: &'a OsString| {
        let path = Path::new(argument);
        let is_file = || path.metadata().is_ok_and(|file| !file.is_dir());
        if tables || argument == STDIN || !reads(argument.as_encoded_bytes()) && is_file() {
            Source::File(path)
        } else {
            Source::Text(argument)
        }
    };
    arguments.iter().map(source).collect()
}

/// What the message says of a text that no format reads, if it looks like a file name: it has a slash, or
/// ends like `.csv`. A file of this name would have been read, so it does not exist or is a folder.
pub(crate) fn no_file(text: &[u8]) -> Option<&'static str> {
    let path = Path::new(std::str::from_utf8(text).ok()?);
    match path.metadata() {
        Ok(file) => file.is_dir().then_some("this is a folder"),
        Err(error) => {
            let missing =
                matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
            (missing && names_file(text)).then_some("there is no such file")
        }
    }
}

fn names_file(text: &[u8]) -> bool {
    let ending = text.rsplitn(2, |byte| *byte == b'.').collect::<Vec<_>>();
    let ends = matches!(ending[..], [[first, rest @ ..], [_, ..]]
        if first.is_ascii_alphabetic() && rest.len() < 7 && rest.iter().all(u8::is_ascii_alphanumeric));
    ends || text.contains(&b'/')
}

/// Returns an error if the output goes to this file, or what is said of errors. One that is empty ends before anything is
/// written. No file is standard input.
pub(crate) fn apart(file: Option<&File>) -> io::Result<()> {
    let handle = |file: &File| file.try_clone().and_then(Handle::from_file);
    let is_output = file.map_or_else(Handle::stdin, handle).is_ok_and(|input| {
        let data = input.as_file().metadata();
        data.is_ok_and(|data| data.is_file() && data.len() > 0)
            && [Handle::stdout(), Handle::stderr()].into_iter().flatten().any(|one| one == input)
    });
    if is_output {
        return Err(io::Error::other("the output goes to the same file"));
    }
    Ok(())
}

/// Gives each line of a file to `answer`, with all of its bytes: its end too, and a mark of the byte order.
pub(super) fn whole_lines<'p>(
    path: &'p Path,
    out: &mut Output,
    mut answer: impl FnMut(&mut Output, Position<'p>, &[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    lines_up_to(MAX_WHOLE, path, out, |out, place, line| {
        if line.len() > MAX_WHOLE {
            return Err(Failure::Refused(format!("{place}: the line is longer than 16 MiB")));
        }
        if place.line == 1
            && let Some(why) = encoded(line)
        {
            return Err(Failure::Refused(format!("{place}: {why}")));
        }
        answer(out, place, line)
    })
}

/// Gives each line of a file to `answer`, without its end; of a long one the beginning.
///
/// Each line of input has one answer, an empty line too.
pub(super) fn lines<'p>(
    path: &'p Path,
    out: &mut Output,
    mut answer: impl FnMut(&mut Output, Cell<'_, 'p>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if path.as_os_str() == STDIN && io::stdin().is_terminal() {
        let note = "reading identifiers from standard input, one per line (end with Ctrl-D)";
        // If standard error is closed, the note is lost, and nothing else.
        let _ = writeln!(io::stderr(), "{note}");
    }
    lines_up_to(MAX_LINE + MARK.len() + 1, path, out, |out, place, line| {
        let line = &line[place.mark(line).len()..];
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        answer(out, Cell::new(Some(place), line.strip_suffix(b"\r").unwrap_or(line)))
    })
}

/// Gives each line of a file to `answer`, with its end. Of a line that is longer than `most` bytes it may be the beginning,
/// which is longer too.
fn lines_up_to<'p>(
    most: usize,
    path: &'p Path,
    out: &mut Output,
    mut answer: impl FnMut(&mut Output, Position<'p>, &[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (mut input, mut place) = (Input::open(path, out)?, Position::before(path, false));
    let (mut seen, mut is_cut) = (0, false);
    loop {
        let feed = memchr::memchr(b'\n', &input.rest()[seen..]);
        let end = feed.map_or(input.rest().len(), |feed| seen + feed + 1);
        if feed.is_none() && end <= most && input.more(out)? {
            seen = end;
            continue;
        }
        if end == 0 {
            return Ok(());
        }
        if !mem::replace(&mut is_cut, feed.is_none()) {
            place.line += 1;
            answer(out, place, &input.rest()[..end])?;
        }
        input.take(end);
        seen = 0;
    }
}

/// What is read of a file, and not taken yet.
pub(super) struct Input<'p> {
    path: &'p Path,
    source: Box<dyn Read>,
    /// Room for what is read.
    bytes: Vec<u8>,
    /// Where in it stands what is not taken.
    rest: Range<usize>,
    ended: bool,
}

impl<'p> Input<'p> {
    /// Opens a file, `-` being standard input. UTF-16 with a mark of its byte order is read as UTF-8, and all else as it is.
    pub(super) fn open(path: &'p Path, out: &mut Output) -> Result<Self, Failure> {
        // What is held back may be all that the file will have.
        out.flush()?;
        let opened = (path.as_os_str() != STDIN).then(|| File::open(path)).transpose();
        let file = opened.and_then(|file| apart(file.as_ref()).map(|()| file));
        let source: Box<dyn Read> = match file.map_err(|error| unread(path, error))? {
            Some(file) => Box::new(file),
            None => Box::new(io::stdin()),
        };
        let source = DecodeReaderBytesBuilder::new().utf8_passthru(true).build(source);
        Ok(Self { path, source: Box::new(source), bytes: Vec::new(), rest: 0..0, ended: false })
    }

    pub(super) fn rest(&self) -> &[u8] {
        &self.bytes[self.rest.start..self.rest.end]
    }

    pub(super) const fn take(&mut self, count: usize) {
        self.rest.start += count;
    }

    pub(super) const fn has_ended(&self) -> bool {
        self.ended
    }

    /// Reads more, and says whether there was more.
    pub(super) fn more(&mut self, out: &mut Output) -> Result<bool, Failure> {
        if self.ended {
            return Ok(false);
        }
        // Nothing is held back while waiting.
        out.flush()?;
        if self.rest.start > 0 {
            self.bytes.copy_within(self.rest.clone(), 0);
            self.rest = 0..self.rest.len();
        }
        let (room, is_first) = (self.rest.end + BLOCK, self.bytes.is_empty());
        if self.bytes.len() < room {
            self.bytes.resize(room, 0);
        }
        let read = loop {
            match self.source.read(&mut self.bytes[self.rest.end..room]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read.map_err(|error| unread(self.path, error))?,
            }
        };
        // The mark of UTF-16 stays where nothing stands behind it.
        let is_mark = is_first && matches!(self.bytes[..read], [0xff, 0xfe] | [0xfe, 0xff]);
        let read = if is_mark { 0 } else { read };
        self.rest.end += read;
        self.ended = read == 0;
        Ok(!self.ended)
    }
}

/// The failure to read a file, with its name.
fn unread(path: &Path, error: io::Error) -> Failure {
    if path.as_os_str() == STDIN {
        return Failure::Read(error);
    }
    Failure::Refused(format!("cannot read {}: {error}", outside::path(path)))
}

/// What some programs write before a text in UTF-8. It is no part of the first line.
pub(crate) const MARK: &[u8] = b"\xef\xbb\xbf";
