//! A ledger's bytes: from a file or standard input, as they are or compressed, or from a database.

use core::{
    error::Error,
    iter, mem,
    ops::{ControlFlow, Range},
};
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Cursor, Read, Seek as _, SeekFrom},
    path::Path,
};

use evently_ledger::{Chunks, LedgerError, Query, file::compression};
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

use super::{Database, Opened, Place, unreadable};
use crate::{
    Failure, Output,
    reading::input,
    show::{Progress, outside, plural},
};

/// Bytes of records.
pub(super) struct Source {
    pub(super) reader: Box<dyn Read>,
    /// As messages name it.
    pub(super) label: String,
    /// How far it has been read, for people.
    pub(super) progress: Progress,
    /// Whether it is a file that can be read again.
    pub(super) is_file: bool,
}

impl Source {
    /// Its records, one after the other.
    pub(super) fn lines(self) -> Lines {
        let Self { reader, label, progress, .. } = self;
        Lines { chunks: Chunks::new(reader), label, progress, taken: 0..0, next: 0, count: 0 }
    }
}

/// A record on its line.
pub(super) struct Line<'l> {
    pub(super) record: &'l [u8],
    /// The record is only the beginning of a line that is too long.
    pub(super) is_too_long: bool,
}

/// The records of a source, one after the other.
pub(super) struct Lines {
    chunks: Chunks<Box<dyn Read>>,
    /// The source, as messages name it.
    pub(super) label: String,
    progress: Progress,
    /// The record that was taken last, in its chunk.
    taken: Range<usize>,
    /// Where the next one begins.
    next: usize,
    /// How many were taken.
    count: u64,
}

impl Lines {
    /// The next lines: those that are there, without waiting for more. They are taken one by one after that.
    pub(super) fn next_chunk(&mut self) -> Result<Option<&[u8]>, Failure> {
        (self.taken, self.next) = (0..0, 0);
        self.progress.say(|| plural(self.count, "event"));
        let chunk = self.chunks.next_chunk().map_err(|error| unreadable(&self.label, &error))?;
        if chunk.is_none() {
            self.progress.end();
        }
        Ok(chunk.map(Chunks::bytes))
    }

    /// Whether the next record is still to be waited for.
    pub(super) fn waits(&self) -> bool {
        self.next >= self.chunks.bytes().len()
    }

    /// Takes the next record.
    pub(super) fn next(&mut self) -> Result<Option<Line<'_>>, Failure> {
        if self.waits() && self.next_chunk()?.is_none() {
            return Ok(None);
        }
        let rest = &self.chunks.bytes()[self.next..];
        let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        self.taken = self.next..self.next + length;
        self.next += length + 1;
        self.count += 1;
        Ok(self.current())
    }

    /// The record that was taken last; none at the end.
    pub(super) fn current(&self) -> Option<Line<'_>> {
        let bytes = self.chunks.bytes();
        let line = |record| Line { record, is_too_long: self.chunks.is_too_long() };
        (!bytes.is_empty()).then(|| line(&bytes[self.taken.clone()]))
    }

    /// How many bytes all lines so far have.
    pub(super) const fn given(&self) -> u64 {
        self.chunks.given()
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.progress.end();
    }
}

/// Opens a ledger to read its events. One without any is not valid. With an output a line says how far they have been
/// read.
pub(super) fn events(place: &Place, out: Option<&mut Output>) -> Result<Lines, Failure> {
    let mut lines = open(place, out)?.lines();
    match lines.next_chunk()? {
        Some(_) => Ok(lines),
        None => Err(Failure::Unverified(format!("{}: no events", lines.label))),
    }
}

/// Opens a ledger to read it. What begins like gzip or zstd is decompressed.
pub(super) fn open(place: &Place, out: Option<&mut Output>) -> Result<Source, Failure> {
    match place {
        Place::File(path) if place.is_standard() => {
            let label = outside::path(path);
            input::apart(None).map_err(|error| unreadable(&label, &error))?;
            decompressed(io::stdin().lock(), label, None, out)
        }
        Place::File(path) => file(path, out),
        Place::Store(address) => Ok(rows(address.open()?, None, out)),
    }
}

