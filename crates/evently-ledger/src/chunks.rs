//! Records, one on a line, in chunks of whole lines and in constant memory.

use std::io::{self, Read};

use crate::EventId;

/// The longest record, 16 MiB. Longer ones are neither read nor appended.
pub const MAX_RECORD: usize = 16 << 20;

/// How far a line that is too long is read for its end, 1 GiB: one that has none ends the reading.
const LONGEST_LINE: u64 = 1 << 30;

/// Bytes of a chunk, unless a record is longer.
pub(crate) const CHUNK: usize = 256 << 10;

/// Whole lines that follow each other.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    /// The lines, with their line feeds; of the last line of all the line feed may be missing.
    pub(crate) bytes: Vec<u8>,
    /// Where they begin among all bytes.
    pub(crate) offset: u64,
    /// Where they come from a store: what each of them is.
    pub(crate) rows: Vec<Row>,
    /// The bytes are the beginning of one line that is longer than [`MAX_RECORD`].
    pub(crate) too_long: bool,
}

/// A record of a store. It may have a line feed, which no line has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) id: Option<EventId>,
    pub(crate) length: usize,
}

/// A line of a chunk, without its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'c> {
    /// Where it begins.
    pub(crate) start: usize,
    pub(crate) record: &'c [u8],
    /// The id of its row in a database.
    pub(crate) row: Option<EventId>,
}

impl Line<'_> {
    /// Whether it stands in a row of another event.
    pub(crate) fn is_of_other(&self, id: EventId) -> bool {
        self.row.is_some_and(|row| row != id)
    }
}

impl Chunk {
    pub(crate) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        lines(&self.bytes, &self.rows)
    }

    /// Its last line. Of one that is too long nothing is known.
    pub(crate) fn last(&self) -> &[u8] {
        let text = self.bytes.strip_suffix(b"\n").unwrap_or(&self.bytes);
        let start = match self.rows.last() {
            _ if self.too_long => text.len(),
            Some(row) => text.len().saturating_sub(row.length),
            None => memchr::memrchr(b'\n', text).map_or(0, |end| end + 1),
        };
        &text[start..]
    }

    /// Takes its first line off, as a chunk of its own.
    pub(crate) fn split_first(&mut self) -> Self {
        let end = self.lines().next().map_or(0, |first| first.record.len() + 1);
        let bytes: Vec<_> = self.bytes.drain(..end.min(self.bytes.len())).collect();
        let rows = self.rows.drain(..1.min(self.rows.len())).collect();
        let first = Self { bytes, rows, ..*self };
        self.offset += first.bytes.len() as u64;
        self.too_long = false;
        first
    }
}

/// Splits what a reader gives into chunks, in constant memory.
///
/// ```
/// use evently_ledger::{Chunks, records};
/// let mut chunks = Chunks::new(&b"{}\n[]\n7"[..]);
/// let mut lines = Vec::new();
/// while let Some(chunk) = chunks.next_chunk()? {
///     lines.extend(records(chunk.bytes()).map(|(_, line)| line.to_vec()));
/// }
/// assert_eq!(lines, [&b"{}"[..], b"[]", b"7"]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Chunks<R> {
    reader: R,
    /// What was given last.
    pub(crate) chunk: Chunk,
    /// Read, but not yet given: the beginning of a line.
    rest: Vec<u8>,
    offset: u64,
    ended: bool,
    /// What comes next is the rest of a line that is too long.
    skipping: bool,
}

impl<R: Read> Chunks<R> {
    /// Begins with the next byte of a reader.
    #[inline]
    pub fn new(reader: R) -> Self {
        let (chunk, rest) = (Chunk::default(), Vec::new());
        Self { reader, chunk, rest, offset: 0, ended: false, skipping: false }
    }

