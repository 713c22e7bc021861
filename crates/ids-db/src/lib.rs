#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

use core::{error::Error, fmt};

#[cfg(feature = "postgres")]
pub mod postgres;
#[cfg(feature = "sqlite")]
pub mod sqlite;
#[cfg(feature = "tls")]
mod tls;

#[cfg(feature = "tls")]
pub use tls::Authorities;
/// TLS for `tokio-postgres`: what [`Authorities::connector`] returns.
#[cfg(feature = "postgres-tls")]
pub use tokio_postgres_rustls::MakeRustlsConnect;

/// Why a call of a store in a database failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum DatabaseError {
    /// The database does not answer now, or not in time, has no room, or takes no writes. The next call may succeed.
    /// Whether anything was stored is not known.
    Unavailable(Box<dyn Error + Send + Sync>),
    /// The database refused: nothing of the call was stored, and asking again does not help. The text names PostgreSQL's
    /// SQLSTATE and constraint, and leaves out its `DETAIL`, which may quote a row.
    Refused(Box<dyn Error + Send + Sync>),
    /// There is no file of this name. `init` makes one.
    Missing,
    /// The tables are of this version, which this library does not know; 0 if they are absent.
    Schema(u64),
    /// A row of the database is not valid: the table, which row, and what is wrong with it.
    Row(Box<str>),
    /// The file of the store, or its journal, was replaced or removed since it was opened. What the call has stored is in
    /// no file of that name.
    Replaced,
    /// This process is a copy, by `fork()`, of the one that opened the store.
    Forked,
    /// An argument is out of its range, or asks for what the database does not have, as this says.
    Invalid(Box<str>),
}

impl fmt::Display for DatabaseError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable(error) => write!(f, "the database cannot be used now: {error}"),
            Self::Refused(error) => write!(f, "the database refused: {error}"),
            Self::Missing => f.write_str("there is no such file: `init` makes one"),
            Self::Schema(0) => {
                f.write_str("the database has no tables of this store: `init` makes them")
            }
            Self::Schema(found) => {
                write!(f, "the tables are of version {found}, which this library does not know")
            }
            Self::Replaced => {
                f.write_str("the file, or its journal, was replaced or removed since it was opened")
            }
            Self::Forked => f.write_str("this process was forked: open the store again"),
            Self::Row(wrong) | Self::Invalid(wrong) => f.write_str(wrong),
        }
    }
}

impl Error for DatabaseError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unavailable(error) | Self::Refused(error) => Some(&**error),
            _ => None,
        }
    }
}

/// Why tables are of no version.
#[cfg(any(feature = "postgres", feature = "sqlite"))]
const NO_VERSION: &str = "the version of the tables is not a number";
