//! Files beside a ledger: no more open to others than the ledger is.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use super::error::FileError;

/// The one whose name is that of the ledger with this ending.
pub(super) fn named(ledger: &Path, ending: &str) -> PathBuf {
    let mut name = ledger.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The one in which a torn line that begins at this byte is kept. What has been kept is not written over.
pub(super) fn of_torn(ledger: &Path, offset: u64) -> PathBuf {
    let (mut name, mut number) = (named(ledger, &format!(".torn-{offset}")), 0);
    while name.symlink_metadata().is_ok() {
        number += 1;
        name = named(ledger, &format!(".torn-{offset}.{number}"));
    }
    name
}

/// Keeps a torn line that begins at this byte, and waits until it is on the disk; where.
pub(super) fn keep(
    path: &Path,
    ledger: &File,
    offset: u64,
    line: &[u8],
) -> Result<PathBuf, FileError> {
    let name = of_torn(path, offset);
    let failed = |error| FileError::io("create", &name, error);
    let folder = folder(&name).map_err(failed)?;
    let mut file = create(&name, ledger).map_err(failed)?;
    let written = file.write_all(line).and_then(|()| file.sync_all());
    if let Err(error) = written.and_then(|()| sync(folder.as_ref())) {
        // Half of a line is not kept; the first error says more than the second.
        let _ = fs::remove_file(&name);
        return Err(FileError::io("write", &name, error));
    }
    Ok(name)
}

/// The folder that this file is in, or will be in: what is made in it lasts once the folder is on the disk as well. Where a
/// folder cannot be opened, the system keeps the order itself.
pub(super) fn folder(path: &Path) -> io::Result<Option<File>> {
    if cfg!(not(unix)) {
        return Ok(None);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new("."))).map(Some)
}

/// Waits until what was made in a folder is on the disk.
pub(super) fn sync(folder: Option<&File>) -> io::Result<()> {
    folder.map_or(Ok(()), File::sync_all)
}

/// A new file with the mode of the ledger. Where something has its name it is an error, also a link that leads
/// nowhere: what that names would be made.
pub(super) fn create(path: &Path, ledger: &File) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode(ledger)?);
    let file = options.open(path)?;
    same_mode(&file, ledger)?;
    Ok(file)
}

/// Opens an existing file to read and write, unless it is one that a link leads to.
pub(super) fn open(path: &Path) -> io::Result<File> {
    let named = path.symlink_metadata()?;
    let other = || {
        io::Error::other(
            "this is a link, or no file, and so no index of keys: rename it or remove it",
        )
    };
    if !named.is_file() {
        return Err(other());
    }
    let file = File::options().read(true).write(true).open(path)?;
    // A link may have come in its place since.
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let opened = file.metadata()?;
        if (opened.dev(), opened.ino()) != (named.dev(), named.ino()) {
            return Err(other());
        }
    }
    Ok(file)
}

/// Gives a file the mode of the ledger. A file system that has no modes, or another owner, leaves it as it is: what
/// was made here has no wider one.
pub(super) fn same_mode(file: &File, ledger: &File) -> io::Result<()> {
    #[cfg(unix)]
    if mode(file)? != mode(ledger)? {
        let wanted = std::os::unix::fs::PermissionsExt::from_mode(mode(ledger)?);
        let _left = file.set_permissions(wanted);
    }
    #[cfg(not(unix))]
    let _ = (file, ledger);
    Ok(())
}

/// Who may read and write a file.
#[cfg(unix)]
fn mode(file: &File) -> io::Result<u32> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(file.metadata()?.permissions().mode() & 0o666)
}