    /// The lines of this chunk, with their line feeds; of the last line of all the line feed may be missing.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.chunk.bytes
    }

    /// Where they begin among all bytes.
    #[inline]
    pub const fn offset(&self) -> u64 {
        self.chunk.offset
    }

    /// Whether the bytes are the beginning of one line that is longer than [`MAX_RECORD`].
    #[inline]
    pub const fn is_too_long(&self) -> bool {
        self.chunk.too_long
    }

    /// How many bytes the chunks so far had, with the bytes left out of lines that are too long.
    #[inline]
    pub const fn given(&self) -> u64 {
        self.offset
    }

    /// Goes to the next chunk: of the lines that are there, without waiting for more. Of a line that is longer than
    /// [`MAX_RECORD`] it gives the beginning as soon as that is known, and seeks its end with the next call.
    ///
    /// # Errors
    /// The reader's, and one for a line of more than 1 GiB.
    #[inline]
    pub fn next_chunk(&mut self) -> io::Result<Option<&Self>> {
        let mut bytes = core::mem::take(&mut self.chunk).bytes;
        bytes.clear();
        bytes.append(&mut self.rest);
        if self.skipping {
            self.skip(&mut bytes)?;
        }
        // Up to here there is no line's end.
        let mut seen = 0;
        loop {
            // Only the first line can be: the others begin and end inside one block.
            let first = || memchr::memchr(b'\n', &bytes[seen..]).map(|end| seen + end);
            if bytes.len() > MAX_RECORD && first().is_none_or(|end| end > MAX_RECORD) {
                self.chunk = self.too_long(bytes);
                return Ok(Some(self));
            }
            if let Some(end) = memchr::memrchr(b'\n', &bytes[seen..]).map(|end| seen + end) {
                self.rest.extend_from_slice(&bytes[end + 1..]);
                bytes.truncate(end + 1);
                self.chunk = self.chunk(bytes);
                return Ok(Some(self));
            }
            if self.ended {
                let is_one = !bytes.is_empty();
                if is_one {
                    self.chunk = self.chunk(bytes);
                }
                return Ok(is_one.then_some(self));
            }
            seen = bytes.len();
            self.read(&mut bytes)?;
        }
    }

    /// Adds what one read gives.
    fn read(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        let start = bytes.len();
        bytes.resize(start + CHUNK, 0);
        let count = loop {
            match self.reader.read(&mut bytes[start..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        bytes.truncate(start + count);
        self.ended = count == 0;
        Ok(())
    }

    fn chunk(&mut self, bytes: Vec<u8>) -> Chunk {
        let chunk = Chunk { bytes, offset: self.offset, ..Chunk::default() };
        self.offset += chunk.bytes.len() as u64;
        chunk
    }

    /// Gives the beginning of a line that is too long; the rest is left out, once more is asked
    /// for.
    fn too_long(&mut self, block: Vec<u8>) -> Chunk {
        let bytes = block[..256].to_vec();
        let chunk = Chunk { bytes, offset: self.offset, too_long: true, ..Chunk::default() };
        (self.rest, self.skipping) = (block, true);
        chunk
    }

    /// Leaves out the rest of a line that is too long, of which these are the next bytes; what
    /// follows it stays in them.
    fn skip(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        let mut skipped = 0;
        loop {
            if let Some(end) = memchr::memchr(b'\n', bytes) {
                self.offset += end as u64 + 1;
                bytes.drain(..=end);
                break;
            }
            self.offset += bytes.len() as u64;
            skipped += bytes.len() as u64;
            bytes.clear();
            if self.ended {
                break;
            }
            if skipped > LONGEST_LINE {
                let message = "a line is longer than 1 GiB: what follows is not read";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            self.read(bytes)?;
        }
        self.skipping = false;
        Ok(())
    }
}

/// The lines of a text without their ends, each with where it begins.
#[inline]
pub fn records(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    lines(text, &[]).map(|line| (line.start, line.record))
}

/// The lines of a text: the rows, if it is of some.
fn lines<'c>(text: &'c [u8], rows: &'c [Row]) -> impl Iterator<Item = Line<'c>> {
    let (mut start, mut rows) = (0, rows.iter());
    core::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let row = rows.next();
        let end = || memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let length = row.map_or_else(end, |row| row.length).min(rest.len());
        let line = Line { start, record: &rest[..length], row: row.and_then(|row| row.id) };
        start += length + 1;
        Some(line)
    })
}
