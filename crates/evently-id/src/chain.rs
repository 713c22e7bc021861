//! Writing a ledger.

use alloc::vec::Vec;
use core::fmt;

use ids_core::{Clock, ClockError, TimeError};

use crate::{
    Event, EventId, EventReader, JsonError, JsonErrorKind, Keys, Profile,
    time::{self, TICKS},
};

/// The timestamp of the next event: later than the last one, and not before now
/// (rule EVENTLY-28). A clock in the past is survived by counting on from the last event.
///
/// `None` after the last microsecond that an id has.
///
/// ```
/// use evently_id::next_timestamp;
/// assert_eq!(next_timestamp(None, 5), Some(5));
/// assert_eq!(next_timestamp(Some(5), 4), Some(6));
/// assert_eq!(next_timestamp(Some(5), 9), Some(9));
/// ```
#[inline]
pub const fn next_timestamp(last: Option<u64>, now: u64) -> Option<u64> {
    let next = match last {
        Some(last) if last >= now => last.saturating_add(1),
        _ => now,
    };
    if next <= EventId::TIMESTAMP.max() { Some(next) } else { None }
}

/// Why an event was not appended. The chain is as before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AppendError {
    /// The event cannot be read.
    Event(JsonError),
    /// The clock gives no time, as when it reads an instant before 1970.
    Clock(ClockError),
    /// The clock reads an instant that no timestamp says: after the year 9999.
    Time(TimeError),
    /// The ledger has an event at the last microsecond that a timestamp says, of the year 9999.
    Exhausted,
    /// The event that the selector's reader had seen last is not in this ledger.
    AfterNotFound {
        /// The id that was asked for.
        after: EventId,
    },
    /// An event that matches the selector has been appended meanwhile.
    Race {
        /// The first such event.
        event: EventId,
    },
    /// The idempotency key has been used for another event.
    KeyConflict {
        /// The event that has it.
        event: EventId,
    },
}

impl AppendError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Event(error) => error.kind(),
            Self::Clock(error) => error.kind(),
            Self::Time(error) => error.kind(),
            Self::Exhausted => "exhausted",
            Self::AfterNotFound { .. } => "after_not_found",
            Self::Race { .. } => "race",
            Self::KeyConflict { .. } => "key_conflict",
        }
    }
}

impl fmt::Display for AppendError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Event(error) => error.fmt(f),
            Self::Clock(error) => error.fmt(f),
            Self::Time(error) => error.fmt(f),
            Self::Exhausted => f.write_str("no timestamp is later than the last event's"),
            Self::AfterNotFound { after } => write!(f, "no event {after} in this ledger"),
            Self::Race { event } => write!(f, "the newer event {event} matches the selector"),
            Self::KeyConflict { event } => {
                write!(f, "the idempotency key belongs to another event, {event}")
            }
        }
    }
}

impl core::error::Error for AppendError {
    #[inline]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Event(error) => Some(error),
            Self::Clock(error) => Some(error),
            Self::Time(error) => Some(error),
            _ => None,
        }
    }
}

impl From<JsonError> for AppendError {
    #[inline]
    fn from(error: JsonError) -> Self {
        Self::Event(error)
    }
}

impl From<ClockError> for AppendError {
    #[inline]
    fn from(error: ClockError) -> Self {
        Self::Clock(error)
    }
}

impl From<TimeError> for AppendError {
    #[inline]
    fn from(error: TimeError) -> Self {
        Self::Time(error)
    }
}

