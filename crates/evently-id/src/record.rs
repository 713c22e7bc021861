//! The fields of a record.

use core::ops::Range;

use crate::{
    Duplicates, JsonError, JsonErrorKind, Profile,
    json::{self, Buffers, Member, Reading, Scanner, Span},
    time,
};

pub(crate) const EVENT: usize = 0;
pub(crate) const ENTITIES: usize = 1;
pub(crate) const ENTITY: usize = 2;
pub(crate) const KEY: usize = 3;
pub(crate) const META: usize = 4;
pub(crate) const DATA: usize = 5;
const TIMESTAMP: usize = 6;
const EVENT_ID: usize = 7;
const APPEND_KEY: usize = 8;

/// The fields that a record may have, by their places above.
pub(crate) const NAMES: [&str; 9] =
    ["event", "entities", "entity", "key", "meta", "data", "timestamp", "eventId", "appendKey"];

/// The fields that the checksum covers, in its order.
pub(crate) const fn body_fields(profile: Profile) -> &'static [usize] {
    match profile {
        Profile::V1 => &[ENTITY, KEY, EVENT, META, DATA],
        _ => &[EVENT, ENTITIES, META, DATA],
    }
}

/// The field that a key names.
#[inline]
fn place(text: &[u8], key: Span) -> Option<usize> {
    if key.escaped {
        return NAMES.iter().position(|name| json::is(text, key, name.as_bytes()));
    }
    // As a match the names are told apart by length and by words, not one after the other.
    Some(match &text[key.start..key.end] {
        b"event" => EVENT,
        b"entities" => ENTITIES,
        b"entity" => ENTITY,
        b"key" => KEY,
        b"meta" => META,
        b"data" => DATA,
        b"timestamp" => TIMESTAMP,
        b"eventId" => EVENT_ID,
        b"appendKey" => APPEND_KEY,
        _ => return None,
    })
}

#[cold]
const fn missing(field: usize) -> JsonError {
    JsonError { kind: JsonErrorKind::MissingField { field: NAMES[field] }, offset: 0 }
}

/// What the caller gives with an event that has no record yet.
#[derive(Clone, Copy)]
pub(crate) struct New<'k> {
    pub(crate) timestamp: u64,
    /// The field that carries the idempotency key, if one does.
    pub(crate) key_field: Option<&'k str>,
}

/// Where a record's fields are in the output, and what they say.
pub(crate) struct Fields {
    ranges: [Option<Range<usize>>; 6],
    pub(crate) timestamp: u64,
    pub(crate) recorded: Option<Span>,
    pub(crate) append_key: Option<Span>,
}

impl Fields {
    /// Reads a stored record, or an event that is not stored yet.
    pub(crate) fn scan(
        text: &str,
        profile: Profile,
        reading: Reading,
        new: Option<New<'_>>,
        buffers: &mut Buffers,
    ) -> Result<Self, JsonError> {
        let duplicates = reading.duplicates;
        let mut scanner = Scanner::new(text, reading, buffers);
        let mut fields = Self {
            ranges: [const { None }; 6],
            timestamp: new.map_or(0, |new| new.timestamp),
            recorded: None,
            append_key: None,
        };
        let (mut seen, mut others, mut unknown) = (0_u32, false, None);
        scanner.skip_space();
        if scanner.peek() != b'{' {
            // A whole value of another type is told from text that is not JSON.
            scanner.value()?;
            scanner.skip_space();
            scanner.end()?;
            return Err(JsonError { kind: JsonErrorKind::BadField { field: "record" }, offset: 0 });
        }
        scanner.pos += 1;
        scanner.skip_space();
        if scanner.peek() == b'}' {
            return Err(missing(body_fields(profile)[0]));
        }
        loop {
            let base = scanner.buffers.out.len();
            let start = scanner.pos;
            let key = scanner.key()?;
            scanner.buffers.out.truncate(base);
            scanner.begin();
            let mut field = place(scanner.text, key);
            if let Some(New { key_field, .. }) = new {
                let is_key =
                    key_field.is_some_and(|name| json::is(scanner.text, key, name.as_bytes()));
                match field {
                    _ if is_key => field = Some(APPEND_KEY),
                    // What only a stored record has.
                    Some(field) if field >= TIMESTAMP => {
                        let kind = JsonErrorKind::BadField { field: NAMES[field] };
                        return Err(JsonError { kind, offset: start });
                    }
                    _ => {}
                }
            }
            // A name of the other format is an unknown field like any other.
            let foreign = if profile == Profile::V1 { [ENTITIES; 2] } else { [ENTITY, KEY] };
            if let Some(field) = field {
                if seen & 1 << field != 0 && duplicates == Duplicates::Refuse {
                    let kind = JsonErrorKind::DuplicateKey;
                    return Err(JsonError { kind, offset: start });
                }
                seen |= 1 << field;
            }
            if let Some(field) = field.filter(|field| !foreign.contains(field)) {
                fields.value(field, new.is_some(), &mut scanner, base)?;
            } else {
                // It would be lost where the event is stored.
                unknown = unknown.or(new.map(|_| start));
                others |= field.is_none();
                scanner.value()?;
                scanner.buffers.out.truncate(base);
                scanner.buffers.members.push(Member::new(scanner.text, key, 0, 0));
            }
            scanner.begin();
            scanner.skip_space();
            match scanner.peek() {
                b',' => scanner.pos += 1,
                b'}' => break,
                _ => return Err(scanner.error(JsonErrorKind::Syntax)),
            }
            scanner.begin();
            scanner.skip_space();
        }
        scanner.pos += 1;
        scanner.begin();
        scanner.skip_space();
        scanner.end()?;
        if others {
            json::check_distinct(scanner.text, duplicates, &mut scanner.buffers.members)?;
        }
        let own: &[usize] = match new {
            None => &[TIMESTAMP],
            Some(New { key_field: Some(_), .. }) => &[APPEND_KEY],
            Some(_) => &[],
        };
        let absent = body_fields(profile).iter().chain(own).find(|field| seen & 1 << **field == 0);
        match (absent, unknown, scanner.other_key) {
            (Some(field), _, _) => Err(missing(*field)),
            (_, Some(offset), _) => Err(JsonError { kind: JsonErrorKind::UnknownField, offset }),
            (_, _, Some(offset)) => Err(JsonError { kind: JsonErrorKind::EntityKey, offset }),
            _ => Ok(fields),
        }
    }

