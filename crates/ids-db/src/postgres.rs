//! Connections to PostgreSQL, and what their errors mean.

mod connection;

use core::{error, fmt, fmt::Write};
use std::{io, string::String};

use tokio_postgres::{Error, error::SqlState};

pub use self::connection::{Connect, Connection, Unopened, hosts, late, told};

/// What is said of a connection string that cannot be read. It may have a password, so it is not repeated.
pub const NO_ADDRESS: &str = "the URL is not as postgres://USER:PASSWORD@HOST:PORT/DATABASE, with special \
     characters as %XX";

/// What an error means for a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The connection failed, or the server could not do it now. Asking again may help. Whether a commit
    /// was carried out is not known.
    Away,
    /// The database takes no writes: it is a standby, or is fenced. Nothing was written. Another
    /// connection may reach one that does.
    ReadOnly,
    /// A table or a schema is absent.
    Absent,
    /// The server refused: nothing was written, and asking again does not help.
    Refused,
}

impl Meaning {
    /// That of an error.
    #[inline]
    pub fn of(error: &Error) -> Self {
        let Some(state) = error.code() else {
            // No answer of the server's: the connection failed, or was to be to a server that takes writes.
            let cause = error::Error::source(error).and_then(<dyn error::Error>::downcast_ref);
            let is_read_only = cause.is_some_and(|cause: &io::Error| {
                cause.kind() == io::ErrorKind::PermissionDenied && cause.raw_os_error().is_none()
            });
            return if is_read_only { Self::ReadOnly } else { Self::Away };
        };
        match state.code().get(..2).unwrap_or_default() {
            _ if *state == SqlState::READ_ONLY_SQL_TRANSACTION => Self::ReadOnly,
            _ if *state == SqlState::UNDEFINED_TABLE || *state == SqlState::INVALID_SCHEMA_NAME => {
                Self::Absent
            }
            // Connections, rollbacks by the server, too few resources, an operator's doing.
            "08" | "40" | "53" | "57" => Self::Away,
            _ if *state == SqlState::LOCK_NOT_AVAILABLE
                || *state == SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT =>
            {
                Self::Away
            }
            _ => Self::Refused,
        }
    }
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