/// The writing end of a ledger: stamps events, and computes their ids and records.
///
/// It writes nothing itself: a record counts once the caller has stored it. The chain has gone on
/// by then, so a caller whose store fails goes [`back_to`](Self::back_to) the last event that is
/// stored. Forgotten, the next event follows one that nobody has, and the ledger is refused from
/// there on.
///
/// Two writers of one ledger must take turns, as by a lock on its file; not `Clone`, since a copy
/// would append another event after the same predecessor. Writes profile [`Profile::Doc5`], or
/// continues a ledger of another.
///
/// ```
/// use core::time::Duration;
/// use evently_id::{Chain, Verifier};
/// let clock = Duration::from_micros(1_633_278_732_816_530);
/// let mut ledger = Vec::new();
/// let mut chain = Chain::begin(
///     &clock,
///     r#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"name":"example"}}"#.as_bytes(),
///     &mut ledger,
/// )?;
/// ledger.push(b'\n');
/// let event = br#"{"event":"Served","entities":{"player":["x"]},"meta":{},"data":15}"#;
/// let id = chain.append(&clock, event, &mut ledger)?;
/// // The clock stands still: one microsecond later.
/// assert_eq!(id.timestamp(), 1_633_278_732_816_531);
/// assert_eq!(Verifier::from_genesis(None).verify_lines(&ledger), Ok(2));
/// # Ok::<(), evently_id::AppendError>(())
/// ```
#[derive(Debug)]
#[must_use = "a chain that is dropped has to be resumed after the ledger's last event"]
pub struct Chain {
    reader: EventReader,
    head: EventId,
}

impl Chain {
    /// Creates a ledger with its first event, whose record is written to `record`.
    ///
    /// The event is an object with `event`, `entities`, `meta` and `data`. If its record cannot be
    /// stored there is no ledger: drop the chain, and begin again.
    ///
    /// # Errors
    /// [`AppendError`], also for a field that a record does not keep; nothing is written.
    #[inline]
    pub fn begin<C: Clock>(
        clock: &C,
        event: &[u8],
        record: &mut Vec<u8>,
    ) -> Result<Self, AppendError> {
        let mut reader = EventReader::new(Profile::Doc5);
        let head = stamp(&mut reader, None, clock, event, None, record, |_| ())?;
        Ok(Self { reader, head })
    }

    /// Continues a ledger after its last event.
    #[inline]
    pub fn resume(profile: Profile, head: EventId) -> Self {
        Self { reader: EventReader::new(profile), head }
    }

    /// The last event.
    #[inline]
    pub const fn head(&self) -> EventId {
        self.head
    }

    /// Goes on after `head`, the last event that is stored: the way back after an event was
    /// appended whose record could not be stored.
    ///
    /// Of that record nothing may be left, neither in the store nor in the buffer that is stored
    /// next. Whether it was stored after all, as when a connection broke, the ledger says: `head`
    /// is its last event. With [`append_once`](Self::append_once) the keys go back too, by
    /// [`Keys::back_to`]. As in [`resume`](Self::resume) nothing is checked.
    ///
    /// ```
    /// use core::time::Duration;
    /// use evently_id::{Chain, Keys, Verifier};
    /// use std::io::Write;
    /// let clock = Duration::from_micros(1_633_278_732_816_530);
    /// let genesis = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":null}"#;
    /// let event = br#"{"event":"Served","entities":{},"meta":{},"data":15}"#;
    /// let mut ledger = Vec::new();
    /// let mut chain = Chain::begin(&clock, genesis, &mut ledger)?;
    /// let mut keys = Keys::new();
    ///
    /// let (head, mut record) = (chain.head(), b"\n".to_vec());
    /// chain.append_once(&clock, &mut keys, "serve 1", event, &mut record)?;
    /// let mut full: &mut [u8] = &mut [0; 10];
    /// if full.write_all(&record).is_err() {
    ///     chain.back_to(head);
    ///     keys.back_to(head);
    /// }
    ///
    /// ledger.push(b'\n');
    /// chain.append_once(&clock, &mut keys, "serve 1", event, &mut ledger)?;
    /// assert_eq!(Verifier::from_genesis(None).verify_lines(&ledger), Ok(2));
    /// # Ok::<(), evently_id::AppendError>(())
    /// ```
    #[inline]
    pub const fn back_to(&mut self, head: EventId) {
        self.head = head;
    }

    /// Appends an event: its record, without a line's end, is written to `record`.
    ///
    /// If the record cannot be stored, go [`back_to`](Self::back_to) the last event that is before
    /// the next append: else that one follows an event that nobody has.
    ///
    /// # Errors
    /// [`AppendError`], also for a field that a record does not keep; nothing is written.
    #[inline]
    pub fn append<C: Clock>(
        &mut self,
        clock: &C,
        event: &[u8],
        record: &mut Vec<u8>,
    ) -> Result<EventId, AppendError> {
        self.append_with(clock, event, record, |_| ())
    }

