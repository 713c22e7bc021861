//! What the stores in databases share: what is wrong with a row, and the queries of selectors.

use core::fmt;

use crate::{
    DatabaseError, EventId, EventReader, LedgerRow, MAX_RECORD, Profile, Record, Verifier,
};

pub(crate) mod sql;

/// What a call of a database gives.
pub(crate) type Result<T> = core::result::Result<T, DatabaseError>;

/// The version of the tables that this library knows.
pub(crate) const VERSION: u64 = 1;
/// Rows that a statement reads at most.
pub(crate) const PAGE: usize = 1000;

impl LedgerRow {
    /// A row of these columns, of which each may be none.
    pub(crate) fn new(
        number: i64,
        name: Option<String>,
        profile: Option<Profile>,
        head: Result<Option<EventId>>,
        events: Option<i64>,
    ) -> Self {
        let events = events.and_then(|events| u64::try_from(events).ok());
        let name = name.filter(|name| !name.is_empty() && name.len() <= Self::LONGEST_NAME);
        let fault = match (&name, profile, &head, events) {
            (None, ..) => Some("its name is no text of 1 to 500 bytes"),
            (_, None, ..) => Some(PROFILE),
            (_, _, Err(_), _) | (.., None) => Some(COLUMN),
            _ => None,
        };
        let (name, events) = (name.unwrap_or_default(), events.unwrap_or_default());
        let (profile, head) = (profile.unwrap_or_default(), head.unwrap_or_default());
        Self { number, name, profile, head, events, fault }
    }
}

/// What a [`Store`] in a database does by its method `show`.
macro_rules! answers_by_show {
    () => {
        #[inline]
        fn read(
            &mut self,
            after: Option<EventId>,
            visit: &mut $crate::store::Each<'_>,
        ) -> Result<bool> {
            let is_there = after.map_or(Ok(true), |after| self.contains(after))?;
            if is_there {
                let query = Query::new().after(after);
                self.show(&query, true, &mut |id, record| visit(Some(id), record))?;
            }
            Ok(is_there)
        }

        #[inline]
        fn select(
            &mut self,
            query: &Query,
            visit: &mut $crate::store::EachFound<'_>,
        ) -> core::result::Result<(), LedgerError<DatabaseError>> {
            self.show(query, false, visit).map_err(LedgerError::Store)
        }

        #[inline]
        fn is_refusal(&self, error: &DatabaseError) -> bool {
            matches!(error, DatabaseError::Refused(_))
        }
    };
}
pub(crate) use answers_by_show;

/// What is wrong with a row that has another type in a column.
pub(crate) const COLUMN: &str = "a column has another type or width";
/// What is wrong with the row of a ledger of another profile.
pub(crate) const PROFILE: &str = "its profile is not known";

/// That a row is not valid.
pub(crate) fn row(table: &str, row: impl fmt::Display, fault: impl fmt::Display) -> DatabaseError {
    DatabaseError::Row(format!("{table}, row {row}: {fault}").into())
}

/// That of a column by which events are found, or counted.
pub(crate) fn derived(of: &str, number: impl fmt::Display, column: &str) -> DatabaseError {
    match column {
        "events" => row(of, number, "it has another number of events than it says"),
        "entities" => row(of, number, "the index of entities is not what the record says"),
        column => row(of, number, format_args!("the column {column} is not what the record says")),
    }
}

/// The text of a record.
pub(crate) fn text<'r>(record: &Record<'r>) -> Result<&'r str> {
    let wrong = |error| format!("the record of {} is not UTF-8: {error}", record.id);
    let text = core::str::from_utf8(record.json);
    text.map_err(|error| DatabaseError::Invalid(wrong(error).into()))
}

pub(crate) fn without_id(table: &str) -> DatabaseError {
    row(table, "without an id", COLUMN)
}

/// Whether a record is one line, which is not too long, and carries the id of its row.
pub(crate) fn check_row(
    reader: &mut EventReader,
    table: &str,
    id: EventId,
    record: &[u8],
) -> Result<()> {
    let wrong = |fault: fmt::Arguments<'_>| Err(row(table, id, fault));
    if record.len() > MAX_RECORD {
        return wrong(format_args!("its record is longer than 16 MiB"));
    }
    // White space in JSON.
    if memchr::memchr(b'\n', record).is_some() {
        return wrong(format_args!("its record has a line feed: in a file it would be two"));
    }
    match reader.read_any(record).map(|event| event.recorded_id()) {
        Ok(found) if found == Some(id) => Ok(()),
        Ok(_) => wrong(format_args!("its record carries another id")),
        Err(error) => wrong(format_args!("its record: {error}")),
    }
}

/// The profile of a ledger that begins with this record.
pub(crate) fn first_profile(record: &[u8]) -> Result<Profile> {
    let mut verifier = Verifier::from_genesis(None);
    let first = |fault| format!("the first record of a ledger: {fault}");
    verifier.verify(record).map_err(|fault| DatabaseError::Row(first(fault).into()))?;
    Ok(verifier.profile().unwrap_or_default())
}

/// Whether the row of a ledger has the profile of its first record, if there is one. Verification finds a record
/// that cannot be read.
pub(crate) fn check_profile(
    (table, row): (&str, impl fmt::Display),
    profile: &str,
    first: Option<&[u8]>,
) -> Result<()> {
    match first.map(first_profile) {
        Some(Ok(found)) if found.name() != profile => Err(derived(table, row, "profile")),
        _ => Ok(()),
    }
}
