//! What is asked of a database.

use super::keys::Key;
use crate::part::Error;

/// What a database does with the keys of one kind.
pub trait Store {
    /// An empty table for keys of this column type.
    fn create(&mut self, column: &str) -> Result<(), Error>;
    /// Adds rows with these keys, as one transaction.
    fn insert(&mut self, keys: &[Key]) -> Result<(), Error>;
    /// How many rows have keys from the one to the other.
    fn count(&mut self, first: &Key, last: &Key) -> Result<u64, Error>;
    /// What has been written since `create`.
    fn shape(&mut self) -> Result<Shape, Error>;
}

/// The state of the primary key's index.
pub struct Shape {
    pub index_bytes: u64,
    pub leaf_density: f64,
    pub leaf_fragmentation: f64,
    pub log_bytes: u64,
}
