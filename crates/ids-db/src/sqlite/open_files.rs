use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::DatabaseError;

/// The files of an open store: the database and its journal.
///
/// A file that is replaced or removed stays open. What is written to it would be in no file that anyone
/// finds, and others would begin with what is there now.
#[derive(Debug)]
pub(super) struct OpenFiles {
    path: PathBuf,
    files: Files,
}

#[derive(Debug)]
enum Files {
    /// Written to, by this connection or by others: the database, and its journal.
    Open([Identity; 2]),
    /// No process writes to it: it has no journal, and none can be made here.
    Still(Content),
}

impl OpenFiles {
    /// That of a connection which has opened its journal.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let files = Files::Open([Identity::of(path)?, Identity::of(&journal(path))?]);
        Ok(Self { path: path.to_owned(), files })
    }

    /// That of a file without a journal; `None` if it has one.
    pub(super) fn still(path: &Path) -> Option<Self> {
        let files = Files::Still(Content::of(path)?);
        Some(Self { path: path.to_owned(), files })
    }

    /// Whether the file is fenced now.
    pub(super) fn is_fenced(&self) -> bool {
        is_fenced(&self.path)
    }

    /// Whether these are still the files of these names, and a file to which no process should write is
    /// unchanged. Call it after a read, to learn whether what was read is right.
    pub(super) fn check(&self) -> Result<(), DatabaseError> {
        match &self.files {
            Files::Open([file, of_journal]) => {
                let is_same = Identity::of(&self.path).is_ok_and(|now| now == *file)
                    && Identity::of(&journal(&self.path)).is_ok_and(|now| now == *of_journal);
                if is_same { Ok(()) } else { Err(DatabaseError::Replaced) }
            }
            Files::Still(then) if Content::of(&self.path).as_ref() == Some(then) => Ok(()),
            Files::Still(_) => {
                let text = "another process writes to the file, and there is no right to share its journal";
                Err(DatabaseError::Unavailable(text.into()))
            }
        }
    }
}

/// Whether a file is read-only for every user: an operator who fences it, for a copy or a move, takes the right to write
/// from all of them. A connection that has the file open would not notice.
#[inline]
pub fn is_fenced(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.permissions().readonly())
}

/// The journal that is written ahead.
fn journal(path: &Path) -> PathBuf {
    beside(path, "-wal")
}

/// The file beside it whose name has this ending more.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut file = path.as_os_str().to_owned();
    file.push(ending);
    file.into()
}

/// A journal that another file of this name has left, where there is no file. SQLite would read it into a new one, and
/// damage that.
#[inline]
pub fn left_journal(path: &Path) -> Option<PathBuf> {
    let journals = ["-wal", "-journal"].map(|ending| beside(path, ending));
    // Before the file: a program that makes both makes the file first.
    let left = journals.into_iter().find(|journal| journal.symlink_metadata().is_ok());
    left.filter(|_| path.symlink_metadata().is_err())
}

/// Whether a writer without a journal that is written ahead has left what SQLite takes back at the next opening.
fn is_unfinished(path: &Path) -> bool {
    let journal = beside(path, "-journal");
    let mut first = [0];
    // One that is finished has no bytes, or begins with zeros.
    match fs::File::open(journal).map(|mut journal| journal.read_exact(&mut first)) {
        Ok(Ok(())) => first != [0],
        Ok(Err(error)) => error.kind() != io::ErrorKind::UnexpectedEof,
        Err(error) => error.kind() != io::ErrorKind::NotFound,
    }
}

/// What changes when a process writes to a file.
#[derive(Debug, PartialEq, Eq)]
struct Content(Identity, u64, SystemTime);

impl Content {
    fn of(path: &Path) -> Option<Self> {
        let file = fs::metadata(path).ok()?;
        let content = Self(Identity::of(path).ok()?, file.len(), file.modified().ok()?);
        // A writer has a journal.
        let has_journal = journal(path).try_exists().ok()? || is_unfinished(path);
        (!has_journal).then_some(content)
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