/// The records of a ledger in a database: the first `wanted` that a query without a limit asks for. Without a query it is
/// all of them, of which the last one has to be the ledger's head.
pub(super) fn rows(
    Opened { ledger, label, row }: Opened,
    query: Option<(Query, u64)>,
    out: Option<&mut Output>,
) -> Source {
    let is_whole = query.is_none();
    let (query, wanted) = query.unwrap_or((Query::new(), u64::MAX));
    let page = usize::try_from(wanted).unwrap_or(PAGE).clamp(1, PAGE);
    let shown = out.map(|out| out.progress(Progress::events(row.events))).unwrap_or_default();
    let (bytes, failed, progress) = (Cursor::default(), None, shown.clone());
    let rows = Rows { ledger, query, is_whole, page, bytes, failed, ended: false, progress };
    Source { reader: Box::new(rows), label, progress: shown, is_file: false }
}

fn file(path: &Path, out: Option<&mut Output>) -> Result<Source, Failure> {
    let label = outside::path(path);
    let failed = |error| unreadable(&label, &error);
    let file = File::open(path).map_err(failed)?;
    input::apart(Some(&file)).map_err(failed)?;
    let data = file.metadata().map_err(failed)?;
    decompressed(file, label, data.is_file().then_some(data.len()), out)
}

/// This number of bytes of a file's records from a place on, or all up to its end.
pub(super) fn piece(path: &Path, from: u64, length: usize) -> Option<Vec<u8>> {
    let mut file = File::open(path).ok()?;
    let mut start = Vec::new();
    (&file).take(4).read_to_end(&mut start).ok()?;
    let reader: Box<dyn Read> = if compression(&start).is_some() {
        let mut reader = self::file(path, None).ok()?.reader;
        io::copy(&mut reader.by_ref().take(from), &mut io::sink()).ok()?;
        reader
    } else {
        file.seek(SeekFrom::Start(from)).ok()?;
        Box::new(file)
    };
    let mut piece = Vec::new();
    reader.take(length as u64).read_to_end(&mut piece).ok()?;
    Some(piece)
}

/// Keeps the first bytes that it reads.
pub(super) struct Kept<R> {
    pub(super) reader: R,
    pub(super) start: Vec<u8>,
    /// How many it keeps.
    pub(super) most: usize,
    /// Whether there are no more to read.
    pub(super) ended: bool,
}

impl<R: Read> Read for Kept<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.ended |= count == 0;
        let room = self.most - self.start.len();
        self.start.extend_from_slice(&buffer[..count.min(room)]);
        Ok(count)
    }
}

/// The records of these bytes, of which a file has this number.
pub(super) fn decompressed(
    raw: impl Read + 'static,
    label: String,
    size: Option<u64>,
    out: Option<&mut Output>,
) -> Result<Source, Failure> {
    let progress = out.map(|out| out.progress(Progress::bytes(size))).unwrap_or_default();
    let mut raw = progress.over(raw);
    // As much as is there at once: who looks at the start wants more of it than tells the compression.
    let mut start = vec![0; 64 << 10];
    let filled = fill(&mut raw, &mut start, 4).map_err(|error| {
        progress.end();
        unreadable(&label, &error)
    })?;
    start.truncate(filled);
    let compressed = compression(&start);
    let whole = Cursor::new(start).chain(raw);
    let reader: Box<dyn Read> = match compressed {
        Some("gzip") => Box::new(flate2::read::MultiGzDecoder::new(BufReader::new(whole))),
        Some(_) => Box::new(Frames { source: BufReader::new(whole), frame: FrameDecoder::new() }),
        None => Box::new(whole),
    };
    Ok(Source { reader, label, progress, is_file: size.is_some() })
}

