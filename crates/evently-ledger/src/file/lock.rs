//! The lock on a ledger's file, by which processes take turns.

use core::time::Duration;
use std::{
    fs::{File, OpenOptions, TryLockError},
    io,
    path::Path,
    thread,
    time::Instant,
};

use super::error::{Change, FileError, FileErrorKind};

/// Between two looks at a lock that is waited for with a limit.
const PAUSE: Duration = Duration::from_millis(20);

/// Opens a file and locks it, within this time if there is a limit.
pub(super) fn locked(path: &Path, wait: Option<Duration>) -> Result<File, FileError> {
    let start = Instant::now();
    loop {
        let failed = |error| FileError::io("open", path, error);
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(failed)?;
        // What has no end of its own has no last record either.
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(FileError::new(path, FileErrorKind::NotRegular));
        }
        match wait {
            None => file.lock().map_err(|error| FileError::io("lock", path, error))?,
            Some(wait) => lock_within(&file, path, wait.saturating_sub(start.elapsed()))?,
        }
        // The process that had the lock may have put another file in its place.
        if has_name(&file, path).map_err(failed)? {
            return Ok(file);
        }
    }
}

/// Waits for the lock as long as this, and not longer.
fn lock_within(file: &File, path: &Path, wait: Duration) -> Result<(), FileError> {
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(FileError::io("lock", path, error)),
        }
        let left = wait.saturating_sub(start.elapsed());
        if left.is_zero() {
            return Err(FileError::new(path, FileErrorKind::Locked));
        }
        thread::sleep(left.min(PAUSE));
    }
}

/// What has become of a file that is open, beyond what its writer did to it.
pub(super) fn changed(file: &File, path: &Path, length: u64) -> io::Result<Option<Change>> {
    let named = match has_name(file, path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        named => named?,
    };
    Ok(if !named {
        Some(Change::Name)
    } else if file.metadata()?.len() != length {
        Some(Change::Content)
    } else {
        None
    })
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