    /// One of the record's own fields, whose value is next.
    fn value(
        &mut self,
        field: usize,
        new: bool,
        scanner: &mut Scanner<'_, '_>,
        base: usize,
    ) -> Result<(), JsonError> {
        let bad = JsonErrorKind::BadField { field: NAMES[field] };
        let start = scanner.pos;
        let opening = match field {
            META | ENTITIES => Some(b'{'),
            DATA => None,
            // A field that no rule defines: of another type it is as any other.
            APPEND_KEY if !new && scanner.peek() != b'"' => {
                scanner.value()?;
                scanner.buffers.out.truncate(base);
                // Where the last of equal keys counts, none before it does.
                self.append_key = None;
                return Ok(());
            }
            _ => Some(b'"'),
        };
        if opening.is_some_and(|opening| scanner.peek() != opening) {
            scanner.value()?;
            return Err(JsonError { kind: bad, offset: start });
        }
        if opening == Some(b'"') {
            let content = scanner.string()?;
            let text = scanner.text;
            let out = &mut scanner.buffers.out;
            out.truncate(base);
            let source = &text[content.start..content.end];
            match field {
                EVENT_ID => self.recorded = Some(content),
                APPEND_KEY => self.append_key = Some(content),
                TIMESTAMP => {
                    self.timestamp = time::parse(source)
                        .ok_or(JsonError { kind: JsonErrorKind::Timestamp, offset: start })?;
                }
                _ => {
                    if content.escaped {
                        json::unescape_into(source, out);
                    } else {
                        out.extend_from_slice(source);
                    }
                    self.ranges[field] = Some(base..out.len());
                }
            }
        } else {
            if field == ENTITIES && new {
                scanner.entities()?;
            } else {
                scanner.value()?;
            }
            scanner.flush();
            self.ranges[field] = Some(base..scanner.buffers.out.len());
        }
        Ok(())
    }

    /// Puts the fields in this order at the start of the output, and nothing after them; where
    /// each ends.
    pub(crate) fn assemble(self, order: &[usize], buffers: &mut Buffers) -> [usize; 5] {
        let Buffers { out, scratch, .. } = buffers;
        let ranges = order.iter().filter_map(|field| self.ranges[*field].clone());
        let (mut end, mut ends, mut in_place) = (0, [0; 5], true);
        for (place, range) in ends.iter_mut().zip(ranges.clone()) {
            in_place &= range.start == end;
            end += range.len();
            *place = end;
        }
        if !in_place {
            scratch.clear();
            ranges.for_each(|range| scratch.extend_from_slice(&out[range]));
            core::mem::swap(out, scratch);
        }
        out.truncate(end);
        ends
    }
}
