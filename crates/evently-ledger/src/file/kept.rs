//! The file in which a torn line is kept when it is cut off.

use std::{
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
};

use super::{beside, error::FileError, folder};

/// The one with this number for a line that begins at this byte of a ledger.
fn numbered(ledger: &Path, offset: u64, number: u64) -> PathBuf {
    let mut name = ledger.as_os_str().to_owned();
    name.push(format!(".torn-{offset}"));
    if number > 0 {
        name.push(format!(".{number}"));
    }
    PathBuf::from(name)
}

/// The next one that does not exist: what has been kept is not written over.
pub(super) fn name(ledger: &Path, offset: u64) -> PathBuf {
    let mut number = 0;
    loop {
        let name = numbered(ledger, offset, number);
        if name.symlink_metadata().is_err() {
            return name;
        }
        number += 1;
    }
}

/// Writes a new one, and waits until it is on the disk; its name.
pub(super) fn keep(
    ledger: &Path,
    file: &File,
    offset: u64,
    line: &[u8],
) -> Result<PathBuf, FileError> {
    let name = name(ledger, offset);
    let failed = |error| FileError::io("create", &name, error);
    let held = folder::of(&name).map_err(failed)?;
    let mut file = beside::create(&name, file).map_err(failed)?;
    let synced = |()| folder::sync(held.as_ref());
    let written = file.write_all(line).and_then(|()| file.sync_all()).and_then(synced);
    if let Err(error) = written {
        // Half of a line is not kept; the first error says more than the second.
        let _ = fs::remove_file(&name);
        return Err(FileError::io("write", &name, error));
    }
    Ok(name)
}
