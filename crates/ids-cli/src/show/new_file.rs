//! A file that the command writes: under its name there is all of it, or nothing.

use std::{
    borrow::Cow,
    ffi::OsStr,
    fs::File,
    io::{self, IsTerminal as _, Write as _},
    path::{Path, PathBuf},
};

use tempfile::{Builder, NamedTempFile};

#[cfg(feature = "sqlite")]
use ids_db::sqlite::left_journal;

use super::outside;
use crate::{Failure, signals::Unfinished};

/// What the system says of a name that is taken.
const EXISTS: i32 = if cfg!(windows) { 80 } else { 17 };

/// A file that is written beside its place, and renamed once it is on the disk. So a run that is
/// killed leaves at most a file `.ids-*.part` there, one that is interrupted nothing, and nothing is written
/// through a link.
#[derive(Debug)]
pub(crate) struct NewFile {
    path: PathBuf,
    part: NamedTempFile,
    /// What is renamed in it lasts once it is on the disk as well. Only Unix can open it.
    folder: Option<File>,
    /// Ends after the others.
    _unfinished: Unfinished,
}

impl NewFile {
    /// Begins a file, which must not exist. Only users who may read the file `like` may read it.
    pub(crate) fn create(path: &Path, like: Option<&Path>) -> Result<Self, Failure> {
        if path.symlink_metadata().is_ok() {
            return Err(failed("create", path)(io::Error::from_raw_os_error(EXISTS)));
        }
        Self::begin(path, like).map_err(failed("create", path))
    }

    /// Writes a whole file. One that exists is replaced, and a link too, but not the file that it
    /// leads to.
    pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        let mut file = Self::begin(path, None).map_err(failed("create", path))?;
        file.write(bytes)?;
        file.put(|part, path| part.persist(path).map(drop).map_err(|error| error.error))
    }

    #[cfg_attr(not(unix), expect(unused_variables, reason = "there are no modes"))]
    fn begin(path: &Path, like: Option<&Path>) -> io::Result<Self> {
        let parent = parent(path);
        let folder = cfg!(unix).then(|| File::open(parent)).transpose()?;
        let mut builder = Builder::new();
        builder.prefix(".ids-").suffix(".part");
        // What a new file of any program may be, of which the system takes what its user does not want.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let like = like.map(Path::metadata).transpose()?;
            let mode = like.map_or(0o666, |like| like.permissions().mode() & 0o666);
            builder.permissions(std::fs::Permissions::from_mode(mode));
        }
        let (unfinished, part) = Unfinished::make(|| builder.tempfile_in(parent))?;
        Ok(Self { path: path.to_owned(), part, folder, _unfinished: unfinished })
    }

    /// Appends to the file.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.part.write_all(bytes).map_err(failed("write", &self.path))
    }

    /// Gives the file its name, unless there is another one of that name by now.
    pub(crate) fn keep(self) -> Result<(), Failure> {
        self.put(|part, path| part.persist_noclobber(path).map(drop).map_err(|error| error.error))
    }

    fn put(
        self,
        rename: impl FnOnce(NamedTempFile, &Path) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let Self { path, part, folder, .. } = self;
        let put = || {
            part.as_file().sync_all()?;
            rename(part, &path)?;
            folder.map_or(Ok(()), |folder| folder.sync_all())
        };
        put().map_err(failed("write", &path))
    }
}

/// A pipe or a device of this name, to be written to as it is; `None` for another kind of file.
pub(crate) fn stream(path: &Path) -> Option<Result<Stream, Failure>> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        let kind = path.metadata().ok()?.file_type();
        if kind.is_fifo() || kind.is_char_device() {
            let file = File::options().write(true).open(path).map_err(failed("open", path));
            return Some(file.map(|file| Stream { path: path.to_owned(), file }));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    None
}

/// A pipe or a device.
#[derive(Debug)]
pub(crate) struct Stream {
    path: PathBuf,
    file: File,
}

impl Stream {
    /// Writes lines of JSON. Nothing in them acts on a terminal.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let mut bytes = Cow::Borrowed(bytes);
        if self.file.is_terminal() {
            outside::json(bytes.to_mut(), 0);
        }
        self.file.write_all(&bytes).map_err(failed("write", &self.path))
    }
}

/// Makes a database in a file that does not exist, in a folder beside it that goes with all that was
/// not finished. One that exists is opened in its place.
#[cfg(feature = "sqlite")]
pub(crate) fn database(
    path: &str,
    make: impl Fn(&Path) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let path = Path::new(path);
    // SQLite would make the file that it leads to.
    if path.is_symlink() && !path.exists() {
        let leads = io::Error::other("this is a link to a file that does not exist");
        return Err(failed("create", path)(leads));
    }
    if let Some(left) = left_journal(path) {
        let left = outside::path(&left);
        let why = format!("{left} is left of another file of this name: rename it or remove it");
        return Err(failed("create", path)(io::Error::other(why)));
    }
    if path.symlink_metadata().is_ok() {
        return make(path);
    }
    let folder = || Builder::new().prefix(".ids-").suffix(".part").tempdir_in(parent(path));
    // Where no folder can be made, the database says why.
    let Ok((_unfinished, beside)) = Unfinished::make(folder) else { return make(path) };
    let part = beside.path().join("new.db");
    make(&part)?;
    // SQLite removes it once all of it is in the file.
    if part.with_file_name("new.db-wal").symlink_metadata().is_ok() {
        let why = io::Error::other("not all of it can be written: is the disk full?");
        return Err(failed("create", path)(why));
    }
    let part = tempfile::TempPath::try_from_path(part).map_err(failed("create", path))?;
    match part.persist_noclobber(path) {
        Err(taken) if taken.error.kind() == io::ErrorKind::AlreadyExists => make(path),
        put => put.map_err(|error| failed("create", path)(error.error)),
    }
}

/// The folder of a file.
fn parent(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| *parent != OsStr::new(""));
    parent.unwrap_or(Path::new("."))
}

fn failed(doing: &str, path: &Path) -> impl Fn(io::Error) -> Failure {
    move |error| {
        // What makes a file adds the place, as it was written: it may have a password.
        let said = error.to_string();
        let said = said.split(" at path ").next().unwrap_or_default();
        Failure::Refused(format!("cannot {doing} {}: {said}", outside::path(path)))
    }
}
