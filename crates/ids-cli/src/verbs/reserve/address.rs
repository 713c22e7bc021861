//! Where a store is.

use clap::Args;
use ids_reserve::{Namespace, Store, StoreError};

use crate::{show::outside::printable, status::Failure};

/// The argument that names the store. Messages never repeat it, because it may have a password.
#[derive(Args, Debug)]
pub(super) struct Address {
    /// The store: `sqlite:PATH`
    #[arg(value_name = "STORE")]
    store: String,
}

/// What an address names.
enum Place<'a> {
    /// The path of a file.
    #[cfg_attr(not(feature = "sqlite"), expect(dead_code, reason = "not read in this build"))]
    Sqlite(&'a str),
}

impl Address {
    fn place(&self) -> Result<Place<'_>, Failure> {
        match self.store.split_once(':') {
            Some(("sqlite", path)) => Ok(Place::Sqlite(path)),
            _ => Err(Failure::usage("no such kind of store: write sqlite:PATH")),
        }
    }

    /// The store, which has its tables.
    pub(super) fn open(&self) -> Result<Box<dyn Store>, Failure> {
        match self.place()? {
            #[cfg(feature = "sqlite")]
            Place::Sqlite(path) => {
                let store = ids_reserve::SqliteStore::open(file(path)?).map_err(failure)?;
                Ok(Box::new(store))
            }
            #[cfg(not(feature = "sqlite"))]
            Place::Sqlite(_) => Err(left_out("SQLite", "sqlite")),
        }
    }

    /// Creates the tables where they are absent.
    pub(super) fn init(&self) -> Result<(), Failure> {
        match self.place()? {
            #[cfg(feature = "sqlite")]
            Place::Sqlite(path) => {
                ids_reserve::SqliteStore::init(file(path)?).map_err(failure)?;
                Ok(())
            }
            #[cfg(not(feature = "sqlite"))]
            Place::Sqlite(_) => Err(left_out("SQLite", "sqlite")),
        }
    }

    /// The SQL that creates the tables.
    pub(super) fn schema(&self) -> Result<&'static str, Failure> {
        match self.place()? {
            #[cfg(feature = "sqlite")]
            Place::Sqlite(_) => Ok(ids_reserve::SqliteStore::SCHEMA),
            #[cfg(not(feature = "sqlite"))]
            Place::Sqlite(_) => Err(left_out("SQLite", "sqlite")),
        }
    }
}

/// The path of a file. SQLite takes an empty one as a file that nobody else sees.
#[cfg(feature = "sqlite")]
fn file(path: &str) -> Result<&str, Failure> {
    match path {
        "" | ":memory:" => Err(Failure::usage("the store has no file: write sqlite:PATH")),
        _ => Ok(path),
    }
}

/// This build has no such store.
#[cfg(not(feature = "sqlite"))]
fn left_out(name: &str, feature: &str) -> Failure {
    Failure::Refused(format!(
        "this build of ids has no {name}: build it with `--features {feature}`, as in \
         `cargo install --path crates/ids-cli --features {feature}`"
    ))
}

/// What the store says. Its words may be from outside.
#[expect(clippy::needless_pass_by_value, reason = "it ends here")]
pub(super) fn failure(error: StoreError) -> Failure {
    Failure::Refused(printable(error.to_string()))
}

/// The value of an argument NAMESPACE.
pub(super) fn namespace(text: &str) -> Result<Namespace, String> {
    Namespace::new(text).map_err(|error| error.to_string())
}
