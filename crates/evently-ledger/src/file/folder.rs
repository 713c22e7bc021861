//! The folder of a file: what is made in it lasts once the folder is on the disk as well.

use std::{fs::File, io, path::Path};

/// The one that this file is in, or will be in. Where a folder cannot be opened, the system keeps the order itself.
pub(super) fn of(path: &Path) -> io::Result<Option<File>> {
    if cfg!(not(unix)) {
        return Ok(None);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new("."))).map(Some)
}

/// Waits until what was made in it is on the disk.
pub(super) fn sync(folder: Option<&File>) -> io::Result<()> {
    folder.map_or(Ok(()), File::sync_all)
}
