//! Why an event is not appended, and what is wrong with a ledger.

use core::{error::Error, fmt};

use ids_core::{ClockError, RangeError, Text, UnixTime, format::errors};

use crate::{EventId, JsonError};

/// Why a call ended before its turn: what it waited for stands before this.
#[cfg(any(feature = "file", feature = "postgres"))]
pub(crate) const LOCKED: &str = "is locked by another process, and the wait is over";

errors! {
    /// Why an event was not appended. The chain is as before.
    #[non_exhaustive]
    pub enum AppendError {
        /// The event cannot be read.
        Event(error: JsonError) => error.kind(), "{error}";
        /// The clock returns no time, for example because it reads an instant before the Unix epoch.
        Clock(error: ClockError) => error.kind(), "{error}";
        /// The clock reads an instant that no timestamp says: after the year 9999.
        Time(error: RangeError) => error.kind(), "{error}";
        /// The clock reads an instant too far after the last event, by the bound of `with_max_jump`.
        Jump {
            /// The last event.
            last: EventId,
            /// What the clock reads, after the Unix epoch.
            now: UnixTime,
        } => "jump", (
            "the clock jumped from the last event's {} to {now}, further than max_jump allows", last.time()
        );
        /// The ledger has an event at the last microsecond that a timestamp says, of the year 9999.
        Exhausted => "exhausted", "no timestamp is later than the last event's";
        /// The event that the selector's reader had seen last is not in this ledger.
        AfterNotFound {
            /// The id that was asked for.
            after: EventId,
        } => "after_not_found", "no event {after} in this ledger";
        /// An event that matches the selector has been appended meanwhile.
        Race {
            /// The first such event.
            event: EventId,
        } => "race", "the newer event {event} matches the selector";
        /// The idempotency key has been used for another event.
        KeyConflict {
            /// The event that has it.
            event: EventId,
        } => "key_conflict", "the idempotency key belongs to another event, {event}";
        /// The idempotency key stands twice in one call, for different events: none of them is stored, so none
        /// has an id.
        KeyTwice {
            /// The place in the call of the first of them, from 0 on.
            first: usize,
        } => "key_twice", "the idempotency key is that of another event of the same call, at index {first}";
        /// Its record would be longer than [`MAX_RECORD`](crate::MAX_RECORD).
        TooLong => "too_long", "its record would be longer than 16 MiB";
    }
}

errors! {
    /// What is wrong with a record of a ledger.
    #[non_exhaustive]
    pub enum Fault {
        /// The record cannot be read.
        Record(error: JsonError) => error.kind(), "{error}";
        /// The id that the record carries is not the one computed from it and its predecessor: the
        /// record, or one between the predecessor and it, has been changed, removed or added.
        Mismatch {
            /// The id that the record carries; `None` if it is not a text of at most 36 ASCII characters.
            found: Option<Text<36>>,
            /// The id that its content and its predecessor give.
            expected: EventId,
        } => "mismatch", (
            "the id is {}, but the record and its predecessor give {expected}",
            found.as_ref().map_or("no id", Text::as_str)
        );
        /// The ids fit, but this event is not later than its predecessor.
        NotMonotonic {
            /// This event's id.
            found: EventId,
            /// Its predecessor's.
            previous: EventId,
        } => "not_monotonic", "the event {found} is not later than its predecessor {previous}";
        /// The record is longer than [`MAX_RECORD`](crate::MAX_RECORD).
        TooLong => "too_long", "longer than 16 MiB";
        /// The record is right, but its row in the database has another id.
        OtherId {
            /// The id that the record carries.
            found: EventId,
        } => "row", "its row has another id than the record, which carries {found}";
        /// There is no record at all, and no trusted event before it: a ledger has at least its first
        /// event.
        Empty => "empty", "no events";
    }
}

impl Fault {
    /// Where in the record it was noticed.
    #[inline]
    pub const fn offset(&self) -> usize {
        match self {
            Self::Record(error) => error.offset,
            _ => 0,
        }
    }
}

