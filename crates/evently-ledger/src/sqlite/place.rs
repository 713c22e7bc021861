//! Whether the files of a connection are still those that were opened.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::DatabaseError;

/// The files of an open store: the database and its journal.
///
/// A file that is replaced or removed stays open. Events that are appended to it would be acknowledged, and be in
/// no file that anyone finds; a read of it would miss all that others append.
#[derive(Debug)]
pub(super) enum Place {
    /// It is written to, by this connection or by others.
    Open {
        files: [(PathBuf, Identity); 2],
        /// Whether nobody had the right to write to it then.
        was_fenced: bool,
    },
    /// Nobody writes to it: it has no journal, and none can be made here.
    Still(PathBuf, Content),
}

/// What changes when somebody writes to a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Content(Identity, u64, SystemTime);

impl Place {
    /// That of a connection which has opened its journal.
    pub(super) fn open(path: &Path) -> Result<Self, DatabaseError> {
        let known = |file: PathBuf| Identity::of(&file).map(|identity| (file, identity));
        let files = known(path.to_owned()).and_then(|file| Ok([file, known(journal(path))?]));
        let files = files.map_err(|error| DatabaseError::Unavailable(error.into()))?;
        Ok(Self::Open { files, was_fenced: is_fenced(path) })
    }

    /// That of a file without a journal; `None` if it has one.
    pub(super) fn still(path: &Path) -> Option<Self> {
        Content::of(path).map(|content| Self::Still(path.to_owned(), content))
    }

    /// Whether the file may still be written to: who fences it, for a copy or a move, takes that right from
    /// everybody. A connection that has it open would not notice.
    pub(super) fn check_fence(&self) -> Result<(), DatabaseError> {
        match self {
            Self::Open { files: [(file, _), _], was_fenced: false } if is_fenced(file) => {
                let text = "the file is read-only since it was opened";
                Err(DatabaseError::Unavailable(text.into()))
            }
            _ => Ok(()),
        }
    }

    /// Whether these are still the files of these names, and nobody has written to a file to which nobody
    /// writes. Asked after a read, it says whether what was read is right.
    pub(super) fn check(&self) -> Result<(), DatabaseError> {
        match self {
            Self::Open { files, .. } => {
                let is_same = |(file, then): &(PathBuf, Identity)| {
                    Identity::of(file).is_ok_and(|identity| identity == *then)
                };
                if files.iter().all(is_same) { Ok(()) } else { Err(DatabaseError::Replaced) }
            }
            Self::Still(path, then) if Content::of(path).as_ref() == Some(then) => Ok(()),
            Self::Still(..) => {
                let text =
                    "somebody writes to the file, and there is no right to share its journal";
                Err(DatabaseError::Unavailable(text.into()))
            }
        }
    }
}

/// Whether nobody has the right to write to a file.
fn is_fenced(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.permissions().readonly())
}

impl Content {
    fn of(path: &Path) -> Option<Self> {
        let file = fs::metadata(path).ok()?;
        let content = Self(Identity::of(path).ok()?, file.len(), file.modified().ok()?);
        // A writer has a journal.
        let has_journal = journal(path).try_exists().ok()?;
        (!has_journal).then_some(content)
    }
}

fn journal(path: &Path) -> PathBuf {
    let mut journal = path.as_os_str().to_owned();
    journal.push("-wal");
    journal.into()
}

/// What tells a file from another one of the same name. Where it is not known here, an open file is
/// neither replaced nor removed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Identity([u64; 2]);

impl Identity {
    fn of(path: &Path) -> io::Result<Self> {
        let file = fs::metadata(path)?;
        #[cfg(unix)]
        let identity = std::os::unix::fs::MetadataExt::dev(&file);
        #[cfg(unix)]
        let identity = [identity, std::os::unix::fs::MetadataExt::ino(&file)];
        #[cfg(not(unix))]
        let identity = [u64::from(file.is_file()), 0];
        Ok(Self(identity))
    }
}
