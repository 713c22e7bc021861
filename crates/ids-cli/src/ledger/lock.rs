//! The lock on a ledger's file, by which processes take turns.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io,
    path::Path,
};

use super::source::cannot;
use crate::{output::Output, status::Failure};

/// Opens a file and locks it. Who has to wait is told so.
pub(super) fn locked(path: &Path, out: &mut Output) -> Result<File, Failure> {
    loop {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(|error| cannot("open", path, &error))?;
        // What has no end of its own has no last record either.
        if !file.metadata().map_err(|error| cannot("open", path, &error))?.is_file() {
            let path = path.display();
            return Err(Failure::Refused(format!(
                "{path} is no regular file: nothing can be appended to it"
            )));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let waiting = format!("waiting for the lock on {}\n", path.display());
                out.complain(|page| page.text(waiting))?;
                file.lock().map_err(|error| cannot("lock", path, &error))?;
            }
            Err(TryLockError::Error(error)) => return Err(cannot("lock", path, &error)),
        }
        // Whoever had the lock may have put another file in its place.
        if has_name(&file, path).map_err(|error| cannot("open", path, &error))? {
            return Ok(file);
        }
    }
}

/// Whether this is the file that has this name now.
#[cfg(unix)]
fn has_name(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let (opened, named) = (file.metadata()?, path.metadata()?);
    Ok((opened.dev(), opened.ino()) == (named.dev(), named.ino()))
}

/// A file that is open cannot be replaced.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as where it can be replaced")]
fn has_name(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}
