//! A ledger's bytes: from a file or standard input, as they are or compressed, or from a database.

use core::ops::ControlFlow;
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek as _, SeekFrom},
    mem,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use evently_ledger::{Chunks, DatabaseError, EventId, LedgerError, Query, file::compression};
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

use super::{Database, Opened, Place, unreadable};
use crate::{
    Failure, Output,
    show::{Progress, outside},
};

/// Bytes of records, and how far the source of them has been read.
pub(super) struct Source {
    pub(super) reader: Box<dyn Read>,
    /// As messages name it.
    pub(super) label: String,
    /// How much the source has, where that is known.
    pub(super) size: Option<Size>,
    /// How much of it has been read.
    pub(super) read: Arc<AtomicU64>,
}

/// How much a source has.
#[derive(Clone, Copy, Debug)]
pub(super) enum Size {
    /// Bytes of a file.
    Bytes(u64),
    /// Events of a ledger in a database.
    Events(u64),
}

impl Source {
    /// One without any record.
    pub(super) fn empty(label: String) -> Self {
        Self { reader: Box::new(io::empty()), label, size: None, read: Arc::default() }
    }

    /// The records of a ledger in a database.
    pub(super) fn of_rows(rows: Rows, label: String, events: u64) -> Self {
        let (read, size) = (Arc::clone(&rows.taken), Some(Size::Events(events)));
        Self { reader: Box::new(rows), label, size, read }
    }

    /// How far it has been read, for people.
    pub(super) fn progress(&self) -> Progress {
        match self.size {
            Some(Size::Events(events)) => Progress::events(events),
            Some(Size::Bytes(bytes)) => Progress::bytes(Some(bytes)),
            None => Progress::bytes(None),
        }
    }

    /// Its records, on lines.
    pub(super) fn lines(self) -> Lines {
        let (chunks, progress) = (Chunks::new(self.reader), Progress::default());
        Lines { chunks, label: self.label, read: self.read, progress }
    }

    /// The same, with a line for people that says how far they have been read.
    pub(super) fn watched(self, out: &mut Output) -> Lines {
        let progress = out.progress(self.progress());
        let mut lines = self.lines();
        lines.progress = progress;
        lines
    }

    /// Whether it is in a database.
    pub(super) const fn is_store(&self) -> bool {
        matches!(self.size, Some(Size::Events(_)))
    }
}

/// The records of a source, on lines.
pub(super) struct Lines {
    chunks: Chunks<Box<dyn Read>>,
    /// The source, as messages name it.
    pub(super) label: String,
    /// How far it has been read.
    read: Arc<AtomicU64>,
    progress: Progress,
}

impl Lines {
    /// The next lines: those that are there, without waiting for more.
    pub(super) fn next(&mut self) -> Result<Option<&Chunks<Box<dyn Read>>>, Failure> {
        self.chunks.next_chunk().map_err(|error| unreadable(&self.label, &error))
    }

    /// The lines that were taken last.
    pub(super) fn bytes(&self) -> &[u8] {
        self.chunks.bytes()
    }

    /// How many bytes all lines so far have.
    pub(super) const fn given(&self) -> u64 {
        self.chunks.given()
    }

    /// How far the source has been read.
    pub(super) fn read(&self) -> u64 {
        self.read.load(Relaxed)
    }

    /// Says how far it is.
    pub(super) fn at(&self, message: impl FnOnce() -> String) {
        self.progress.at(self.read(), message);
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.progress.end();
    }
}

/// Opens a ledger to read its events. One without any is not valid.
pub(super) fn events(place: &Place) -> Result<Source, Failure> {
    let Source { mut reader, label, size, read } = open(place)?;
    let mut start = [0];
    match fill(&mut reader, &mut start, 1).map_err(|error| unreadable(&label, &error))? {
        0 => Err(Failure::Unverified(format!("{label}: no events"))),
        _ => {
            Ok(Source { reader: Box::new(io::Cursor::new(start).chain(reader)), label, size, read })
        }
    }
}

/// Opens a ledger to read it. What begins like gzip or zstd is decompressed.
pub(super) fn open(place: &Place) -> Result<Source, Failure> {
    match place {
        Place::File(path) if place.is_standard() => {
            decompressed(Box::new(io::stdin().lock()), outside::path(path), None)
        }
        Place::File(path) => file(path),
        Place::Store(address) => {
            let Opened { ledger, label, row } = address.open()?;
            Ok(Source::of_rows(Rows::new(ledger), label, row.events))
        }
    }
}

fn file(path: &Path) -> Result<Source, Failure> {
    let label = outside::path(path);
    let failed = |error| unreadable(&label, &error);
    let file = File::open(path).map_err(failed)?;
    let data = file.metadata().map_err(failed)?;
    let size = data.is_file().then_some(Size::Bytes(data.len()));
    decompressed(Box::new(file), label, size)
}

