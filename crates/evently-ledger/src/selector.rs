//! Which events a writer or a reader asks for.

use core::ops::ControlFlow;

use crate::{Event, entities};

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

    /// Events of one of these names, if there are any, that have all of these entities, each with its key: one term.
    /// `None` if there is neither a name nor an entity.
    ///
    /// ```
    /// use evently_ledger::Selector;
    /// let seat = vec![("seat".to_owned(), "1".to_owned())];
    /// assert_eq!(Selector::of(vec![], seat), Some(Selector::entity("seat", "1")));
    /// assert_eq!(Selector::of(vec![], vec![]), None);
    /// ```
    #[inline]
    pub fn of(events: Vec<String>, entities: Vec<(String, String)>) -> Option<Self> {
        let is_term = !events.is_empty() || !entities.is_empty();
        is_term.then(|| Self { terms: vec![Term { events, entities }] })
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
        self.finds(event.name(), |is_such| has_key(event, is_such))
    }

    /// Whether an event with these tags matches.
    pub(crate) fn matches_tags(&self, tags: &Tags) -> bool {
        self.finds(&tags.event, |is_such| {
            tags.keys.iter().any(|(entity, key)| is_such(entity, key))
        })
    }

    /// Whether an event of this name matches, among whose keys `has` looks for such a one.
    fn finds(&self, event: &str, has: impl Fn(&dyn Fn(&str, &str) -> bool) -> bool) -> bool {
        let named = || {
            self.terms.iter().filter(|term| {
                term.events.is_empty() || term.events.iter().any(|name| name == event)
            })
        };
        let is = |(entity, key): &(String, String), own: &str, own_key: &str| {
            entity == own && key == own_key
        };
        // The first keys of all terms are looked for at once, and the others of a term if that is there.
        named().any(|term| term.entities.is_empty())
            || named().next().is_some()
                && has(&|own, own_key| {
                    named().any(|term| {
                        let mut wanted = term.entities.iter();
                        wanted.next().is_some_and(|first| is(first, own, own_key))
                            && wanted.all(|other| has(&|own, own_key| is(other, own, own_key)))
                    })
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
    !is_long(event.name())
        && !has_key(event, |entity, key| is_long(entity) || is_long(key))
        && !event.append_key().is_some_and(|key| is_long(&key))
}

/// What a selector looks at, of an event whose bytes are not read again.
#[derive(Debug)]
pub(crate) struct Tags {
    event: String,
    /// Entities, each with one of its keys.
    keys: Vec<(String, String)>,
}

impl Tags {
    pub(crate) fn of(event: &Event<'_>) -> Self {
        let mut keys = Vec::new();
        let _all = keys_of(event, |entity, key| {
            keys.push((entity.to_owned(), key.to_owned()));
            ControlFlow::Continue(())
        });
        Self { event: event.name().to_owned(), keys }
    }
}

/// Whether an event has such an entity with such a key.
fn has_key(event: &Event<'_>, is_such: impl Fn(&str, &str) -> bool) -> bool {
    keys_of(event, |entity, key| {
        if is_such(entity, key) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .is_break()
}

/// Shows the entities of an event, with each of their keys.
fn keys_of(
    event: &Event<'_>,
    mut each: impl FnMut(&str, &str) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match event.entity() {
        Some((entity, key)) => each(entity, key),
        None => entities::each_key(event.entities(), each),
    }
}
