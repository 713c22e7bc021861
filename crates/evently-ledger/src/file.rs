//! Ledgers in files: one record on a line, locked, and whole after a crash.
//!
//! [`FileStore`] is a [`Store`]. What it gives:
//!
//! - An event is on the disk before its id is returned.
//! - Processes take turns by a lock on the file, held as long as the store is open. Others may read
//!   meanwhile.
//! - Before and after each write the file is compared with the one that has the name now: an event
//!   whose id was returned is in that file. Once the file was renamed, removed or replaced, nothing
//!   more is appended. Windows refuses that while it is open.
//! - A crash leaves at most a torn last line, without its line feed. It is reported, and on request
//!   it is cut off and kept beside the ledger. A line with its line feed is never cut off.
//! - A write that fails, as on a full disk, is undone.
//!
//! Idempotency keys are looked up in an index beside the ledger, `FILE.keys`, which is made when
//! the first key is asked for. It is a table of hashes and places, 21 to 43 bytes on the disk for
//! each key; the record at the place decides. No memory grows with the ledger. It is brought up to
//! date from the ledger, and made anew if it is truncated or not that of this ledger. You may
//! remove it; then it is made again.

mod beside;
mod error;
mod index;
mod lock;
mod place;
mod table;
mod tail;

use core::time::Duration;
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use crate::{
    Chunks, EventId, EventReader, Profile, Record, Store, records, rules::KEPT_ROOM, store::Each,
};
pub use error::{FileError, FileErrorKind};
use index::Index;
pub use place::{find, last_id};

/// A ledger in a file, locked as long as this is open.
///
/// ```
/// use evently_ledger::{Appender, NewEvent, SystemClock, file::FileStore};
/// # let folder = std::env::temp_dir().join(format!("ledger-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("tennis.ndjson");
/// let event = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"name":"tennis"}}"#;
/// let ledger = Appender::begin(FileStore::create(&path), &SystemClock, NewEvent::new(event))?;
/// drop(ledger);
///
/// let mut ledger = Appender::open(FileStore::open(&path)?)?;
/// let event = br#"{"event":"Served","entities":{"player":["x"]},"meta":{},"data":15}"#;
/// let id = ledger.append(&SystemClock, NewEvent::new(event))?;
/// // It is on the disk.
/// assert!(std::fs::read_to_string(&path)?.contains(&id.to_string()));
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FileStore {
    path: PathBuf,
    /// The open file; `None` for a ledger that has not begun.
    open: Option<Open>,
    repaired: Option<PathBuf>,
}

#[derive(Debug)]
struct Open {
    file: File,
    /// The bytes of its records.
    length: u64,
    /// Whether the last record has its line feed.
    ended: bool,
    head: EventId,
    profile: Profile,
    /// A write failed and could not be undone.
    broken: bool,
    index: Option<Index>,
    /// Room for what is written.
    lines: Vec<u8>,
}

