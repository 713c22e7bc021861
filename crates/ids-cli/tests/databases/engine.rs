//! Databases that execute a script.

/// A database.
pub(crate) trait Engine {
    /// Its name as the command and the documents have it.
    fn name(&self) -> &'static str;

    /// Its name where it differs from others of that name.
    fn own_name(&self) -> Option<&'static str> {
        None
    }

    /// Executes statements, and gives a line for each row, with `|` between values; or what the
    /// database says of the first one that it refuses.
    fn query(&self, sql: &str) -> Result<String, String>;

    /// A constant with these bytes.
    fn bytes(&self, hex: &str) -> String {
        format!("X'{hex}'")
    }
}
