//! Connections to a file, and what their errors mean.

use core::{fmt, time::Duration};
use std::path::Path;

use ids_db::sqlite::{self, Lost, OpenFiles};
use rusqlite::{Connection, Error, ErrorCode};

use super::{DatabaseError, VERSION};
use crate::error::LOCKED;

/// Opens a file that has the tables, if it cannot be written to as one that stays as it is.
pub(super) fn open_existing(
    path: &Path,
    busy: Duration,
) -> Result<(Connection, Option<OpenFiles>), DatabaseError> {
    let (connection, still) =
        sqlite::open(path, busy).map_err(|error| match path.try_exists() {
            Ok(false) => DatabaseError::Missing,
            _ => failed(error),
        })?;
    // First of all: the file of another program stays as it is.
    check(&connection)?;
    if still.is_none() {
        write_ahead(&connection)?;
    }
    Ok((connection, still))
}

/// Switches the file to a journal that is written ahead.
pub(super) fn write_ahead(connection: &Connection) -> Result<(), DatabaseError> {
    if sqlite::write_ahead(connection).map_err(failed)? {
        return Ok(());
    }
    Err(DatabaseError::Refused("this file system has no WAL mode".into()))
}

/// Whether the files are still those that were opened, and whether what was read is right.
pub(super) fn check_place(place: &OpenFiles) -> Result<(), DatabaseError> {
    place.check().map_err(|lost| match lost {
        Lost::Replaced => DatabaseError::Replaced,
        Lost::Written => DatabaseError::Unavailable(sqlite::WRITTEN.into()),
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
    let names = ["evently_version", "evently_ledger", "evently_event", "evently_entity"];
    if !sqlite::are_tables(connection, &names).map_err(failed)? {
        let text = "an object of the file has the name of a table of ledgers and is not a table";
        return Err(DatabaseError::Refused(text.into()));
    }
    sqlite::version(connection, "evently_version").map_err(failed)
}

/// That another process has the file.
#[derive(Debug)]
struct Busy(Error);

impl fmt::Display for Busy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it {LOCKED}")
    }
}

impl core::error::Error for Busy {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// What to do about a failure: ask again, or not.
pub(super) fn failed(error: Error) -> DatabaseError {
    match error.sqlite_error_code() {
        _ if sqlite::is_busy(&error) => DatabaseError::Unavailable(Busy(error).into()),
        _ if sqlite::is_away(&error) => DatabaseError::Unavailable(error.into()),
        // As before a move: reads go on.
        Some(ErrorCode::ReadOnly) => DatabaseError::Unavailable(error.into()),
        Some(ErrorCode::OperationInterrupted) => DatabaseError::Refused(sqlite::ENDLESS.into()),
        _ => DatabaseError::Refused(error.into()),
    }
}
