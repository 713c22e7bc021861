//! Where the stores of the scenarios are, and the tables of the leases beside them.

use core::error::Error;
use std::path::Path;

use ids_reserve::Store;

/// A kind of store.
pub trait Ground: Sync {
    /// Its name in `IDS_RESERVE_STORES`.
    fn name(&self) -> &'static str;

    /// A new store whose clock is that of the folder, and a table for leases: where they are.
    fn begin(&self, folder: &Path) -> String;

    /// Keeps the content as it is now, and puts it back when the answer is called. For a server, it is
    /// that of all stores.
    fn backup(&self, place: &str) -> Box<dyn FnOnce() + '_>;

    /// Ends the server at once, and starts it again when the answer is called.
    fn kill(&self) -> Box<dyn FnOnce() + '_>;
}

/// The store at a place.
pub fn open(place: &str, folder: &Path) -> Box<dyn Store + Send> {
    match place.split_once(' ') {
        #[cfg(all(feature = "postgres", target_os = "linux"))]
        Some(("postgres", url)) => Box::new(crate::postgres::open(url)),
        #[cfg(all(feature = "etcd", target_os = "linux"))]
        Some(("etcd", url)) => Box::new(crate::etcd::open(url)),
        _ => Box::new(crate::sqlite::open(folder)),
    }
}

/// What a call of a table has failed of.
pub type Failure = Box<dyn Error>;

/// The rows of a lease. It is asked as most leases ask: each call by itself.
pub trait Table {
    /// Who has the number, and until when.
    fn get(&mut self, number: u64) -> Result<Option<(String, u64)>, Failure>;

    /// Writes who has it, without a look at who had it before.
    fn put(&mut self, number: u64, owner: &str, until: u64) -> Result<(), Failure>;
}

/// The table of leases at a place.
pub fn table(place: &str, folder: &Path) -> Box<dyn Table> {
    match place.split_once(' ') {
        #[cfg(all(feature = "postgres", target_os = "linux"))]
        Some(("postgres", url)) => Box::new(crate::postgres::Leases::new(url)),
        #[cfg(all(feature = "etcd", target_os = "linux"))]
        Some(("etcd", url)) => Box::new(crate::etcd::Leases::new(url)),
        _ => Box::new(crate::sqlite::Leases::new(folder)),
    }
}
