//! The part of a format that has events and ledgers.

use crate::Fault;

/// What a verification says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// How many records are valid before the first failure.
    pub events: u64,
    /// The first failure's kind.
    pub failure: Option<String>,
    /// The profile that was found.
    pub profile: Option<String>,
    /// The text of the last valid id.
    pub head: Option<String>,
}

/// The part of a [`Subject`](crate::Subject) that has ledgers.
pub trait Ledgers {
    /// The canonical form of JSON; `form` names another than the format's own.
    ///
    /// # Errors
    /// The format's own.
    fn canonical(&self, form: &str, json: &str) -> Result<String, Fault>;

    /// The microseconds since the Unix epoch that an event's timestamp says, and how they are
    /// written.
    ///
    /// # Errors
    /// The format's own.
    fn timestamp(&self, text: &str) -> Result<(u64, String), Fault>;

    /// An event's body and its id.
    ///
    /// # Errors
    /// The format's own.
    fn event(
        &self,
        profile: &str,
        json: &str,
        previous: Option<&str>,
    ) -> Result<(String, String), Fault>;

    /// Verifies records, one on a line.
    ///
    /// # Errors
    /// `after` is no id.
    fn verify(&self, after: Option<&str>, lines: &str) -> Result<Verification, Fault>;
}
