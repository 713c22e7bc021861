//! Connections to a file, and what their errors mean.

#[cfg(unix)]
use core::fmt::Write as _;
use core::time::Duration;
use std::{path::Path, thread};

use rusqlite::{Connection, Error, ErrorCode, MAIN_DB, OpenFlags};

use super::{DatabaseError, SHORT, VERSION, place::Place};

/// How long a writer waits before it looks again whether it is its turn.
const PAUSE: Duration = Duration::from_millis(1);

pub(super) fn open(
    path: &Path,
    flags: OpenFlags,
    busy: Duration,
) -> Result<Connection, DatabaseError> {
    let flags = flags | OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(busy).map_err(failed)?;
    Ok(connection)
}

/// Opens a file that has the tables. Without the right to write it is opened to read: as a file that
/// stays as it is, where it has no journal, since that of a stranger would keep its owner out.
pub(super) fn open_existing(
    path: &Path,
    busy: Duration,
) -> Result<(Connection, Option<Place>), DatabaseError> {
    let connection =
        open(path, OpenFlags::empty(), busy).map_err(|error| match path.try_exists() {
            Ok(false) => DatabaseError::Missing,
            _ => error,
        })?;
    let is_forbidden = connection.is_readonly(MAIN_DB).map_err(failed)?
        || match connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(())) {
            // No journal can be made beside it.
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ReadOnly) => true,
            looked => looked.map(|()| false).map_err(failed)?,
        };
    let still = if is_forbidden { Place::still(path).zip(address(path)) } else { None };
    if let Some((place, address)) = still {
        let connection = Connection::open_with_flags(address, STILL).map_err(failed)?;
        check(&connection)?;
        return Ok((connection, Some(place)));
    }
    // First of all: the file of another program stays as it is.
    check(&connection)?;
    write_ahead(&connection)?;
    Ok((connection, None))
}

/// Only to read, a file to which nobody writes.
const STILL: OpenFlags = OpenFlags::SQLITE_OPEN_READ_ONLY
    .union(OpenFlags::SQLITE_OPEN_URI)
    .union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// A file that stays as it is, as SQLite addresses it.
#[cfg(unix)]
fn address(path: &Path) -> Option<String> {
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
pub(super) fn write_ahead(connection: &Connection) -> Result<(), DatabaseError> {
    for _ in 0..100 {
        let mode: Result<String, _> =
            connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0));
        match mode {
            Ok(mode) if mode == "wal" => return Ok(()),
            Ok(_) => return Err(DatabaseError::Refused("this file system has no WAL mode".into())),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                connection.execute_batch("BEGIN EXCLUSIVE; COMMIT").map_err(failed)?;
            }
            Err(error) => return Err(failed(error)),
        }
    }
    Err(DatabaseError::Unavailable("other processes are switching its journal".into()))
}

/// Begins a transaction that writes, and waits so long for others that do.
///
/// SQLite has no queue, and its own waits grow to 100 ms: writers that came later would be faster. So all look
/// as often. After a second it tells.
pub(super) fn take_turn(
    connection: &Connection,
    busy: Duration,
    tell: &mut dyn FnMut(),
) -> Result<(), DatabaseError> {
    connection.busy_timeout(Duration::ZERO).map_err(failed)?;
    let (mut left, mut slept) = (busy, Duration::ZERO);
    let begun = loop {
        match connection.execute_batch("BEGIN IMMEDIATE") {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && !left.is_zero() =>
            {
                let pause = left.min(PAUSE);
                thread::sleep(pause);
                left -= pause;
                slept += pause;
                if slept == SHORT {
                    tell();
                }
            }
            begun => break begun.map_err(failed),
        }
    };
    connection.busy_timeout(busy).map_err(failed)?;
    begun
}

/// Whether the tables are those that this library knows.
pub(super) fn check(connection: &Connection) -> Result<(), DatabaseError> {
    match version(connection)? {
        VERSION => Ok(()),
        found => Err(DatabaseError::Schema { found, known: VERSION }),
    }
}

pub(super) fn version(connection: &Connection) -> Result<u64, DatabaseError> {
    // A view of this name may never end, and a virtual table is not in the file.
    let objects = "SELECT count(*) FROM sqlite_schema WHERE NOT (type = 'table' AND rootpage > 0)
        AND name COLLATE NOCASE IN ('evently_version', 'evently_ledger', 'evently_event', 'evently_entity')";
    let others: i64 = connection.query_row(objects, [], |row| row.get(0)).map_err(failed)?;
    if others > 0 {
        let text = "an object of the file that has the name of a table of ledgers is none";
        return Err(DatabaseError::Refused(text.into()));
    }
    let table = "SELECT count(*) FROM sqlite_schema WHERE name = 'evently_version'";
    let tables: i64 = connection.query_row(table, [], |row| row.get(0)).map_err(failed)?;
    if tables == 0 {
        return Ok(0);
    }
    let newest = "SELECT coalesce(max(version), 0) FROM evently_version";
    let version: i64 = connection.query_row(newest, [], |row| row.get(0)).map_err(failed)?;
    Ok(version.try_into().unwrap_or(0))
}

/// Whether another process has the file locked.
pub(super) fn is_busy(error: &DatabaseError) -> bool {
    let DatabaseError::Unavailable(error) = error else { return false };
    let code = error.downcast_ref().and_then(Error::sqlite_error_code);
    matches!(code, Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// What to do about a failure: ask again, or not.
pub(super) fn failed(error: Error) -> DatabaseError {
    match error.sqlite_error_code() {
        // Whether a commit that failed so is on the disk is not known.
        Some(
            ErrorCode::DatabaseBusy
            | ErrorCode::DatabaseLocked
            | ErrorCode::SystemIoFailure
            | ErrorCode::DiskFull
            | ErrorCode::CannotOpen
            | ErrorCode::FileLockingProtocolFailed,
        ) => DatabaseError::Unavailable(error.into()),
        Some(ErrorCode::OperationInterrupted) => DatabaseError::Refused(
            "a call took far more steps than the size of the file explains: something in it never ends".into(),
        ),
        _ => DatabaseError::Refused(error.into()),
    }
}
