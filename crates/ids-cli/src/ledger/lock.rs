//! The lock on a ledger's file, by which processes take turns.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use super::source::cannot;
use crate::{output::Output, outside, status::Failure};

/// Between two looks at a lock that is waited for with a limit.
const PAUSE: Duration = Duration::from_millis(20);

/// Opens a file and locks it, within this time if there is a limit. Who has to wait is told so.
pub(super) fn locked(
    path: &Path,
    wait: Option<Duration>,
    out: &mut Output,
) -> Result<File, Failure> {
    let start = Instant::now();
    loop {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(|error| cannot("open", path, &error))?;
        // What has no end of its own has no last record either.
        if !file.metadata().map_err(|error| cannot("open", path, &error))?.is_file() {
            let path = outside::path(path);
            return Err(Failure::Refused(format!(
                "{path} is no regular file: nothing can be appended to it"
            )));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let waiting = format!("waiting for the lock on {}\n", outside::path(path));
                out.complain(|page| page.text(waiting))?;
                match wait {
                    None => file.lock().map_err(|error| cannot("lock", path, &error))?,
                    Some(wait) => lock_within(&file, path, wait.saturating_sub(start.elapsed()))?,
                }
            }
            Err(TryLockError::Error(error)) => return Err(cannot("lock", path, &error)),
        }
        // Whoever had the lock may have put another file in its place.
        if has_name(&file, path).map_err(|error| cannot("open", path, &error))? {
            return Ok(file);
        }
    }
}

/// Waits for the lock as long as this, and not longer.
fn lock_within(file: &File, path: &Path, wait: Duration) -> Result<(), Failure> {
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(cannot("lock", path, &error)),
        }
        let left = wait.saturating_sub(start.elapsed());
        if left.is_zero() {
            let path = outside::path(path);
            return Err(Failure::Refused(format!(
                "{path} is locked by another process, and --wait is over: nothing is appended"
            )));
        }
        thread::sleep(left.min(PAUSE));
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

/// A file that is open cannot be replaced.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as where it can be replaced")]
fn has_name(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}