impl FileStore {
    /// Opens the ledger in this file, locks it, and looks whether its end is whole. It waits for the lock as long as it
    /// takes.
    ///
    /// # Errors
    /// [`FileError`], also if the end of the ledger is torn or wrong.
    #[inline]
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        Self::open_within(path, Duration::MAX)
    }

    /// As [`open`](Self::open), and waits for the lock this long at most, asking every 20 milliseconds;
    /// [`FileErrorKind::Locked`] then. With [`Duration::ZERO`] it asks once.
    ///
    /// # Errors
    /// As `open`.
    #[inline]
    pub fn open_within(path: impl AsRef<Path>, wait: Duration) -> Result<Self, FileError> {
        Self::settle(path.as_ref(), wait, false)
    }

    /// As [`open_within`](Self::open_within), and cuts off a torn last line. It is kept beside the ledger, in
    /// `FILE.torn-N` for a line that began at byte N, and is on the disk there before it is cut off here.
    ///
    /// ```no_run
    /// use core::time::Duration;
    /// use evently_ledger::file::FileStore;
    /// let store = FileStore::repair_within("ledger.ndjson", Duration::from_secs(5))?;
    /// if let Some(kept) = store.repaired() {
    ///     eprintln!("a torn line is kept in {}", kept.display());
    /// }
    /// # Ok::<(), evently_ledger::file::FileError>(())
    /// ```
    ///
    /// # Errors
    /// As `open`.
    #[inline]
    pub fn repair_within(path: impl AsRef<Path>, wait: Duration) -> Result<Self, FileError> {
        Self::settle(path.as_ref(), wait, true)
    }

    fn settle(path: &Path, wait: Duration, repair: bool) -> Result<Self, FileError> {
        let failed = |error| FileError::io("read", path, error);
        let mut file = lock::locked(path, wait)?;
        let mut start = Vec::new();
        (&file).take(4).read_to_end(&mut start).map_err(failed)?;
        if let Some(compression) = compression(&start) {
            return Err(FileError::new(path, FileErrorKind::Compressed(compression)));
        }
        let (tail, head, profile, repaired) = tail::settle(path, &mut file, repair)?;
        let length = file.seek(SeekFrom::End(0)).map_err(failed)?;
        let open = Open::new(file, length, tail.ended, head, profile);
        Ok(Self { path: path.to_owned(), open: Some(open), repaired })
    }

    /// A ledger that begins with the first append: that creates the file, which must not exist.
    #[inline]
    pub fn create(path: impl AsRef<Path>) -> Self {
        Self { path: path.as_ref().to_owned(), open: None, repaired: None }
    }

    /// The file.
    #[inline]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file in which is kept what was cut off when the store was opened.
    #[inline]
    pub fn repaired(&self) -> Option<&Path> {
        self.repaired.as_deref()
    }

    /// Creates the file with the first records of a ledger.
    fn begin(&mut self, records: &[Record<'_>]) -> Result<bool, FileError> {
        let Some(last) = records.last() else { return Ok(true) };
        let mut lines = Vec::new();
        add_lines(&mut lines, records);
        let created = create(&self.path, &lines);
        let file = created.map_err(|error| FileError::io("create", &self.path, error))?;
        let length = lines.len() as u64;
        self.open = Some(Open::new(file, length, true, last.id, Profile::Doc5));
        Ok(true)
    }

    /// The open file.
    fn opened(&mut self) -> Result<Option<(&Path, &mut Open)>, FileError> {
        match &mut self.open {
            Some(Open { broken: true, .. }) => {
                Err(FileError::new(&self.path, FileErrorKind::Broken))
            }
            Some(open) => Ok(Some((&self.path, open))),
            None => Ok(None),
        }
    }
}

/// How what begins with these bytes is compressed, `gzip` or `zstd`; no record begins like that.
#[inline]
pub const fn compression(start: &[u8]) -> Option<&'static str> {
    match start {
        [0x1f, 0x8b, ..] => Some("gzip"),
        // A frame, or one to skip before it.
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some("zstd"),
        _ => None,
    }
}