/// A record that is wrong: where it is, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Failure {
    /// The record's index, the first being 0.
    pub index: u64,
    /// The byte at which the fault was noticed, from where the records began.
    pub offset: u64,
    /// The id of its row, where it stands in a database.
    pub row: Option<EventId>,
    /// What is wrong.
    pub fault: Fault,
}

impl Failure {
    /// That of a ledger without any record.
    pub(crate) const EMPTY: Self = Self { index: 0, offset: 0, row: None, fault: Fault::Empty };
}

impl fmt::Display for Failure {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.fault == Fault::Empty {
            return self.fault.fmt(f);
        }
        let line = self.index + 1;
        write!(f, "record {} (line {line}, byte {}): {}", self.index, self.offset, self.fault)
    }
}

impl Error for Failure {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.fault)
    }
}

/// Why events were not appended to a store, or it cannot be read or verified. The ledger is as before. With
/// [`LedgerError::Store`] alone that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LedgerError<E> {
    /// An event was refused.
    Refused {
        /// Which of them, the first being 0.
        index: usize,
        /// Why.
        error: AppendError,
    },
    /// The store failed. If its connection broke, the events may have been stored after all: append
    /// them again with the same idempotency keys.
    Store(E),
    /// A record that the store holds cannot be read.
    Record(JsonError),
    /// The store refuses to append after the event that it says is its last one, as a replica that
    /// is behind might.
    Behind,
    /// There is no ledger in the store: [`Appender::begin`](crate::Appender::begin) creates one.
    NoLedger,
    /// There is a ledger in the store already, and it cannot begin again.
    Exists,
    /// An event that was in the ledger, or that is trusted to be, is not there: the store was restored from an older
    /// copy, or is a replica that is behind. Nothing is appended until the appender is opened again.
    Forgotten {
        /// That event.
        event: EventId,
    },
    /// The events end elsewhere than the store says: a verification finds it.
    OtherEnd {
        /// The head that the store reports; `None` if it has no events.
        head: Option<EventId>,
        /// The last event that is there.
        last: Option<EventId>,
    },
}

impl<E> LedgerError<E> {
    /// The same error, with another one of the store.
    pub(crate) fn map_store<F>(self, store: impl FnOnce(E) -> F) -> LedgerError<F> {
        match self {
            Self::Refused { index, error } => LedgerError::Refused { index, error },
            Self::Store(error) => LedgerError::Store(store(error)),
            Self::Record(error) => LedgerError::Record(error),
            Self::Behind => LedgerError::Behind,
            Self::NoLedger => LedgerError::NoLedger,
            Self::Exists => LedgerError::Exists,
            Self::Forgotten { event } => LedgerError::Forgotten { event },
            Self::OtherEnd { head, last } => LedgerError::OtherEnd { head, last },
        }
    }
}

impl<E: fmt::Display> fmt::Display for LedgerError<E> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused { error, .. } => error.fmt(f),
            Self::Store(error) => error.fmt(f),
            Self::Record(error) => write!(f, "a stored record: {error}"),
            Self::Behind => f.write_str("the store appends after another event than its last one"),
            Self::NoLedger => f.write_str("there is no ledger yet"),
            Self::Exists => f.write_str("there is a ledger already"),
            Self::Forgotten { event } => {
                write!(f, "the store has no event {event}, as after a restore")
            }
            Self::OtherEnd { head, last } => {
                f.write_str("the ledger says that ")?;
                match head {
                    Some(head) => write!(f, "its last event is {head}")?,
                    None => f.write_str("it has no events")?,
                }
                match last {
                    Some(last) => write!(f, ", but its events end with {last}"),
                    None => f.write_str(", but it has no events"),
                }
            }
        }
    }
}

impl<E: Error + 'static> Error for LedgerError<E> {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Refused { error, .. } => Some(error),
            Self::Store(error) => Some(error),
            Self::Record(error) => Some(error),
            _ => None,
        }
    }
}
