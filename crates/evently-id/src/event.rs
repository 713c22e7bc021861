//! A record of a ledger, read and hashed.

use alloc::{string::String, vec::Vec};

use ids_core::{RangeError, format::Hex};

use crate::{
    Duplicates, EventId, JsonError, JsonErrorKind, LAST_TIMESTAMP, LedgerId, Limits, Profile,
    canonical::utf8,
    json::{Buffers, Reading, Span, escaped, plain, unescape_into},
    jsonb,
    record::{DATA, ENTITIES, ENTITY, EVENT, Fields, KEY, META, NAMES, New, body_fields},
    time,
};

/// Reads records of one profile, into buffers that are used again for each.
///
/// ```
/// use evently_id::{EventReader, LedgerId, Profile};
/// let mut reader = EventReader::new(Profile::Doc5);
/// let mut event = reader.read(
///     r#"{"event":"Ledger Created","entities":{"ledger":"testing⑆preview"},
///         "timestamp":"2021-10-03T16:32:12.816530Z","meta":{"actor":"matt"},
///         "data":{"name":"My Ledger","description":"This ledger is for my example events."}}"#
///         .as_bytes(),
/// )?;
/// let genesis = event.id(None)?;
/// assert_eq!(genesis.to_string(), "0005cd7556b05092aecc815daa77f99c");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct EventReader {
    profile: Profile,
    duplicates: Duplicates,
    limits: Limits,
    buffers: Buffers,
}

/// A record that has been read: its canonical bytes are in the reader's buffer.
#[derive(Debug)]
pub struct Event<'r> {
    profile: Profile,
    buffers: &'r mut Buffers,
    /// Where each of the profile's fields ends in the canonical bytes.
    ends: [usize; 5],
    /// How long the bytes are that every hash begins with.
    body: usize,
    timestamp: u64,
    recorded: Option<&'r str>,
    append_key: Option<&'r str>,
}

impl EventReader {
    /// A reader with empty buffers.
    #[inline]
    pub fn new(profile: Profile) -> Self {
        Self { profile, ..Self::default() }
    }

    /// The same reader with another rule for duplicate keys.
    #[inline]
    #[must_use]
    pub fn with_duplicates(self, duplicates: Duplicates) -> Self {
        Self { duplicates, ..self }
    }

    /// The same reader with other limits.
    #[inline]
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The profile.
    #[inline]
    pub const fn profile(&self) -> Profile {
        self.profile
    }

    /// Reads one record: an object with `event`, `entities` (in profile v1 `entity` and `key`),
    /// `meta`, `data`, `timestamp`, and `eventId` if it has been written before. Other fields are
    /// checked for syntax and otherwise ignored: no id covers them.
    ///
    /// # Errors
    /// [`JsonError`]: the first fault, and where it is.
    #[inline]
    pub fn read<'r>(&'r mut self, record: &'r [u8]) -> Result<Event<'r>, JsonError> {
        self.read_as(record, None)
    }

    /// Reads one record of a ledger whose format is not known: of today's, [`Profile::Doc5`], else of that of 2021 to
    /// 2023, [`Profile::V1`], whose fields have other names. [`Event::profile`] says which it is.
    ///
    /// # Errors
    /// [`JsonError`]: what today's format has to say.
    #[inline]
    pub fn read_any<'r>(&'r mut self, record: &'r [u8]) -> Result<Event<'r>, JsonError> {
        let text = utf8(record)?;
        let (profile, fields) = match self.scan(text, Profile::Doc5, None) {
            Ok(fields) => (Profile::Doc5, fields),
            Err(error) => (Profile::V1, self.scan(text, Profile::V1, None).map_err(|_| error)?),
        };
        Ok(self.event(text, profile, fields))
    }

    /// The id that a record carries, as [`Event::recorded_id`] of [`read_any`](Self::read_any); `None` also if it is no
    /// record.
    #[inline]
    pub fn recorded_id(&mut self, record: &[u8]) -> Option<EventId> {
        self.read_any(record).ok()?.recorded_id()
    }