/// Records as they stand in a file.
fn add_lines(lines: &mut Vec<u8>, records: &[Record<'_>]) {
    for record in records {
        lines.extend_from_slice(record.json);
        lines.push(b'\n');
    }
}

/// A new file, locked, with these bytes on the disk.
fn create(path: &Path, bytes: &[u8]) -> io::Result<File> {
    if lock::is_device(path) {
        return Err(io::Error::other("this is a device"));
    }
    let folder = beside::folder(path)?;
    let mut file = lock::options().create_new(true).open(path)?;
    let written = lock::hold(&file)
        .and_then(|()| file.write_all(bytes))
        .and_then(|()| file.sync_all())
        .and_then(|()| beside::sync(folder.as_ref()));
    if let Err(error) = written {
        // What was not created is not left behind; the first error says more than the second. Windows
        // removes no file that is open.
        drop(file);
        let _ = std::fs::remove_file(path);
        return Err(error);
    }
    Ok(file)
}

impl Open {
    const fn new(file: File, length: u64, ended: bool, head: EventId, profile: Profile) -> Self {
        let lines = Vec::new();
        Self { file, length, ended, head, profile, broken: false, index: None, lines }
    }

    /// Writes records, and looks before and after whether the file still has its name. So an
    /// event that is acknowledged is in the file of that name.
    fn append(&mut self, path: &Path, records: &[Record<'_>]) -> Result<(), FileError> {
        let failed = |kind| FileError::new(path, kind);
        match lock::changed(&self.file, path, self.length) {
            Ok(None) => {}
            Ok(Some(change)) => return Err(failed(FileErrorKind::Changed(change))),
            Err(error) => return Err(FileError::io("read", path, error)),
        }
        if !self.ended {
            self.lines.push(b'\n');
        }
        add_lines(&mut self.lines, records);
        let length = self.length + self.lines.len() as u64;
        let written = self
            .file
            .seek(SeekFrom::Start(self.length))
            .and_then(|_| self.file.write_all(&self.lines))
            .and_then(|()| self.file.sync_data());
        self.lines.clear();
        self.lines.shrink_to(KEPT_ROOM);
        let written: Result<(), Box<dyn core::error::Error + Send + Sync>> = match written {
            Ok(()) => match lock::changed(&self.file, path, length) {
                Ok(None) => Ok(()),
                Ok(Some(change)) => Err(change.into()),
                Err(error) => Err(error.into()),
            },
            Err(error) => Err(error.into()),
        };
        if let Err(error) = written {
            // Nothing of events that were not acknowledged is to stay.
            let restored = self.file.set_len(self.length).is_ok();
            self.broken = !restored;
            return Err(failed(FileErrorKind::Write { error, restored }));
        }
        let start = self.length + u64::from(!self.ended);
        (self.length, self.ended) = (length, true);
        if let Some(last) = records.last() {
            self.head = last.id;
        }
        if let Some(index) = &mut self.index {
            // What it lacks is taken up when it is opened next: the events are stored.
            if index.add(start, records, length, self.head).is_err() {
                self.index = None;
            }
        }
        Ok(())
    }

    /// The line that begins here; empty if none does.
    fn line(&mut self, place: u64) -> io::Result<Vec<u8>> {
        // The line feed before it.
        let start = place.saturating_sub(1);
        self.file.seek(SeekFrom::Start(start))?;
        let mut line = Vec::new();
        let mut reader = BufReader::new((&self.file).take(self.length.saturating_sub(start)));
        if place > 0 {
            reader.read_until(b'\n', &mut line)?;
            if line != b"\n" {
                return Ok(Vec::new());
            }
            line.clear();
        }
        reader.read_until(b'\n', &mut line)?;
        Ok(line)
    }
}

impl Store for FileStore {
    type Error = FileError;

    #[inline]
    fn head(&mut self) -> Result<Option<(EventId, Profile)>, FileError> {
        Ok(self.opened()?.map(|(_, open)| (open.head, open.profile)))
    }

    #[inline]
    fn append(
        &mut self,
        after: Option<EventId>,
        records: &[Record<'_>],
    ) -> Result<bool, FileError> {
        let Some((path, open)) = self.opened()? else {
            return if after.is_none() { self.begin(records) } else { Ok(false) };
        };
        if after != Some(open.head) {
            return Ok(false);
        }
        open.append(path, records)?;
        Ok(true)
    }

    #[inline]
    fn find_key(&mut self, key: &str) -> Result<Option<Vec<u8>>, FileError> {
        let Some((path, open)) = self.opened()? else { return Ok(None) };
        let at = beside::named(path, ".keys");
        let failed = |error| FileError::io("use the index of keys", &at, error);
        if open.index.is_none() {
            let index = Index::open(at.clone(), &open.file, open.length, open.head);
            open.index = Some(index.map_err(failed)?);
        }
        let places = open.index.as_mut().map_or(Ok(Vec::new()), |index| index.find(key));
        let mut reader = EventReader::default();
        for place in places.map_err(failed)? {
            let record = open.line(place).map_err(|error| FileError::io("read", path, error))?;
            let event = reader.read_any(&record);
            if event.is_ok_and(|event| event.append_key().as_deref() == Some(key)) {
                return Ok(Some(record));
            }
        }
        Ok(None)
    }

    #[inline]
    fn read(&mut self, after: Option<EventId>, visit: &mut Each<'_>) -> Result<bool, FileError> {
        let Some((path, open)) = self.opened()? else { return Ok(after.is_none()) };
        if after == Some(open.head) {
            return Ok(true);
        }
        let failed = |error| FileError::io("read", path, error);
        let start = match after {
            None => 0,
            Some(after) => match place::after(&open.file, open.length, after).map_err(failed)? {
                Some(start) => start,
                None => return Ok(false),
            },
        };
        open.file.seek(SeekFrom::Start(start)).map_err(failed)?;
        let mut chunks = Chunks::new((&open.file).take(open.length - start));
        while let Some(chunk) = chunks.next_chunk().map_err(failed)? {
            if chunk.is_too_long() {
                let offset = start + chunk.offset();
                return Err(FileError::new(path, FileErrorKind::TooLong { offset }));
            }
            for (_, record) in records(chunk.bytes()) {
                if visit(None, record).is_break() {
                    return Ok(true);
                }
            }
        }
        Ok(true)
    }
}
