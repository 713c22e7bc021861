//! Connections to a file of SQLite to which all processes of a host may write.

use core::{error, fmt, mem, time::Duration};
use std::{path::Path, string::String, thread, time::Instant};

use rusqlite::{Connection, Error, ErrorCode, MAIN_DB, OpenFlags};

use crate::DatabaseError;

use self::open_files::OpenFiles;
pub use self::{
    file::{File, Tables},
    open_files::{is_fenced, left_journal},
};

mod file;
mod open_files;
mod work;

/// How long a store waits for other processes unless it is told otherwise.
pub const BUSY: Duration = Duration::from_secs(5);
/// How long it waits before it tells.
const SHORT: Duration = Duration::from_secs(1);
/// How long it waits before it looks again whether it is its turn.
const PAUSE: Duration = Duration::from_millis(1);

/// Why a call that writes fails on a file from which every user's right to write was taken.
pub const FENCED: &str = "the file is read-only";

/// Why a call was interrupted by its [`Work`](work::Work).
const ENDLESS: &str =
    "a call took far more steps than the size of the file explains: something in it never ends";

/// Opens a file to read and write.
fn connect(path: &Path, flags: OpenFlags, busy: Duration) -> Result<Connection, Error> {
    let flags = flags | OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(busy)?;
    Ok(connection)
}

/// Opens a file. Without the right to write it is opened to read: as a file that stays as it is, of this
/// [`OpenFiles`], where it has no journal, since one that is made now would keep its owner out.
fn open(path: &Path, busy: Duration) -> Result<(Connection, Option<OpenFiles>), Error> {
    let connection = connect(path, OpenFlags::empty(), busy)?;
    let is_forbidden = is_fenced(path)
        || connection.is_readonly(MAIN_DB)?
        || match connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(())) {
            // No journal can be made beside it.
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ReadOnly) => true,
            looked => looked.map(|()| false)?,
        };
    let still = if is_forbidden { OpenFiles::still(path).zip(address(path)) } else { None };
    match still {
        Some((place, address)) => Ok((Connection::open_with_flags(address, STILL)?, Some(place))),
        None => Ok((connection, None)),
    }
}

/// Opens a file to which no process writes, for reading only.
const STILL: OpenFlags = OpenFlags::SQLITE_OPEN_READ_ONLY
    .union(OpenFlags::SQLITE_OPEN_URI)
    .union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// A file that stays as it is, as SQLite addresses it.
#[cfg(unix)]
fn address(path: &Path) -> Option<String> {
    use core::fmt::Write;
    let mut address = String::from("file:");
    // Two slashes would begin the name of a host.
    for (index, byte) in path.as_os_str().as_encoded_bytes().iter().enumerate() {
        match byte {
            b'/' if index > 0 && address.ends_with('/') => {}
            b'/' | b'-' | b'.' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => {
                address.push(char::from(*byte));
            }
            byte => write!(address, "%{byte:02x}").ok()?,
        }
    }
    address.push_str("?immutable=1");
    Some(address)
}

#[cfg(not(unix))]
fn address(_: &Path) -> Option<String> {
    None
}

/// Switches the file to a journal that is written ahead.
///
/// SQLite does not wait where several connections switch a new file at once. A transaction that has
/// the file alone does wait, so the others have switched it by the next attempt.
fn write_ahead(connection: &Connection) -> Result<(), DatabaseError> {
    let mut attempts = 0;
    loop {
        match connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0)) {
            Ok(mode) if mode == "wal" => return Ok(()),
            Ok(_) => return Err(DatabaseError::Refused("this file system has no WAL mode".into())),
            Err(error) if attempts < 100 && is_busy(&error) => attempts += 1,
            Err(error) => return Err(error.into()),
        }
        connection.execute_batch("BEGIN EXCLUSIVE; COMMIT")?;
    }
}

/// Begins a transaction that writes. `busy` limits its wait for others that do. After a second it tells.
///
/// SQLite has no queue, and its own waits grow to 100 ms: writers that came later would be faster. So all look
/// as often.
fn take_turn<T>(
    connection: &Connection,
    busy: Duration,
    tell: &mut dyn FnMut(),
    begin: impl Fn() -> Result<T, Error>,
) -> Result<T, Error> {
    connection.busy_timeout(Duration::ZERO)?;
    // Where much else runs, a pause lasts far longer than it says.
    let (start, mut told) = (Instant::now(), false);
    let done = loop {
        let waited = start.elapsed();
        match begin() {
            Err(error) if is_busy(&error) => {
                if waited.min(busy) >= SHORT && !mem::replace(&mut told, true) {
                    tell();
                }
                if waited >= busy {
                    break Err(error);
                }
                thread::sleep(PAUSE.min(busy.saturating_sub(waited)));
            }
            done => break done,
        }
    };
    connection.busy_timeout(busy)?;
    done
}

/// Whether another process has the file locked, by an error of SQLite's or one that it is a cause of.
fn is_busy(error: &(dyn error::Error + 'static)) -> bool {
    let mut errors = core::iter::successors(Some(error), |error| error.source());
    let code = errors.find_map(|error| error.downcast_ref()).and_then(Error::sqlite_error_code);
    matches!(code, Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// That another process has the file.
#[derive(Debug)]
struct Busy(Error);

impl fmt::Display for Busy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is locked by another process, and the wait is over")
    }
}

impl error::Error for Busy {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        Some(&self.0)
    }
}

impl From<Error> for DatabaseError {
    #[inline]
    fn from(error: Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                Self::Unavailable(Busy(error).into())
            }
            Some(
                ErrorCode::SystemIoFailure
                | ErrorCode::DiskFull
                | ErrorCode::CannotOpen
                | ErrorCode::FileLockingProtocolFailed
                // As before a move: reads go on.
                | ErrorCode::ReadOnly,
            ) => Self::Unavailable(error.into()),
            Some(ErrorCode::OperationInterrupted) => Self::Refused(ENDLESS.into()),
            _ => Self::Refused(error.into()),
        }
    }
}