    /// Reads a new event, which gets this timestamp: an object with the fields of the event and no
    /// others, since no record would keep them (rule
    /// [EVENTLY-29](crate::rules#evently-29)). The key of an entity is a string, or a list of one
    /// string or more, also where a later one of the same name follows: a selector asks for strings.
    ///
    /// # Errors
    /// [`JsonError`]: the first fault, and where it is; [`JsonErrorKind::Timestamp`] at offset 0 if
    /// the timestamp is after [`LAST_TIMESTAMP`], the year 9999.
    #[inline]
    pub fn read_new<'r>(
        &'r mut self,
        event: &'r [u8],
        timestamp: u64,
    ) -> Result<Event<'r>, JsonError> {
        self.read_as(event, Some(New { timestamp, key_field: None }))
    }

    /// As [`read_new`](Self::read_new), of an object that has one field more, which carries the
    /// event's idempotency key, a string: [`Event::append_key`].
    ///
    /// ```
    /// use evently_id::{EventReader, Profile};
    /// let mut reader = EventReader::new(Profile::Doc5);
    /// let event = br#"{"order":"o-7","event":"Ordered","entities":{},"meta":{},"data":1}"#;
    /// let event = reader.read_keyed(event, 1_735_689_600_000_000, "order")?;
    /// assert_eq!(event.append_key().as_deref(), Some("o-7"));
    /// # Ok::<(), evently_id::JsonError>(())
    /// ```
    ///
    /// # Errors
    /// As `read_new`; a key that is missing or is no string is called `appendKey`.
    #[inline]
    pub fn read_keyed<'r>(
        &'r mut self,
        event: &'r [u8],
        timestamp: u64,
        key_field: &str,
    ) -> Result<Event<'r>, JsonError> {
        self.read_as(event, Some(New { timestamp, key_field: Some(key_field) }))
    }

    fn read_as<'r>(
        &'r mut self,
        record: &'r [u8],
        new: Option<New<'_>>,
    ) -> Result<Event<'r>, JsonError> {
        if new.is_some_and(|new| new.timestamp > LAST_TIMESTAMP) {
            return Err(JsonError { kind: JsonErrorKind::Timestamp, offset: 0 });
        }
        let (text, profile) = (utf8(record)?, self.profile);
        let fields = self.scan(text, profile, new)?;
        Ok(self.event(text, profile, fields))
    }

    fn scan(
        &mut self,
        text: &str,
        profile: Profile,
        new: Option<New<'_>>,
    ) -> Result<Fields, JsonError> {
        let Self { duplicates, limits, .. } = *self;
        let reading = Reading { numbers: profile.numbers(), duplicates, limits };
        Fields::scan(text, profile, reading, new, &mut self.buffers)
    }

    fn event<'r>(&'r mut self, text: &'r str, profile: Profile, fields: Fields) -> Event<'r> {
        let buffers = &mut self.buffers;
        let content = |span: Option<Span>| span.map(|span| &text[span.start..span.end]);
        let (recorded, append_key) = (content(fields.recorded), content(fields.append_key));
        let timestamp = fields.timestamp;
        let ends = fields.assemble(body_fields(profile), buffers);
        let body = buffers.out.len();
        Event { profile, buffers, ends, body, timestamp, recorded, append_key }
    }

    /// Reads in another profile from now on, with the same buffers.
    #[inline]
    pub const fn set_profile(&mut self, profile: Profile) {
        self.profile = profile;
    }
}

