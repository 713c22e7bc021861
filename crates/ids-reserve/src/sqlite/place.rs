//! Which files a connection has open, and whether they are still there.

use std::{
    fs, io,
    path::{Path, PathBuf},
    vec::Vec,
};

use crate::StoreError;

/// The files of an open store: the database and its journal.
///
/// A file that is replaced or removed stays open. Its holder would go on with it, while others begin
/// with what is there now: then both would grant the same.
#[derive(Debug)]
pub(super) struct Place {
    files: Vec<(PathBuf, Identity)>,
}

impl Place {
    /// That of a connection which has opened its journal.
    pub(super) fn new(path: &Path) -> Result<Self, StoreError> {
        let mut journal = path.as_os_str().to_owned();
        journal.push("-wal");
        let files = [path.to_owned(), journal.into()];
        let known = files.map(|file| Identity::of(&file).map(|identity| (file, identity)));
        let files = known.into_iter().collect::<Result<_, _>>();
        files.map(|files| Self { files }).map_err(|error| StoreError::Unavailable(error.into()))
    }

    /// Whether the file may still be written to: who fences it, for a copy or a move, takes that right from
    /// everybody. A connection that has it open would not notice.
    pub(super) fn check_fence(&self) -> Result<(), StoreError> {
        match self.files.first().map(|(file, _)| fs::metadata(file)) {
            Some(Ok(file)) if file.permissions().readonly() => {
                Err(StoreError::Unavailable("its file is read-only since it was opened".into()))
            }
            _ => Ok(()),
        }
    }

    /// Whether these are still the files of these names.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let same = |(file, then): &(PathBuf, Identity)| {
            Identity::of(file).is_ok_and(|identity| identity == *then)
        };
        if self.files.iter().all(same) {
            return Ok(());
        }
        Err(StoreError::Broken(
            "its file, or the journal, was replaced or removed since it was opened. Raise the ends \
             past all that was granted, with `ids reserve raise`, and open it again"
                .into(),
        ))
    }
}

/// What tells a file from another one of the same name.
#[cfg(unix)]
#[derive(Debug, PartialEq, Eq)]
struct Identity {
    device: u64,
    inode: u64,
}

#[cfg(unix)]
impl Identity {
    fn of(path: &Path) -> io::Result<Self> {
        use std::os::unix::fs::MetadataExt;
        fs::metadata(path).map(|file| Self { device: file.dev(), inode: file.ino() })
    }
}

/// Elsewhere an open file is neither replaced nor removed.
#[cfg(not(unix))]
#[derive(Debug, PartialEq, Eq)]
struct Identity;

#[cfg(not(unix))]
impl Identity {
    fn of(path: &Path) -> io::Result<Self> {
        fs::metadata(path).map(|_| Self)
    }
}