    /// As [`append`](Self::append), and shows the event that has been appended. What was kept of
    /// it, as in a digest, is the caller's to take back if the record cannot be stored.
    ///
    /// # Errors
    /// As [`append`](Self::append); nothing is shown then.
    #[inline]
    pub fn append_with<C: Clock>(
        &mut self,
        clock: &C,
        event: &[u8],
        record: &mut Vec<u8>,
        visit: impl FnOnce(&Event<'_>),
    ) -> Result<EventId, AppendError> {
        self.head = stamp(&mut self.reader, Some(self.head), clock, event, None, record, visit)?;
        Ok(self.head)
    }

    /// As [`append`](Self::append), once for each key: the same key with the same event answers
    /// with the id it has, and writes nothing. The record carries the key as `appendKey`, a field
    /// that no id covers (rule EVENTLY-31).
    ///
    /// If the record cannot be stored, go [`back_to`](Self::back_to) the last event that is, and
    /// the keys by [`Keys::back_to`], before the next append: else the same key answers with the id
    /// of an event that nobody has.
    ///
    /// # Errors
    /// [`AppendError::KeyConflict`] if the key belongs to another event, [`AppendError::Event`] if
    /// U+0000 stands in it, which no record can hold; others as `append`.
    #[inline]
    pub fn append_once<C: Clock>(
        &mut self,
        clock: &C,
        keys: &mut Keys,
        key: &str,
        event: &[u8],
        record: &mut Vec<u8>,
    ) -> Result<EventId, AppendError> {
        if let Some(offset) = key.find('\0') {
            return Err(JsonError { kind: JsonErrorKind::Nul, offset }.into());
        }
        let canonical = Vec::from(self.reader.read_new(event, 0)?.canonical());
        if let Some((event, owner)) = keys.get(key) {
            let same = owner == canonical;
            return if same { Ok(event) } else { Err(AppendError::KeyConflict { event }) };
        }
        let last = Some(self.head);
        self.head = stamp(&mut self.reader, last, clock, event, Some(key), record, |_| ())?;
        keys.insert(key, self.head, canonical);
        Ok(self.head)
    }
}

/// Whether an atomic append may go on (rule EVENTLY-30): the event that the caller had read last
/// is in the ledger, and none after it matches the caller's selector.
///
/// `records` are the ledger's, in order; without `after` the caller had read nothing.
///
/// # Errors
/// [`AppendError::AfterNotFound`] or [`AppendError::Race`].
#[inline]
pub fn check_selector<R>(
    records: impl IntoIterator<Item = (EventId, R)>,
    after: Option<EventId>,
    mut matches: impl FnMut(R) -> bool,
) -> Result<(), AppendError> {
    let mut records = records.into_iter();
    if let Some(after) = after {
        if !records.any(|(id, _)| id == after) {
            return Err(AppendError::AfterNotFound { after });
        }
    }
    match records.find_map(|(id, record)| matches(record).then_some(id)) {
        Some(event) => Err(AppendError::Race { event }),
        None => Ok(()),
    }
}

fn stamp<C: Clock>(
    reader: &mut EventReader,
    previous: Option<EventId>,
    clock: &C,
    event: &[u8],
    key: Option<&str>,
    record: &mut Vec<u8>,
    visit: impl FnOnce(&Event<'_>),
) -> Result<EventId, AppendError> {
    let now = TICKS.at_most(clock.now()?, time::LAST)?;
    let timestamp = next_timestamp(previous.map(EventId::timestamp), now)
        .filter(|timestamp| *timestamp <= time::LAST)
        .ok_or(AppendError::Exhausted)?;
    let mut event = reader.read_new(event, timestamp)?;
    let id = match previous {
        None => event.genesis_id(),
        Some(previous) => event.id(previous.ledger(), previous),
    };
    let id = id.map_err(|_| AppendError::Exhausted)?;
    event.write_record(id, key, record);
    visit(&event);
    Ok(id)
}
