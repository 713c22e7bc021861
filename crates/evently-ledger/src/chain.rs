//! Writing a ledger.

use core::time::Duration;

use std::collections::BTreeMap;

use evently_id::{LAST_TIMESTAMP, UnixTime};

use crate::{
    AppendError, Clock, Event, EventId, EventReader, JsonError, JsonErrorKind, NewEvent, Profile,
};

/// The timestamp of the next event: later than the last one, and not before the clock (rule
/// [EVENTLY-28](evently_id::rules#evently-28)). If the clock is in the past, it counts on from the
/// last event.
///
/// `None` after the last microsecond that an id has.
///
/// ```
/// use evently_ledger::next_timestamp;
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

/// The writing end of a ledger: stamps events, and computes their ids and records.
///
/// It does no I/O: a record counts once the caller has stored it. If storing fails, the chain is
/// one event ahead: call [`back_to`](Self::back_to) with the last stored event. Without that, the next
/// event follows one that is not stored, and verification fails from there on.
///
/// Two writers of one ledger must take turns, for example by a lock on its file. It is not `Clone`,
/// since a copy would append another event after the same predecessor. Writes profile
/// [`Profile::Doc5`], or continues a ledger of another.
///
/// ```
/// use evently_ledger::{Chain, UnixTime, Verifier};
/// let clock = UnixTime::from_micros(1_633_278_732_816_530);
/// let mut ledger = Vec::new();
/// let mut chain = Chain::begin(
///     &clock,
///     r#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"name":"example"}}"#,
///     &mut ledger,
/// )?;
/// ledger.push(b'\n');
/// let event = br#"{"event":"Served","entities":{"player":["x"]},"meta":{},"data":15}"#;
/// let id = chain.append(&clock, event, &mut ledger)?;
/// // The clock stands still: one microsecond later.
/// assert_eq!(id.timestamp(), 1_633_278_732_816_531);
/// assert_eq!(Verifier::from_genesis(None).verify_lines(&ledger), Ok(2));
/// # Ok::<(), evently_ledger::AppendError>(())
/// ```
#[derive(Debug)]
#[must_use = "a chain that is dropped has to be resumed after the ledger's last event"]
pub struct Chain {
    reader: EventReader,
    head: EventId,
    /// The idempotency keys, each with the event that has it and its canonical bytes.
    keys: BTreeMap<String, (EventId, Vec<u8>)>,
    /// How many microseconds after the last event the next one may be.
    max_jump: u64,
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
    pub fn begin<'e, C: Clock>(
        clock: &C,
        event: impl Into<NewEvent<'e>>,
        record: &mut Vec<u8>,
    ) -> Result<Self, AppendError> {
        let (event, mut reader) = (event.into(), EventReader::new(Profile::Doc5));
        let head = stamp(&mut reader, None, now(clock)?, event, record)?;
        let mut chain = Self { reader, head, keys: BTreeMap::new(), max_jump: u64::MAX };
        let key = chain.key(event)?;
        chain.keys.extend(key.map(|(key, canonical)| (key, (head, canonical))));
        Ok(chain)
    }

    /// Continues a ledger after its last event.
    #[inline]
    pub fn resume(profile: Profile, head: EventId) -> Self {
        let reader = EventReader::new(profile);
        Self { reader, head, keys: BTreeMap::new(), max_jump: u64::MAX }
    }

    /// Takes up the idempotency key of a stored record, if it has one: for a chain that was
    /// [resumed](Self::resume), which knows of none.
    ///
    /// # Errors
    /// [`JsonError`] if the record cannot be read, or carries no id.
    #[inline]
    pub fn restore(&mut self, record: &[u8]) -> Result<(), JsonError> {
        let event = self.reader.read(record)?;
        let id = recorded(&event)?;
        if let Some(key) = event.append_key() {
            // The first event that carries a key owns it.
            self.keys.entry(key).or_insert_with(|| (id, event.canonical().to_vec()));
        }
        Ok(())
    }

    /// The same chain, which refuses to append if the clock reads an instant more than this after the last
    /// event's time: [`AppendError::Jump`]. Without it there is no bound.
    ///
    /// An event cannot be taken back. After one that was stamped by a clock that read 2030, all events are stamped
    /// 2030 until then. Set more than the longest time in which nothing is appended.
    ///
    /// ```
    /// use core::time::Duration;
    /// use evently_ledger::{AppendError, Chain, UnixTime};
    /// let event = br#"{"event":"e","entities":{},"meta":{},"data":null}"#;
    /// let (mut record, day) = (Vec::new(), Duration::from_secs(86_400));
    /// let today = UnixTime::from_secs(1_735_689_600);
    /// let mut chain = Chain::begin(&today, event, &mut record)?.with_max_jump(30 * day);
    ///
    /// let wrong = UnixTime::from_secs(1_893_456_000);
    /// let error = chain.append(&wrong, event, &mut record).unwrap_err();
    /// assert!(matches!(error, AppendError::Jump { .. }));
    /// # Ok::<(), AppendError>(())
    /// ```
    #[inline]
    pub fn with_max_jump(mut self, max_jump: Duration) -> Self {
        self.set_max_jump(max_jump);
        self
    }

    pub(crate) fn set_max_jump(&mut self, max_jump: Duration) {
        self.max_jump = u64::try_from(max_jump.as_micros()).unwrap_or(u64::MAX);
    }

    /// The last event.
    #[inline]
    pub const fn head(&self) -> EventId {
        self.head
    }

    /// Goes on after `head`, the last event that is stored: for the case that the record of an
    /// appended event could not be stored.
    ///
    /// Remove that record from the store and from the buffer that is stored next. If you do not
    /// know whether it was stored, for example because a connection broke, look at the ledger:
    /// `head` is its last event. The keys of all events after `head` are free again. Nothing is
    /// checked, as in [`resume`](Self::resume).
    ///
    /// ```
    /// use evently_ledger::{Chain, NewEvent, UnixTime, Verifier};
    /// use std::io::Write;
    /// let clock = UnixTime::from_micros(1_633_278_732_816_530);
    /// let genesis = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":null}"#;
    /// let event = br#"{"event":"Served","entities":{},"meta":{},"data":15}"#;
    /// let event = NewEvent::new(event).with_key("serve 1");
    /// let mut ledger = Vec::new();
    /// let mut chain = Chain::begin(&clock, genesis, &mut ledger)?;
    ///
    /// let (head, mut record) = (chain.head(), b"\n".to_vec());
    /// chain.append(&clock, event, &mut record)?;
    /// let mut full: &mut [u8] = &mut [0; 10];
    /// if full.write_all(&record).is_err() {
    ///     chain.back_to(head);
    /// }
    ///
    /// ledger.push(b'\n');
    /// chain.append(&clock, event, &mut ledger)?;
    /// assert_eq!(Verifier::from_genesis(None).verify_lines(&ledger), Ok(2));
    /// # Ok::<(), evently_ledger::AppendError>(())
    /// ```
    #[inline]
    pub fn back_to(&mut self, head: EventId) {
        self.head = head;
        // In a ledger ids ascend.
        self.keys.retain(|_, (event, _)| *event <= head);
    }

    /// Appends an event: its record, without a line's end, is written to `record`.
    ///
    /// One with an idempotency key is appended once: the same key with the same event returns the id that it has, and
    /// writes nothing. The record carries the key as `appendKey`, a field that no id covers (rule
    /// [EVENTLY-31](evently_id::rules#evently-31)). The chain knows the keys that it has appended and those of
    /// [`restore`](Self::restore).
    ///
    /// If the record cannot be stored, call [`back_to`](Self::back_to) with the last stored event
    /// before the next append. Else the next event follows one that is not stored, and its key is taken.
    ///
    /// # Errors
    /// [`AppendError`], also for a field that a record does not keep; nothing is written.
    /// [`AppendError::KeyConflict`] if the key belongs to another event, [`AppendError::Event`] if U+0000 stands in it, which
    /// no record can hold.
    #[inline]
    pub fn append<'e, C: Clock>(
        &mut self,
        clock: &C,
        event: impl Into<NewEvent<'e>>,
        record: &mut Vec<u8>,
    ) -> Result<EventId, AppendError> {
        let event = event.into();
        let key = self.key(event)?;
        if let Some((key, canonical)) = &key {
            if let Some((event, own)) = self.keys.get(key) {
                let (event, is_same) = (*event, own == canonical);
                return if is_same { Ok(event) } else { Err(AppendError::KeyConflict { event }) };
            }
        }
        let id = self.append_new(clock, event, record)?;
        self.keys.extend(key.map(|(key, canonical)| (key, (id, canonical))));
        Ok(id)
    }

    /// Appends an event whose key, if it has one, is new.
    pub(crate) fn append_new<C: Clock + ?Sized>(
        &mut self,
        clock: &C,
        event: NewEvent<'_>,
        record: &mut Vec<u8>,
    ) -> Result<EventId, AppendError> {
        let (last, now) = (self.head, now(clock)?);
        if now.saturating_sub(last.timestamp()) > self.max_jump {
            return Err(AppendError::Jump { last, now: UnixTime::from_micros(now) });
        }
        self.head = stamp(&mut self.reader, Some(last), now, event, record)?;
        Ok(self.head)
    }

    /// The key of an event to append, with its canonical bytes, if it has one.
    pub(crate) fn key(
        &mut self,
        event: NewEvent<'_>,
    ) -> Result<Option<(String, Vec<u8>)>, JsonError> {
        if !event.has_key() {
            return Ok(None);
        }
        let (event, key) = event.read(&mut self.reader, 0)?;
        Ok(key.map(|key| (key, event.canonical().to_vec())))
    }

    /// The event that a stored record is, and its canonical bytes.
    pub(crate) fn stored(&mut self, record: &[u8]) -> Result<(EventId, Vec<u8>), JsonError> {
        let event = self.reader.read(record)?;
        Ok((recorded(&event)?, event.canonical().to_vec()))
    }
}

/// The id that a stored event carries.
pub(crate) fn recorded(event: &Event<'_>) -> Result<EventId, JsonError> {
    let field = "eventId";
    let kind = match event.recorded() {
        None => JsonErrorKind::MissingField { field },
        Some(_) => JsonErrorKind::BadField { field },
    };
    event.recorded_id().ok_or(JsonError { kind, offset: 0 })
}

/// What the clock reads, in microseconds.
fn now<C: Clock + ?Sized>(clock: &C) -> Result<u64, AppendError> {
    Ok(EventId::TICKS.at_most(clock.now()?, LAST_TIMESTAMP)?)
}

fn stamp(
    reader: &mut EventReader,
    previous: Option<EventId>,
    now: u64,
    event: NewEvent<'_>,
    record: &mut Vec<u8>,
) -> Result<EventId, AppendError> {
    let timestamp = next_timestamp(previous.map(EventId::timestamp), now)
        .filter(|timestamp| *timestamp <= LAST_TIMESTAMP)
        .ok_or(AppendError::Exhausted)?;
    let (mut event, key) = event.read(reader, timestamp)?;
    let id = event.id(previous).map_err(|_| AppendError::Exhausted)?;
    event.write_record(id, key.as_deref(), record);
    Ok(id)
}
