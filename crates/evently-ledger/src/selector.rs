//! Which events a writer or a reader asks for.

use std::{borrow::Cow, collections::BTreeMap};

use serde_json::value::RawValue;

use crate::Event;

/// Which events a writer or a reader asks for: by their names, and by the keys of entities.
///
/// A selector has one or more terms, and an event matches if it matches one of them. It matches a
/// term if its name is one of the term's names, if there are any, and if it has all of the term's
/// entities. Databases answer it by indexes; other stores read events one by one. A database takes at most
/// 400 names and keys, of which the keys of a term count for each of its names: more is an error.
///
/// An event has a key of an entity where `entities` has the entity with this string, or with an
/// array in which this string stands. A number, `true` or `false`, which no new event has there, is found by its
/// text. Nothing else in `entities` is selected. In profile v1 it is the event's `entity` and `key`.
///
/// ```
/// use evently_ledger::Selector;
/// // All of a seat.
/// let seat = Selector::entity("seat", "12A");
/// // Bookings and cancellations of this seat on this flight, and the end of all bookings.
/// let booking = Selector::entity("seat", "12A")
///     .with_entity("flight", "LH 1")
///     .with_event("Booked")
///     .with_event("Cancelled")
///     .or(Selector::event("Sale Closed"));
/// # let _ = (seat, booking);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Selector {
    terms: Vec<Term>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Term {
    /// One of them is the event's name. Empty: any name.
    pub(crate) events: Vec<String>,
    /// The event has all of them: each an entity and its key.
    pub(crate) entities: Vec<(String, String)>,
}

impl Selector {
    /// Events of this name.
    #[inline]
    pub fn event(name: impl Into<String>) -> Self {
        Self { terms: vec![Term::default()] }.with_event(name)
    }

    /// Events that have this key of this entity.
    #[inline]
    pub fn entity(entity: impl Into<String>, key: impl Into<String>) -> Self {
        Self { terms: vec![Term::default()] }.with_entity(entity, key)
    }

    /// The same selector, whose last term allows this name: only names that a term allows match it.
    #[inline]
    #[must_use]
    pub fn with_event(mut self, name: impl Into<String>) -> Self {
        if let Some(term) = self.terms.last_mut() {
            term.events.push(name.into());
        }
        self
    }

    /// The same selector, whose last term wants this key of this entity too.
    #[inline]
    #[must_use]
    pub fn with_entity(mut self, entity: impl Into<String>, key: impl Into<String>) -> Self {
        if let Some(term) = self.terms.last_mut() {
            term.entities.push((entity.into(), key.into()));
        }
        self
    }

    /// Events that match this selector or the other one.
    #[inline]
    #[must_use]
    pub fn or(mut self, other: Self) -> Self {
        self.terms.extend(other.terms);
        self
    }

    #[cfg(any(feature = "postgres", feature = "sqlite"))]
    pub(crate) fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Whether this event matches.
    #[inline]
    pub fn matches(&self, event: &Event<'_>) -> bool {
        // Read when the first term asks.
        let mut entities = None;
        self.finds(event.name(), |entity, key| {
            entities.get_or_insert_with(|| Entities::of(event)).have(entity, key)
        })
    }

    /// Whether an event with these tags matches.
    pub(crate) fn matches_tags(&self, tags: &Tags) -> bool {
        self.finds(&tags.event, |entity, key| {
            tags.entities.iter().any(|(own, own_key)| own == entity && own_key == key)
        })
    }

    /// Whether an event of this name matches, whose entities are those that `has` finds.
    fn finds(&self, event: &str, mut has: impl FnMut(&str, &str) -> bool) -> bool {
        self.terms.iter().any(|term| {
            (term.events.is_empty() || term.events.iter().any(|name| name == event))
                && term.entities.iter().all(|(entity, key)| has(entity, key))
        })
    }
}

/// The most bytes that a database holds of what it finds events by, each: the name of an event, an entity, a key
/// of one, an idempotency key.
const MAX_INDEXED: usize = 1000;

/// Whether the tables of a database hold such an event: its name, its entities with their keys, and its
/// idempotency key have at most 1,000 bytes each. A file holds each event.
///
/// ```
/// use evently_ledger::{EventReader, Profile, fits_database};
/// let mut reader = EventReader::new(Profile::Doc5);
/// let mut fits = |name: &str| {
///     let event = format!(
///         r#"{{"event":"{name}","entities":{{}},"meta":{{}},"data":1,"timestamp":"2024-01-01T00:00:00Z"}}"#
///     );
///     reader.read(event.as_bytes()).map(|event| fits_database(&event))
/// };
/// assert!(fits("Served")?);
/// assert!(!fits(&"Served".repeat(200))?);
/// # Ok::<(), evently_ledger::JsonError>(())
/// ```
#[inline]
pub fn fits_database(event: &Event<'_>) -> bool {
    let is_long = |text: &str| text.len() > MAX_INDEXED;
    let is_long_entity = match Entities::of(event) {
        Entities::One(entity, key) => is_long(entity) || is_long(key),
        Entities::Many(entities) => {
            entities.iter().any(|(entity, keys)| is_long(entity) || any_key(keys.get(), is_long))
        }
    };
    !is_long(event.name())
        && !is_long_entity
        && !event.append_key().is_some_and(|key| is_long(&key))
}

/// The entities of an event.
enum Entities<'e> {
    One(&'e str, &'e str),
    Many(BTreeMap<Cow<'e, str>, &'e RawValue>),
}

impl<'e> Entities<'e> {
    fn of(event: &'e Event<'_>) -> Self {
        match event.entity() {
            Some((entity, key)) => Self::One(entity, key),
            // They are canonical JSON, an object.
            None => Self::Many(serde_json::from_slice(event.entities()).unwrap_or_default()),
        }
    }

    fn have(&self, entity: &str, key: &str) -> bool {
        match self {
            Self::One(own, own_key) => *own == entity && *own_key == key,
            Self::Many(entities) => {
                entities.get(entity).is_some_and(|keys| any_key(keys.get(), |own| own == key))
            }
        }
    }
}

/// What a selector looks at, of an event whose bytes are not read again.
#[derive(Debug)]
pub(crate) struct Tags {
    event: String,
    entities: Vec<(String, String)>,
}

impl Tags {
    pub(crate) fn of(event: &Event<'_>) -> Self {
        let mut own = Vec::new();
        let mut push = |entity: &str, key: &str| own.push((entity.to_owned(), key.to_owned()));
        match Entities::of(event) {
            Entities::One(entity, key) => push(entity, key),
            Entities::Many(entities) => {
                for (entity, keys) in entities {
                    let every = |key: &str| {
                        push(&entity, key);
                        false
                    };
                    any_key(keys.get(), every);
                }
            }
        }
        Self { event: event.name().to_owned(), entities: own }
    }
}

/// Whether this JSON is such a key, or an array in which one stands.
fn any_key(json: &str, mut is_such: impl FnMut(&str) -> bool) -> bool {
    let mut is = |json: &str| match json.as_bytes() {
        [b'"', ..] => serde_json::from_str::<Cow<'_, str>>(json).is_ok_and(|text| is_such(&text)),
        [b'-' | b'0'..=b'9' | b't' | b'f', ..] => is_such(json),
        _ => false,
    };
    match serde_json::from_str::<Vec<&RawValue>>(json) {
        Ok(keys) => keys.iter().any(|own| is(own.get())),
        Err(_) => is(json),
    }
}
