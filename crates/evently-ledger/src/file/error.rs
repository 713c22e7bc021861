//! Why a ledger's file cannot be used.

use core::{error::Error, fmt};
use std::{
    io,
    path::{Path, PathBuf},
};

use crate::{Fault, error::LOCKED};

/// Why a ledger's file cannot be opened, read or appended to.
#[derive(Debug)]
pub struct FileError(Box<(PathBuf, FileErrorKind)>);

/// What is wrong with a ledger's file.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileErrorKind {
    /// The system refused something.
    Io {
        /// What was to be done: `open`, `read`, `write`, ...
        doing: &'static str,
        /// Why not.
        error: io::Error,
    },
    /// It is a folder, a pipe or a device: nothing can be appended to it.
    NotRegular,
    /// It is compressed, by `gzip` or `zstd`: nothing can be appended to it.
    Compressed(&'static str),
    /// Another process has the lock, and the time to wait is over.
    Locked,
    /// It has no bytes: no ledger has begun in it.
    Empty,
    /// Its end cannot be appended to.
    Unfit {
        /// What is wrong with the last line, or with the one before it.
        fault: Fault,
        /// Whether it is the one before it: without its id the last line has nothing to be held against.
        is_before: bool,
        /// Whether the last line has its line feed, so that it may have been acknowledged, but is not the record that
        /// follows.
        is_damaged: bool,
        /// Where the last line begins.
        offset: u64,
        /// How many bytes it has.
        size: u64,
        /// Of a last line that is what a crash leaves, the beginning of a record without its line feed: the file in which
        /// a repair would keep it. `None` where nothing can be cut off.
        kept: Option<PathBuf>,
        /// The file in which is kept what a repair has cut off before that.
        repaired: Option<PathBuf>,
    },
    /// Another program has changed the file since it was opened, as this says; nothing was appended.
    Changed(&'static str),
    /// Records could not be written.
    Write {
        /// Why not.
        error: Box<dyn Error + Send + Sync>,
        /// Whether the file is as before; else it may have a torn last line.
        restored: bool,
    },
    /// An earlier write failed and could not be undone: open the ledger again.
    Broken,
    /// A record in it is longer than [`MAX_RECORD`](crate::MAX_RECORD).
    TooLong {
        /// Where it begins.
        offset: u64,
    },
}

impl FileError {
    /// The file.
    #[inline]
    pub fn path(&self) -> &Path {
        &self.0.0
    }

    /// What is wrong.
    #[inline]
    pub fn kind(&self) -> &FileErrorKind {
        &self.0.1
    }

    /// The file in which is kept what was cut off before that was found.
    #[inline]
    pub fn repaired(&self) -> Option<&Path> {
        match self.kind() {
            FileErrorKind::Unfit { repaired, .. } => repaired.as_deref(),
            _ => None,
        }
    }

    pub(super) fn new(path: &Path, kind: FileErrorKind) -> Self {
        Self(Box::new((path.to_owned(), kind)))
    }

    pub(super) fn io(doing: &'static str, path: &Path, error: io::Error) -> Self {
        Self::new(path, FileErrorKind::Io { doing, error })
    }
}

impl fmt::Display for FileError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path().display();
        match self.kind() {
            FileErrorKind::Io { doing, error } => write!(f, "cannot {doing} {path}: {error}"),
            FileErrorKind::NotRegular => {
                write!(f, "{path} is no regular file: nothing can be appended to it")
            }
            FileErrorKind::Compressed(compression) => write!(
                f,
                "{path} is compressed by {compression}: nothing can be appended to it until it is \
                 decompressed"
            ),
            FileErrorKind::Locked => write!(f, "{path} {LOCKED}"),
            FileErrorKind::Empty => write!(f, "{path} is empty"),
            FileErrorKind::Unfit { fault, is_before: true, .. } => {
                write!(f, "{path}: the last record but one: {fault}")
            }
            FileErrorKind::Unfit { fault: Fault::TooLong, .. } => {
                write!(f, "{path}: the last line is longer than 16 MiB")
            }
            FileErrorKind::Unfit { fault, offset, size, .. } => write!(
                f,
                "{path}: the last line, {size} bytes from byte {offset} on, is no record of this ledger: {fault}"
            ),
            FileErrorKind::Changed(change) => {
                write!(f, "cannot write {path}: {change}; nothing is appended")
            }
            FileErrorKind::Write { error, restored } => {
                let left = if *restored { "is as before" } else { "may have a torn last line" };
                write!(f, "cannot write {path}: {error}; it {left}")
            }
            FileErrorKind::Broken => {
                write!(f, "an earlier write to {path} failed: it has to be opened again")
            }
            FileErrorKind::TooLong { offset } => {
                write!(f, "{path}: the record at byte {offset} is longer than 16 MiB")
            }
        }
    }
}

impl Error for FileError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self.kind() {
            FileErrorKind::Io { error, .. } => Some(error),
            FileErrorKind::Write { error, .. } => Some(&**error),
            FileErrorKind::Unfit { fault, .. } => Some(fault),
            _ => None,
        }
    }
}
