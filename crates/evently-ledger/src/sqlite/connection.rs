//! Connections to a file, and what their errors mean.

use std::path::Path;

use rusqlite::{Connection, Error, ErrorCode, OpenFlags};

use super::{BUSY, DatabaseError, VERSION};

pub(super) fn open(path: &Path, flags: OpenFlags) -> Result<Connection, DatabaseError> {
    let flags = flags | OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(BUSY).map_err(failed)?;
    Ok(connection)
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

/// Whether the tables are those that this library knows.
pub(super) fn check(connection: &Connection) -> Result<(), DatabaseError> {
    match version(connection)? {
        VERSION => Ok(()),
        found => Err(DatabaseError::Schema { found, known: VERSION }),
    }
}

pub(super) fn version(connection: &Connection) -> Result<u64, DatabaseError> {
    let table = "SELECT count(*) FROM sqlite_schema WHERE name = 'evently_version'";
    let tables: i64 = connection.query_row(table, [], |row| row.get(0)).map_err(failed)?;
    if tables == 0 {
        return Ok(0);
    }
    let newest = "SELECT coalesce(max(version), 0) FROM evently_version";
    let version: i64 = connection.query_row(newest, [], |row| row.get(0)).map_err(failed)?;
    Ok(version.try_into().unwrap_or(0))
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
        _ => DatabaseError::Refused(error.into()),
    }
}
