//! What the stores in databases share: their errors, and the queries of selectors.

use core::fmt;

use ids_db::Failure;

use crate::{
    EventId, EventReader, Fault, JsonError, JsonErrorKind, MAX_RECORD, Profile, Query, Store,
    Verifier, chain,
};

pub(crate) mod sql;

/// The version of the tables that this library knows.
pub(crate) const VERSION: u64 = 1;
/// Rows that a statement reads at most.
pub(crate) const PAGE: usize = 1000;
/// Bytes that the name of a ledger has at most.
const LONGEST_NAME: usize = 500;

/// A ledger of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LedgerRow {
    /// The number of its row.
    pub number: i64,
    /// Its name in the database; empty if that is not a text of at most 500 bytes.
    pub name: String,
    /// How it is written.
    pub profile: Profile,
    /// Its last event; `None` if it has none yet.
    pub head: Option<EventId>,
    /// How many events it has.
    pub events: u64,
    /// What is wrong with the row of the ledger, so that it cannot be opened. What could not be read then has its
    /// default. The other ledgers of the database are as they were.
    pub fault: Option<RowFault>,
}

impl LedgerRow {
    /// A row of these columns, of which each may be none.
    pub(crate) fn new(
        number: i64,
        name: Option<String>,
        profile: Option<Profile>,
        head: Result<Option<EventId>, DatabaseError>,
        events: Option<i64>,
    ) -> Self {
        let events = events.and_then(|events| u64::try_from(events).ok());
        let name = name.filter(|name| !name.is_empty() && name.len() <= LONGEST_NAME);
        let fault = match (&name, profile, &head, events) {
            (None, ..) => Some(RowFault::Name),
            (_, None, ..) => Some(RowFault::Profile),
            (_, _, Err(_), _) | (.., None) => Some(RowFault::Column),
            _ => None,
        };
        let (name, events) = (name.unwrap_or_default(), events.unwrap_or_default());
        let (profile, head) = (profile.unwrap_or_default(), head.unwrap_or_default());
        Self { number, name, profile, head, events, fault }
    }
}

/// [`Store::read`] of a store that answers queries: `show` shows all events behind `after`, if the ledger has it.
pub(crate) fn read_after<S: Store>(
    store: &mut S,
    after: Option<EventId>,
    show: impl FnOnce(&mut S, &Query) -> Result<(), S::Error>,
) -> Result<bool, S::Error> {
    if let Some(after) = after {
        if !store.contains(after)? {
            return Ok(false);
        }
    }
    show(store, &Query { after, ..Query::new() })?;
    Ok(true)
}

/// What a [`Store`] in a database does by its method `show`.
macro_rules! answers_by_show {
    () => {
        #[inline]
        fn read(
            &mut self,
            after: Option<EventId>,
            visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
        ) -> Result<bool, DatabaseError> {
            $crate::database::read_after(self, after, |store, query| {
                store.show(query, false, &mut |_, record| visit(record))
            })
        }

        #[inline]
        fn rows(
            &mut self,
            after: Option<EventId>,
            visit: &mut dyn FnMut(Option<EventId>, &[u8]) -> ControlFlow<()>,
        ) -> Result<bool, DatabaseError> {
            $crate::database::read_after(self, after, |store, query| {
                store.show(query, true, &mut |id, record| visit(Some(id), record))
            })
        }

        #[inline]
        fn select(
            &mut self,
            query: &Query,
            visit: &mut dyn FnMut(EventId, &[u8]) -> ControlFlow<()>,
        ) -> Result<(), LedgerError<DatabaseError>> {
            self.show(query, false, visit).map_err(LedgerError::Store)
        }

        #[inline]
        fn is_refusal(&self, error: &DatabaseError) -> bool {
            matches!(error, DatabaseError::Refused(_))
        }
    };
}
pub(crate) use answers_by_show;

/// Why a call of a store in a database failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum DatabaseError {
    /// The database does not answer now, or not in time, or has no room. The next call may succeed.
    /// Whether events were stored is not known.
    Unavailable(Box<dyn core::error::Error + Send + Sync>),
    /// The database refused: nothing of the call was stored. The text names PostgreSQL's SQLSTATE and constraint,
    /// and leaves out its `DETAIL`, which may quote an event.
    Refused(Box<dyn core::error::Error + Send + Sync>),
    /// There is no file of this name. `SqliteStore::init` makes one.
    Missing,
    /// The tables are absent (version 0), or of a version that this library does not know.
    Schema {
        /// The version of the tables.
        found: u64,
        /// The version that this library knows.
        known: u64,
    },
    /// A row of the database is not valid in a ledger.
    Row {
        /// Which row: the table, and the id of its event or its number.
        row: String,
        /// What is wrong with it.
        fault: RowFault,
    },
    /// The first record of a ledger is not valid.
    First(Fault),
    /// The file of the store, or its journal, was replaced or removed since it was opened. If this is
    /// the answer to an append, its events are in no file of that name.
    Replaced,
    /// This process is a copy, by `fork()`, of the one that opened the store.
    Forked,
    /// An argument is out of its range.
    Invalid(&'static str),
}

/// What is wrong with a row of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RowFault {
    /// A column has another type or width than an id, a number or a text.
    Column,
    /// The record cannot be read.
    Record(JsonError),
    /// The record has a line feed: in a file it would be two.
    LineFeed,
    /// The record is longer than [`MAX_RECORD`].
    TooLong,
    /// The record carries another id than its row.
    OtherId,
    /// The ledger's profile does not exist.
    Profile,
    /// The ledger's name is not valid.
    Name,
    /// A column by which events are found, or counted, is not what the records say.
    Derived {
        /// Which one; `entities` are the rows of the table of entities.
        column: &'static str,
    },
}

