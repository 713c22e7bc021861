//! Files beside a ledger: no more open to others than the ledger is.

use std::{fs::File, io, path::Path};

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
