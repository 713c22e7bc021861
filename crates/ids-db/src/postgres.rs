//! Connections to PostgreSQL, and what their errors mean.

mod connection;
mod database;

use core::{error, fmt, fmt::Write};
use std::{io, string::String};

use tokio_postgres::{Client, Error, Row, error::SqlState};

use crate::{DatabaseError, NO_VERSION};

pub use self::{
    connection::{Connect, Connection, hosts, late, told},
    database::Database,
};

/// What is said of a connection string that cannot be read. It may have a password, so it is not repeated.
pub const NO_ADDRESS: &str = "the URL is not as postgres://USER:PASSWORD@HOST:PORT/DATABASE, with special \
     characters as %XX";

/// What makes the commit of its transaction durable where the settings say otherwise.
pub const DURABLE: &str = "SELECT set_config('synchronous_commit', 'on', true)
     WHERE current_setting('synchronous_commit') IN ('off', 'local')";

/// What the client says where the URL wants TLS and the server has no TLS.
const NO_TLS: &str = "error performing TLS handshake: server does not support TLS";

impl From<Error> for DatabaseError {
    #[inline]
    fn from(error: Error) -> Self {
        let text = described(&error);
        let read_only = |text| Self::Unavailable(ReadOnly(text).into());
        let Some(state) = error.code() else {
            // No password is given, or the server proves less than the URL wants: it stays so.
            let stays = ["invalid configuration: ", "authentication error: ", NO_TLS];
            if stays.iter().any(|start| text.starts_with(start)) {
                return Self::Refused(text.into());
            }
            // No answer of the server's: the connection failed, or was to be to a server that takes writes.
            let cause = error::Error::source(&error).and_then(<dyn error::Error>::downcast_ref);
            let is_read_only = cause.is_some_and(|cause: &io::Error| {
                cause.kind() == io::ErrorKind::PermissionDenied && cause.raw_os_error().is_none()
            });
            return if is_read_only { read_only(text) } else { Self::Unavailable(text.into()) };
        };
        match state.code().get(..2).unwrap_or_default() {
            // A standby, or a database that is fenced. Another connection may reach one that takes writes.
            _ if *state == SqlState::READ_ONLY_SQL_TRANSACTION => read_only(text),
            _ if *state == SqlState::UNDEFINED_TABLE || *state == SqlState::INVALID_SCHEMA_NAME => {
                Self::Schema(0)
            }
            // Connections, rollbacks by the server, too few resources, an operator's doing.
            "08" | "40" | "53" | "57" => Self::Unavailable(text.into()),
            _ if *state == SqlState::LOCK_NOT_AVAILABLE
                || *state == SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT =>
            {
                Self::Unavailable(text.into())
            }
            _ => Self::Refused(text.into()),
        }
    }
}

/// The version of the tables that the newest row of this table names; 0 without such a table.
///
/// # Errors
/// Those of the server; [`DatabaseError::Refused`] if it is not a number.
#[inline]
pub async fn version(client: &Client, table: &str) -> Result<u64, DatabaseError> {
    let named = format!("SELECT 1 WHERE to_regclass('{table}') IS NOT NULL");
    if client.query_typed(&named, &[]).await?.is_empty() {
        return Ok(0);
    }
    let newest = format!("SELECT max(version) FROM {table}");
    version_in(&client.query_typed(&newest, &[]).await?)
}

/// The version in the answer to `SELECT max(version)`.
///
/// # Errors
/// [`DatabaseError::Refused`] if it is not a number.
#[inline]
pub fn version_in(newest: &[Row]) -> Result<u64, DatabaseError> {
    let newest = newest.first().and_then(|row| row.try_get::<_, Option<i64>>(0).ok());
    let number = newest.and_then(|version| version.unwrap_or(0).try_into().ok());
    number.ok_or_else(|| DatabaseError::Refused(NO_VERSION.into()))
}

/// The text of an error: what the server answered, with its SQLSTATE and what it is about, or the causes
/// of a failed connection.
///
/// The server's `DETAIL` and `HINT` are left out, because they quote rows: an event, or the holder of a
/// number. Errors end in logs, where neither belongs.
#[inline]
pub fn described(error: &Error) -> String {
    if let Some(answer) = error.as_db_error() {
        let mut text = format!("{} (SQLSTATE {}", answer.message(), answer.code().code());
        for (what, name) in [("table", answer.table()), ("constraint", answer.constraint())] {
            if let Some(name) = name {
                let _ = write!(text, ", {what} {name}");
            }
        }
        return text + ")";
    }
    let mut text = error.to_string();
    let mut cause = error::Error::source(error);
    while let Some(error) = cause {
        let _ = write!(text, ": {error}");
        cause = error.source();
    }
    text
}

/// An error of a database that takes no writes, with its text.
#[derive(Debug)]
pub struct ReadOnly(pub String);

impl fmt::Display for ReadOnly {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl error::Error for ReadOnly {}
