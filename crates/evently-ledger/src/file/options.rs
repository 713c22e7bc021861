//! How a ledger's file is opened.

use core::time::Duration;
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::Path,
};

use super::{FileError, FileErrorKind, FileStore, Open, lock, tail};

/// How a ledger's file is opened.
///
/// ```no_run
/// use core::time::Duration;
/// use evently_ledger::file::Options;
/// let store = Options::new().wait(Duration::from_secs(5)).repair(true).open("ledger.ndjson")?;
/// if let Some(repaired) = store.repaired() {
///     eprintln!("{} torn bytes, kept in {}", repaired.size, repaired.kept.display());
/// }
/// # Ok::<(), evently_ledger::file::FileError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[must_use]
pub struct Options {
    wait: Option<Duration>,
    repair: bool,
}

impl Options {
    /// The lock is waited for as long as it takes, and a torn line is an error.
    #[inline]
    pub const fn new() -> Self {
        Self { wait: None, repair: false }
    }

    /// Waits for the lock this long at most, asking every 20 milliseconds;
    /// [`FileErrorKind::Locked`] then. With [`Duration::ZERO`] it asks once.
    #[inline]
    pub const fn wait(self, limit: Duration) -> Self {
        Self { wait: Some(limit), ..self }
    }

    /// Whether a torn last line is cut off. It is kept beside the ledger, in `FILE.torn-N` for a line
    /// that began at byte N, and is on the disk there before it is cut off here.
    #[inline]
    pub const fn repair(self, repair: bool) -> Self {
        Self { repair, ..self }
    }

    /// Opens the ledger in this file, locks it, and looks whether its end is whole.
    ///
    /// # Errors
    /// [`FileError`]
    #[inline]
    pub fn open(self, path: impl AsRef<Path>) -> Result<FileStore, FileError> {
        let path = path.as_ref();
        let failed = |error| FileError::io("read", path, error);
        let mut file = lock::locked(path, self.wait)?;
        if let Some(compression) = compression(&mut file).map_err(failed)? {
            return Err(FileError::new(path, FileErrorKind::Compressed(compression)));
        }
        let (tail, head, repaired) = tail::settle(path, &mut file, self.repair)?;
        let length = file.seek(SeekFrom::End(0)).map_err(failed)?;
        let open = Open::new(file, length, tail.ended, head);
        Ok(FileStore { path: path.to_owned(), open: Some(open), repaired })
    }
}

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// By gzip.
    Gzip,
    /// By zstd.
    Zstd,
}

impl Compression {
    /// How what begins with these bytes is compressed; no record begins like that.
    #[inline]
    pub const fn of(start: &[u8]) -> Option<Self> {
        match start {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            // A frame, or one to skip before it.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstd),
            _ => None,
        }
    }

    /// The lower-case name.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
        }
    }
}

fn compression(file: &mut File) -> io::Result<Option<Compression>> {
    let mut start = Vec::new();
    file.take(4).read_to_end(&mut start)?;
    Ok(Compression::of(&start))
}
