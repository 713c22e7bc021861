//! Whether the files of a connection still have their names.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::DatabaseError;

/// The files of an open store: the database and its journal.
///
/// A file that is replaced or removed stays open. Events that are appended to it would be
/// acknowledged, and be in no file that anyone finds.
#[derive(Debug)]
pub(super) struct Place {
    files: [(PathBuf, Identity); 2],
}

impl Place {
    /// That of a connection which has opened its journal.
    pub(super) fn new(path: &Path) -> Result<Self, DatabaseError> {
        let mut journal = path.as_os_str().to_owned();
        journal.push("-wal");
        let known = |file: PathBuf| Identity::of(&file).map(|identity| (file, identity));
        let files = known(path.to_owned()).and_then(|file| Ok([file, known(journal.into())?]));
        files.map(|files| Self { files }).map_err(|error| DatabaseError::Unavailable(error.into()))
    }

    /// Whether these are still the files of these names.
    pub(super) fn check(&self) -> Result<(), DatabaseError> {
        let is_same = |(file, then): &(PathBuf, Identity)| {
            Identity::of(file).is_ok_and(|identity| identity == *then)
        };
        if self.files.iter().all(is_same) { Ok(()) } else { Err(DatabaseError::Replaced) }
    }
}

/// What tells a file from another one of the same name. Where it is not known here, an open file is
/// neither replaced nor removed.
#[derive(Debug, PartialEq, Eq)]
struct Identity([u64; 2]);

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