impl Event<'_> {
    /// The profile in which it was read.
    #[inline]
    pub const fn profile(&self) -> Profile {
        self.profile
    }

    /// Microseconds since the Unix epoch.
    #[inline]
    pub const fn timestamp(&self) -> u64 {
        self.timestamp
    }

    /// The text of `eventId`, as it stands between its quotes; `None` if the record has none.
    #[inline]
    pub const fn recorded(&self) -> Option<&str> {
        self.recorded
    }

    /// The id that the record carries; `None` if it has none, or what it has is no id.
    #[inline]
    pub fn recorded_id(&self) -> Option<EventId> {
        EventId::decode(self.recorded?.as_bytes()).ok()
    }

    /// The event's name: its `event`.
    #[inline]
    pub fn name(&self) -> &str {
        core::str::from_utf8(self.field(EVENT)).unwrap_or_default()
    }

    /// The canonical JSON of the entities; in profile v1, which names one entity, nothing.
    #[inline]
    pub fn entities(&self) -> &[u8] {
        self.field(ENTITIES)
    }

    /// The one entity of an event in profile v1, and its key; `None` in other profiles, which have
    /// [`entities`](Self::entities).
    ///
    /// ```
    /// use evently_id::{EventReader, Profile};
    /// let mut reader = EventReader::new(Profile::V1);
    /// let record = br#"{"event":"Served","entity":"player","key":"x","meta":{},"data":15,
    ///     "timestamp":"2021-10-03T16:32:12.816530Z"}"#;
    /// assert_eq!(reader.read(record)?.entity(), Some(("player", "x")));
    /// # Ok::<(), evently_id::JsonError>(())
    /// ```
    #[inline]
    pub fn entity(&self) -> Option<(&str, &str)> {
        let text = |field| core::str::from_utf8(self.field(field)).ok();
        if self.profile == Profile::V1 { text(ENTITY).zip(text(KEY)) } else { None }
    }

    /// The canonical JSON of the metadata.
    #[inline]
    pub fn meta(&self) -> &[u8] {
        self.field(META)
    }

    /// The canonical JSON of the data.
    #[inline]
    pub fn data(&self) -> &[u8] {
        self.field(DATA)
    }

    /// A field's canonical bytes.
    fn field(&self, field: usize) -> &[u8] {
        let mut start = 0;
        for (index, end) in body_fields(self.profile).iter().zip(self.ends) {
            if *index == field {
                // In profile pg the first event's metadata is no longer there as it was.
                return self.buffers.out.get(start..end).unwrap_or_default();
            }
            start = end;
        }
        &[]
    }

    /// The canonical bytes that every hash of this event begins with: of the event's name, the
    /// entities, the metadata and the data, without anything between them (rule
    /// [EVENTLY-16](crate::rules#evently-16)).
    #[inline]
    pub fn canonical(&self) -> &[u8] {
        &self.buffers.out[..self.body]
    }

    /// The id of this event after `previous`, in the ledger of that one (rules [EVENTLY-17](crate::rules#evently-17),
    /// [EVENTLY-18](crate::rules#evently-18)). With `None` it is the id of a ledger's first event, and the event says
    /// which ledger that is (rules [EVENTLY-19](crate::rules#evently-19), [EVENTLY-20](crate::rules#evently-20)).
    ///
    /// # Errors
    /// [`RangeError`] if the timestamp has more than 63 bits, which no record's has.
    #[inline]
    pub fn id(&mut self, previous: impl Into<Option<EventId>>) -> Result<EventId, RangeError> {
        if let Some(previous) = previous.into() {
            let text = Hex::LOWER.encode::<32>(previous.to_bits());
            return self.chained(previous.ledger(), text.as_bytes());
        }
        self.genesis_form();
        if !matches!(self.profile, Profile::Doc4 | Profile::V1) {
            let time = Hex::LOWER.encode::<16>(self.timestamp.into());
            self.buffers.out.extend_from_slice(time.as_bytes());
        }
        let ledger = LedgerId::from_checksum(crc32c::crc32c(&self.buffers.out));
        let time = if self.profile == Profile::V1 { 0 } else { self.timestamp };
        let bits = u128::from(time) << 64 | u128::from(ledger.to_bits());
        let before = Hex::LOWER.encode::<32>(bits);
        if self.profile == Profile::Pg {
            let decimal = ids_core::format::Digits::DECIMAL
                .encode::<10>(crc32c::crc32c(before.as_bytes()).into());
            self.chained(ledger, decimal.as_bytes())
        } else {
            self.chained(ledger, before.as_bytes())
        }
    }

    /// In profile pg the first event is hashed with the spaces of the database's own text.
    fn genesis_form(&mut self) {
        let [_, entities, meta, data, _] = self.ends;
        let Buffers { out, scratch, .. } = &mut *self.buffers;
        // Once is enough: the spaced text is another length, or the same text.
        if self.profile == Profile::Pg && self.body == data {
            scratch.clear();
            jsonb::write(&out[entities..meta], scratch);
            jsonb::write(&out[meta..data], scratch);
            out.truncate(entities);
            out.extend_from_slice(scratch);
            self.body = out.len();
        }
        out.truncate(self.body);
    }

    /// The feed of the id that was computed last: the bytes that its checksum covers (rule
    /// [EVENTLY-17](crate::rules#evently-17)). Before an id was computed, the
    /// [`canonical`](Self::canonical) bytes.
    #[inline]
    pub fn feed(&self) -> &[u8] {
        &self.buffers.out
    }

    /// The idempotency key that the record carries (rule [EVENTLY-31](crate::rules#evently-31)).
    #[inline]
    pub fn append_key(&self) -> Option<String> {
        let mut key = Vec::new();
        unescape_into(self.append_key?.as_bytes(), &mut key);
        String::from_utf8(key).ok()
    }

    /// Appends the record of this event to `record`, without a line's end, with its id and its
    /// idempotency key (rules [EVENTLY-29](crate::rules#evently-29) and
    /// [EVENTLY-31](crate::rules#evently-31)).
    #[inline]
    #[expect(clippy::missing_panics_doc, reason = "readers take no timestamp that has no text")]
    pub fn write_record(&self, id: EventId, key: Option<&str>, record: &mut Vec<u8>) {
        let (mut start, mut before) = (0, b'{');
        for (field, end) in body_fields(self.profile).iter().zip(self.ends) {
            record.extend_from_slice(&[before, b'"']);
            record.extend_from_slice(NAMES[*field].as_bytes());
            record.extend_from_slice(b"\":");
            let bytes = &self.buffers.out[start..end];
            match *field {
                ENTITIES | META | DATA => record.extend_from_slice(bytes),
                _ => quote(bytes, record),
            }
            (start, before) = (end, b',');
        }
        let timestamp = time::format_timestamp(self.timestamp).expect("the year is at most 9999");
        let key = key.map(|key| ("appendKey", key));
        let (timestamp, id) = (timestamp.as_str(), id.encode());
        let own = [("timestamp", timestamp), ("eventId", id.as_str())];
        for (name, value) in own.into_iter().chain(key) {
            record.extend_from_slice(b",\"");
            record.extend_from_slice(name.as_bytes());
            record.extend_from_slice(b"\":");
            quote(value.as_bytes(), record);
        }
        record.push(b'}');
    }

    fn chained(&mut self, ledger: LedgerId, previous: &[u8]) -> Result<EventId, RangeError> {
        let out = &mut self.buffers.out;
        out.truncate(self.body);
        let time = Hex::LOWER.encode::<16>(self.timestamp.into());
        let ledger_text = ledger.encode();
        let (first, second) = match self.profile {
            Profile::V1 => (ledger_text.as_bytes(), time.as_bytes()),
            _ => (time.as_bytes(), ledger_text.as_bytes()),
        };
        out.extend_from_slice(first);
        out.extend_from_slice(second);
        out.extend_from_slice(previous);
        EventId::from_parts(self.timestamp, crc32c::crc32c(out), ledger)
    }
}

/// Writes UTF-8 as a JSON string.
fn quote(bytes: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    let mut rest = core::str::from_utf8(bytes).unwrap_or_default().as_bytes();
    loop {
        let (plain, special) = rest.split_at(plain(rest));
        out.extend_from_slice(plain);
        let Some((special, after)) = special.split_first() else { break };
        out.extend_from_slice(escaped(char::from(*special), &mut [0; 6]));
        rest = after;
    }
    out.push(b'"');
}
