//! Connections to a file, and what their errors mean.

#[cfg(unix)]
use core::fmt::Write as _;
use core::time::Duration;
use std::path::Path;

use ids_db::sqlite::{self, Lost, Place};
use rusqlite::{Connection, Error, ErrorCode, MAIN_DB, OpenFlags};

use super::{DatabaseError, VERSION};

/// Opens a file that has the tables. Without the right to write it is opened to read: as a file that
/// stays as it is, where it has no journal, since that of a stranger would keep its owner out.
pub(super) fn open_existing(
    path: &Path,
    busy: Duration,
) -> Result<(Connection, Option<Place>), DatabaseError> {
    let connection = sqlite::connect(path, OpenFlags::empty(), busy).map_err(|error| match path
        .try_exists()
    {
        Ok(false) => DatabaseError::Missing,
        _ => failed(error),
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
pub(super) fn write_ahead(connection: &Connection) -> Result<(), DatabaseError> {
    if sqlite::write_ahead(connection).map_err(failed)? {
        return Ok(());
    }
    Err(DatabaseError::Refused("this file system has no WAL mode".into()))
}

/// Whether the files are still those that were opened, and whether what was read is right.
pub(super) fn check_place(place: &Place) -> Result<(), DatabaseError> {
    place.check().map_err(|lost| match lost {
        Lost::Replaced => DatabaseError::Replaced,
        Lost::Written => DatabaseError::Unavailable(
            "somebody writes to the file, and there is no right to share its journal".into(),
        ),
    })
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
    sqlite::version(connection, "evently_version").map_err(failed)
}

/// What to do about a failure: ask again, or not.
pub(super) fn failed(error: Error) -> DatabaseError {
    match error.sqlite_error_code() {
        _ if sqlite::is_away(&error) => DatabaseError::Unavailable(error.into()),
        Some(ErrorCode::OperationInterrupted) => DatabaseError::Refused(
            "a call took far more steps than the size of the file explains: something in it never ends".into(),
        ),
        _ => DatabaseError::Refused(error.into()),
    }
}