/// This number of bytes of a file's records from a place on, or all up to its end.
pub(super) fn piece(path: &Path, from: u64, length: usize) -> Option<Vec<u8>> {
    let mut file = File::open(path).ok()?;
    let mut start = [0; 4];
    fill(&mut file, &mut start, 4).ok()?;
    let mut reader: Box<dyn Read> = if compression(&start).is_some() {
        let mut reader = self::file(path).ok()?.reader;
        io::copy(&mut reader.by_ref().take(from), &mut io::sink()).ok()?;
        reader
    } else {
        file.seek(SeekFrom::Start(from)).ok()?;
        Box::new(file)
    };
    let mut piece = vec![0; length];
    let filled = fill(&mut reader, &mut piece, length).ok()?;
    piece.truncate(filled);
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

/// The records of these bytes.
pub(super) fn decompressed(
    raw: Box<dyn Read>,
    label: String,
    size: Option<Size>,
) -> Result<Source, Failure> {
    let read = Arc::new(AtomicU64::new(0));
    let mut raw = Counted { raw, read: Arc::clone(&read) };
    // As much as is there at once: who looks at the start wants more of it than tells the compression.
    let mut start = vec![0; 64 << 10];
    let filled = fill(&mut raw, &mut start, 4).map_err(|error| unreadable(&label, &error))?;
    start.truncate(filled);
    let compressed = compression(&start);
    let whole = io::Cursor::new(start).chain(raw);
    let reader: Box<dyn Read> = match compressed {
        Some("gzip") => Box::new(flate2::read::MultiGzDecoder::new(BufReader::new(whole))),
        Some(_) => Box::new(Frames { source: BufReader::new(whole), frame: FrameDecoder::new() }),
        None => Box::new(whole),
    };
    Ok(Source { reader, label, size, read })
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

struct Counted<R> {
    raw: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.raw.read(buffer)?;
        self.read.fetch_add(count as u64, Relaxed);
        Ok(count)
    }
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
                frame.decode_blocks(&mut *source, one).map_err(io::Error::other)?;
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
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                begun => begun.map_err(io::Error::other)?,
            }
        }
    }
}

/// Records that are asked for at once.
const PAGE: usize = 1000;

/// Bytes after which no more are taken at once: records may be long.
const BLOCK: usize = 1 << 20;

/// Reads the records that a query asks for, page by page: one on a line.
pub(super) struct Rows {
    ledger: Database,
    query: Query,
    newest_first: bool,
    /// Whether all records are read, the oldest first.
    is_whole: bool,
    /// The record that was taken last.
    last: Option<EventId>,
    /// Records of the next page at most.
    page: usize,
    bytes: Vec<u8>,
    /// How many of the bytes have been read.
    start: usize,
    /// Why there are no more.
    failed: Option<io::Error>,
    ended: bool,
    /// How many records have been taken.
    taken: Arc<AtomicU64>,
}

impl Rows {
    /// All records, the oldest first. The last one has to be the ledger's head.
    fn new(ledger: Database) -> Self {
        Self { is_whole: true, ..Self::of(ledger, Query::new(), false, u64::MAX) }
    }

    /// The first `wanted` records of a query without a limit.
    pub(super) fn of(ledger: Database, query: Query, newest_first: bool, wanted: u64) -> Self {
        Self {
            ledger,
            query: if newest_first { query.newest_first() } else { query },
            newest_first,
            is_whole: false,
            last: None,
            page: usize::try_from(wanted).unwrap_or(PAGE).clamp(1, PAGE),
            bytes: Vec::new(),
            start: 0,
            failed: None,
            ended: false,
            taken: Arc::default(),
        }
    }

    /// Takes the next page, which is empty after the last record.
    fn fill(&mut self) -> io::Result<()> {
        self.bytes.clear();
        self.start = 0;
        if let Some(error) = self.failed.take() {
            self.ended = true;
            return Err(error);
        }
        // Before the page, which then has what was appended up to here.
        let head = if self.is_whole { self.ledger.head().map_err(io::Error::other)? } else { None };
        let query = self.query.clone().limit(mem::replace(&mut self.page, PAGE));
        let (bytes, mut last) = (&mut self.bytes, None::<EventId>);
        let taken = self.ledger.select(&query, &mut |id, record| {
            bytes.extend_from_slice(record);
            bytes.push(b'\n');
            last = Some(id);
            self.taken.fetch_add(1, Relaxed);
            if bytes.len() < BLOCK { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        match last {
            Some(id) if self.newest_first => self.query = self.query.clone().before(id),
            Some(id) => self.query = self.query.clone().after(id),
            None => self.ended = true,
        }
        self.last = last.or(self.last);
        if self.ended && self.is_whole && taken.is_ok() {
            let (head, last) = (head.map(|head| head.id), self.last);
            if head != last {
                return Err(io::Error::other(LedgerError::<io::Error>::OtherEnd { head, last }));
            }
        }
        match taken.map_err(failure) {
            // What was taken before comes first.
            Err(error) if last.is_some() => self.failed = Some(error),
            taken => taken?,
        }
        Ok(())
    }
}

/// What the database says.
pub(super) fn failure(error: LedgerError<DatabaseError>) -> io::Error {
    match error {
        LedgerError::Store(error) => io::Error::other(error),
        error => io::Error::other(error),
    }
}

impl Read for Rows {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.start == self.bytes.len() && !self.ended {
            self.fill()?;
        }
        let count = self.bytes[self.start..].as_ref().read(buffer)?;
        self.start += count;
        Ok(count)
    }
}