impl RowFault {
    /// That of a column of an event.
    pub(crate) fn derived(column: &str) -> Option<Self> {
        let known = ["previous", "event", "append_key", "entities"];
        known.into_iter().find(|known| *known == column).map(|column| Self::Derived { column })
    }
}

impl fmt::Display for RowFault {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Column => f.write_str("a column has another type or width"),
            Self::Record(error) => write!(f, "its record: {error}"),
            Self::LineFeed => f.write_str("its record has a line feed: in a file it would be two"),
            Self::TooLong => f.write_str("its record is longer than 16 MiB"),
            Self::OtherId => f.write_str("its record carries another id"),
            Self::Profile => f.write_str("its profile is not known"),
            Self::Name => f.write_str("its name is no text of 1 to 500 bytes"),
            Self::Derived { column: "events" } => {
                f.write_str("it has another number of events than it says")
            }
            Self::Derived { column: "entities" } => {
                f.write_str("the index of entities is not what the record says")
            }
            Self::Derived { column } => {
                write!(f, "the column {column} is not what the record says")
            }
        }
    }
}

impl fmt::Display for DatabaseError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable(error) => write!(f, "the database does not answer: {error}"),
            Self::Refused(error) => write!(f, "the database refused: {error}"),
            Self::Missing => f.write_str("there is no such file: `init` makes one"),
            Self::Schema { found: 0, .. } => {
                f.write_str("the database has no tables of evently-ledger: `init` makes them")
            }
            Self::Schema { found, known } => {
                write!(f, "the tables are of version {found}; this library knows version {known}")
            }
            Self::Row { row, fault } => write!(f, "{row}: {fault}"),
            Self::First(fault) => write!(f, "the first record of a ledger: {fault}"),
            Self::Replaced => {
                f.write_str("the file, or its journal, was replaced or removed since it was opened")
            }
            Self::Forked => f.write_str("this process was forked: open the store again"),
            Self::Invalid(what) => f.write_str(what),
        }
    }
}

impl core::error::Error for DatabaseError {
    #[inline]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Unavailable(error) | Self::Refused(error) => Some(&**error),
            Self::Row { fault: RowFault::Record(error), .. } => Some(error),
            Self::First(fault) => Some(fault),
            _ => None,
        }
    }
}

/// What to do about a failure: ask again, or not.
pub(crate) fn failed(failure: impl Into<Failure>) -> DatabaseError {
    match failure.into() {
        Failure::Away(error) => DatabaseError::Unavailable(error),
        Failure::Refused(error) => DatabaseError::Refused(error),
        Failure::Missing => DatabaseError::Missing,
        Failure::Schema(found) => DatabaseError::Schema { found, known: VERSION },
        Failure::Replaced => DatabaseError::Replaced,
        Failure::Forked => DatabaseError::Forked,
        Failure::Invalid(what) => DatabaseError::Invalid(what),
    }
}

impl DatabaseError {
    pub(crate) fn row(table: &str, row: impl fmt::Display, fault: RowFault) -> Self {
        Self::Row { row: format!("{table}, row {row}"), fault }
    }

    pub(crate) fn without_id(table: &str) -> Self {
        Self::row(table, "without an id", RowFault::Column)
    }
}

/// Whether a record is one line, which is not too long, and carries the id of its row.
pub(crate) fn check_row(
    reader: &mut EventReader,
    table: &str,
    id: EventId,
    record: &[u8],
) -> Result<(), DatabaseError> {
    if record.len() > MAX_RECORD {
        return Err(DatabaseError::row(table, id, RowFault::TooLong));
    }
    // White space in JSON.
    if memchr::memchr(b'\n', record).is_some() {
        return Err(DatabaseError::row(table, id, RowFault::LineFeed));
    }
    let found = reader.read_any(record).and_then(|event| chain::recorded(&event));
    let fault = match found {
        Ok(found) if found == id => return Ok(()),
        // What is not an id counts as another id.
        Ok(_) | Err(JsonError { kind: JsonErrorKind::BadField { field: "eventId" }, .. }) => {
            RowFault::OtherId
        }
        Err(error) => RowFault::Record(error),
    };
    Err(DatabaseError::row(table, id, fault))
}

/// The profile of a ledger that begins with this record.
pub(crate) fn first_profile(record: &[u8]) -> Result<Profile, DatabaseError> {
    let mut verifier = Verifier::from_genesis(None);
    verifier.verify(record).map_err(DatabaseError::First)?;
    Ok(verifier.profile().unwrap_or_default())
}

/// Whether the row of a ledger has the profile of its first record, if there is one. Verification finds a record
/// that cannot be read.
pub(crate) fn check_profile(
    (table, row): (&str, impl fmt::Display),
    profile: &str,
    first: Option<&[u8]>,
) -> Result<(), DatabaseError> {
    match first.map(first_profile) {
        Some(Ok(found)) if found.name() != profile => {
            Err(DatabaseError::row(table, row, RowFault::Derived { column: "profile" }))
        }
        _ => Ok(()),
    }
}

/// The profile of this name.
pub(crate) fn profile(name: &str) -> Option<Profile> {
    Profile::ALL.iter().copied().find(|profile| profile.name() == name)
}
