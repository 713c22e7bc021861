//! Why a ledger's file cannot be used.

use core::{error::Error, fmt};
use std::{
    io,
    path::{Path, PathBuf},
};

use super::Compression;
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
    /// It is compressed: nothing can be appended to it.
    Compressed(Compression),
    /// Another process has the lock, and the time to wait is over.
    Locked,
    /// It has no bytes: no ledger has begun in it.
    Empty,
    /// Its end cannot be appended to.
    Unfit {
        /// Why.
        why: Unfit,
        /// Where the last line begins.
        offset: u64,
        /// How many bytes it has.
        size: u64,
        /// The file in which a repair would keep it; `None` where nothing can be cut off.
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

/// Why a ledger's end cannot be appended to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unfit {
    /// The last line is what a crash leaves: the beginning of a record, without its line feed. A
    /// repair cuts it off.
    Torn(Fault),
    /// The last line has its line feed, so it may have been acknowledged, but it is not the record
    /// that follows the one before it.
    Damaged(Fault),
    /// The last line is not the beginning of the record that follows the one before it.
    Wrong(Fault),
    /// The last line is longer than a record may be.
    TooLong,
    /// The record before the last one has no id, or cannot be read.
    Before(Option<Fault>),
    /// The line before the last one is longer than a record may be.
    TooLongBefore,
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
            FileErrorKind::Unfit { why, offset, size, .. } => {
                write!(f, "{path}: ")?;
                match why {
                    Unfit::Torn(fault) | Unfit::Damaged(fault) | Unfit::Wrong(fault) => write!(
                        f,
                        "the last line, {size} bytes from byte {offset} on, is no record of this \
                         ledger: {fault}"
                    ),
                    Unfit::TooLong => f.write_str("the last line is longer than 16 MiB"),
                    Unfit::TooLongBefore => {
                        f.write_str("the last record but one: longer than 16 MiB")
                    }
                    Unfit::Before(Some(fault)) => write!(f, "the last record but one: {fault}"),
                    Unfit::Before(None) => f.write_str("the last record but one has no valid id"),
                }
            }
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
            FileErrorKind::Unfit {
                why: Unfit::Torn(fault) | Unfit::Damaged(fault) | Unfit::Wrong(fault),
                ..
            } => Some(fault),
            _ => None,
        }
    }
}