/// Reads until this number of bytes is there, or the source ends. Returns how many there are.
fn fill(reader: &mut impl Read, buffer: &mut [u8], least: usize) -> io::Result<usize> {
    let mut filled = 0;
    while filled < least {
        match reader.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// The text of zstd frames, which may follow each other.
struct Frames<R> {
    source: R,
    frame: FrameDecoder,
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Self { source, frame } = self;
        loop {
            if frame.can_collect() > 0 {
                return frame.read(buffer);
            }
            if !frame.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                frame.decode_blocks(&mut *source, one).map_err(|error| unframed(&error))?;
                continue;
            }
            // All of the frame has been collected, so that its checksum is known, if it has one.
            let sums = frame.get_checksum_from_data().zip(frame.get_calculated_checksum());
            if sums.is_some_and(|(recorded, computed)| recorded != computed) {
                let message = "the checksum of a zstd frame does not match its content";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            if source.fill_buf()?.is_empty() {
                return Ok(0);
            }
            match frame.init(&mut *source) {
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let skipped = io::copy(&mut source.take(length.into()), &mut io::sink())?;
                    if skipped < length.into() {
                        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, CUT_OFF));
                    }
                }
                begun => begun.map_err(|error| unframed(&error))?,
            }
        }
    }
}

const CUT_OFF: &str = "a zstd frame ends too soon: the file is cut off";

/// Why a zstd frame cannot be read: the words of the decoder are for those who wrote it.
fn unframed(error: &FrameDecoderError) -> io::Error {
    use io::ErrorKind::{InvalidData, UnexpectedEof, Unsupported};
    let why = |kind, why: &str| io::Error::new(kind, why);
    match error {
        FrameDecoderError::WindowSizeTooBig { requested, max } => {
            let needs =
                format!("a zstd frame needs {requested} bytes of memory: at most {max} are used");
            return io::Error::new(Unsupported, needs);
        }
        FrameDecoderError::DictNotProvided { .. } => {
            return why(Unsupported, "a zstd frame needs a dictionary");
        }
        _ => {}
    }
    let mut causes =
        iter::successors(Some(error as &(dyn Error + 'static)), |&error| error.source());
    match causes.find_map(|error| error.downcast_ref::<io::Error>()) {
        Some(error) if error.kind() == UnexpectedEof => why(UnexpectedEof, CUT_OFF),
        Some(error) => why(error.kind(), &error.to_string()),
        None => why(InvalidData, "this is not a zstd frame, or it is damaged"),
    }
}

/// Records that a database is asked for at once, or given in one transaction.
pub(super) const PAGE: usize = 1000;

/// Bytes after which no more are taken at once: records may be long.
const BLOCK: usize = 1 << 20;

/// Reads the records that a query asks for, page by page: one on a line.
struct Rows {
    ledger: Database,
    /// What is still to be read.
    query: Query,
    /// Whether the last record has to be the ledger's head.
    is_whole: bool,
    /// Records of the next page at most.
    page: usize,
    bytes: Cursor<Vec<u8>>,
    /// Why there are no more.
    failed: Option<io::Error>,
    ended: bool,
    /// One more for each record.
    progress: Progress,
}

impl Rows {
    /// Takes the next page, which is empty after the last record.
    fn fill(&mut self) -> io::Result<()> {
        if let Some(error) = self.failed.take() {
            self.ended = true;
            return Err(error);
        }
        // Before the page, which then has what was appended up to here.
        let head = if self.is_whole { self.ledger.head().map_err(io::Error::other)? } else { None };
        let query = self.query.clone().limit(mem::replace(&mut self.page, PAGE));
        let (mut bytes, mut last) = (mem::take(&mut self.bytes).into_inner(), None);
        bytes.clear();
        let taken = self.ledger.select(&query, &mut |id, record| {
            bytes.extend_from_slice(record);
            bytes.push(b'\n');
            last = Some(id);
            self.progress.advance();
            if bytes.len() < BLOCK { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        self.bytes = Cursor::new(bytes);
        match (last, taken.map_err(io::Error::other)) {
            (Some(last), taken) => {
                self.query = mem::take(&mut self.query).beyond(last);
                // What was taken before comes first.
                self.failed = taken.err();
                Ok(())
            }
            (None, taken) => {
                self.ended = true;
                taken?;
                let (head, last) = (head.map(|(head, _)| head), self.query.position());
                if self.is_whole && head != last {
                    return Err(io::Error::other(LedgerError::<io::Error>::OtherEnd {
                        head,
                        last,
                    }));
                }
                Ok(())
            }
        }
    }
}

impl Read for Rows {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.bytes.read(buffer)? {
            0 if !self.ended && !buffer.is_empty() => {
                self.fill()?;
                self.bytes.read(buffer)
            }
            count => Ok(count),
        }
    }
}
