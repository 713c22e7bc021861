//! The lock on a ledger's file, by which processes take turns.
//!
//! On Windows a lock would keep readers out too. There a file is opened so that others can read it, but
//! cannot open it to write, rename it or remove it.

use core::time::Duration;
use std::{
    fs::{File, OpenOptions},
    io,
    path::Path,
    thread,
    time::Instant,
};

use super::error::{FileError, FileErrorKind};

/// Between two looks at a lock.
const PAUSE: Duration = Duration::from_millis(20);

/// Opens a file and locks it, within this time unless that has no end.
pub(super) fn locked(path: &Path, wait: Duration) -> Result<File, FileError> {
    let start = Instant::now();
    loop {
        let spent = if wait == Duration::MAX { Duration::ZERO } else { start.elapsed() };
        let left = wait.saturating_sub(spent);
        let Some(file) = system::locked(path, left)? else { continue };
        // The process that had the lock may have put another file in its place.
        if has_name(&file, path).map_err(|error| FileError::io("open", path, error))? {
            return Ok(file);
        }
    }
}

/// How a ledger's file is opened.
pub(super) use system::options;

/// Locks a file that is new.
pub(super) use system::hold;

/// Opens a file that has an end of its own: what has none has no last record either.
fn open(path: &Path) -> Result<File, FileError> {
    let failed = |error| FileError::io("open", path, error);
    let other = || FileError::new(path, FileErrorKind::NotRegular);
    if is_device(path) {
        return Err(other());
    }
    let file = options().open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.is_file() { Ok(file) } else { Err(other()) }
}

/// Whether this names a device. Windows has them in every folder: there `NUL` and `CON` are no files.
#[cfg(windows)]
pub(super) fn is_device(path: &Path) -> bool {
    use std::path::{Component, Prefix, absolute};
    // Which names are those of devices differs among versions of the system, which is asked here.
    let Ok(path) = absolute(path) else { return false };
    match path.components().next() {
        Some(Component::Prefix(prefix)) => matches!(prefix.kind(), Prefix::DeviceNS(_)),
        _ => false,
    }
}

/// Elsewhere a device is found out when it is open.
#[cfg(not(windows))]
pub(super) const fn is_device(_: &Path) -> bool {
    false
}

/// Waits before the next look at a lock; `left` is the rest of the limit.
fn pause(path: &Path, left: Duration) -> Result<(), FileError> {
    if left.is_zero() {
        return Err(FileError::new(path, FileErrorKind::Locked));
    }
    thread::sleep(left.min(PAUSE));
    Ok(())
}

#[cfg(not(windows))]
mod system {
    use std::fs::TryLockError;

    use super::{Duration, File, FileError, Instant, OpenOptions, Path, io, open, pause};

    pub(in super::super) fn options() -> OpenOptions {
        File::options().read(true).write(true).clone()
    }

    pub(in super::super) fn hold(file: &File) -> io::Result<()> {
        file.lock()
    }

    /// Opens a file and locks it, within what is left.
    pub(super) fn locked(path: &Path, left: Duration) -> Result<Option<File>, FileError> {
        let failed = |error| FileError::io("lock", path, error);
        let file = open(path)?;
        if left == Duration::MAX {
            return hold(&file).map(|()| Some(file)).map_err(failed);
        }
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(file)),
                Err(TryLockError::WouldBlock) => pause(path, left.saturating_sub(start.elapsed()))?,
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
    }
}

#[cfg(windows)]
mod system {
    use std::os::windows::fs::OpenOptionsExt;

    use super::{Duration, File, FileError, FileErrorKind, OpenOptions, Path, io, open, pause};

    /// What others may do with an open file: `FILE_SHARE_READ`.
    const SHARED: u32 = 1;
    /// Another process has the file open in a way that excludes this one: `ERROR_SHARING_VIOLATION`.
    const BUSY: i32 = 32;

    pub(in super::super) fn options() -> OpenOptions {
        File::options().read(true).write(true).share_mode(SHARED).clone()
    }

    /// It is, since it is open.
    #[expect(clippy::unnecessary_wraps, reason = "as where it can fail")]
    pub(in super::super) const fn hold(_: &File) -> io::Result<()> {
        Ok(())
    }

    /// Opens a file, which locks it; `None` if it could not be for now.
    pub(super) fn locked(path: &Path, left: Duration) -> Result<Option<File>, FileError> {
        let busy = |error: &FileError| match error.kind() {
            FileErrorKind::Io { error, .. } => error.raw_os_error() == Some(BUSY),
            _ => false,
        };
        match open(path) {
            Err(error) if busy(&error) => pause(path, left).map(|()| None),
            opened => opened.map(Some),
        }
    }
}

/// What has become of a file that is open, beyond what its writer did to it.
pub(super) fn changed(file: &File, path: &Path, length: u64) -> io::Result<Option<&'static str>> {
    let named = match has_name(file, path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        named => named?,
    };
    Ok(if !named {
        Some("it was renamed, removed or replaced after it was opened")
    } else if file.metadata()?.len() != length {
        Some("it was written to by a program that does not lock it")
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

/// On Windows a file that is open keeps its name; elsewhere there is no lock.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as where it can be replaced")]
fn has_name(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}
