//! Where ledgers are: in SQLite or PostgreSQL. A service that has one database needs no trait.

use core::time::Duration;

use evently_ledger::{DatabaseError, Store, postgres::PostgresStore, sqlite::SqliteStore};

/// A database with ledgers. All calls block.
pub trait Database: Send + Sync + 'static {
    /// A connection to one ledger.
    type Store: Store<Error = DatabaseError> + Send + 'static;

    /// Makes the tables where they are absent.
    ///
    /// # Errors
    /// [`DatabaseError`].
    fn init(&self) -> Result<(), DatabaseError>;

    /// Connects to the ledger of this name, which need not be there.
    ///
    /// # Errors
    /// [`DatabaseError`].
    fn open(&self, ledger: &str) -> Result<Self::Store, DatabaseError>;

    /// Waits until the ledger may have grown, for at most this long, and returns whether it may have.
    ///
    /// # Errors
    /// [`DatabaseError`].
    fn wait(store: &mut Self::Store, limit: Duration) -> Result<bool, DatabaseError>;
}

/// An SQLite file.
#[derive(Debug)]
pub struct Sqlite {
    /// Where it is.
    pub path: String,
}

/// A PostgreSQL database.
#[derive(Debug)]
pub struct Postgres {
    /// Its connection string.
    pub url: String,
}

impl Database for Sqlite {
    type Store = SqliteStore;

    fn init(&self) -> Result<(), DatabaseError> {
        SqliteStore::init(&self.path, "").map(drop)
    }

    fn open(&self, ledger: &str) -> Result<SqliteStore, DatabaseError> {
        SqliteStore::open(&self.path, ledger)
    }

    fn wait(store: &mut SqliteStore, limit: Duration) -> Result<bool, DatabaseError> {
        store.wait(Duration::from_millis(20), limit)
    }
}

impl Database for Postgres {
    type Store = PostgresStore;

    fn init(&self) -> Result<(), DatabaseError> {
        self.open("")?.init()
    }

    fn open(&self, ledger: &str) -> Result<PostgresStore, DatabaseError> {
        PostgresStore::new(&self.url, ledger)
    }

    fn wait(store: &mut PostgresStore, limit: Duration) -> Result<bool, DatabaseError> {
        store.wait(limit)
    }
}
