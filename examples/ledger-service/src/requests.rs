//! What clients send: events with keys and a condition, and which events to read.

use std::collections::{BTreeMap, HashMap};

use axum::http::StatusCode;
use evently_ledger::{EventId, NewEvent, Query, Request, Selector};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::problem::Problem;

/// Events that a page has at most.
const PAGE: usize = 1000;

/// Events to append, all or none of them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Append {
    events: Vec<Item>,
    /// What must not be newer than `after`.
    unless: Option<Vec<Term>>,
    /// The event that the client has read last.
    after: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    /// As it was sent: the numbers of an event keep their digits.
    event: Box<RawValue>,
    key: Option<String>,
}

/// Events of one of these names, with all of these keys of entities.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Term {
    #[serde(default)]
    events: Vec<String>,
    #[serde(default)]
    entities: BTreeMap<String, Vec<String>>,
}

impl Append {
    /// The events.
    pub fn events(&self) -> Vec<NewEvent<'_>> {
        self.events.iter().map(Item::event).collect()
    }

    /// Looks that no key is there twice: of two events of one key one is not stored.
    ///
    /// # Errors
    /// [`Problem`] that names the place.
    pub fn check_keys(&self) -> Result<(), Problem> {
        let mut seen = HashMap::new();
        for (index, item) in self.events.iter().enumerate() {
            let Some(key) = &item.key else { continue };
            if let Some(first) = seen.insert(key, index) {
                let (place, why) = (
                    format!("events[{index}].key"),
                    format!("{key:?} is the key of events[{first}] too"),
                );
                return Err(Problem::argument(&place, &why));
            }
        }
        Ok(())
    }

    /// The request of these events, which are its own, on its condition if it has one.
    ///
    /// # Errors
    /// [`Problem`] that names the place.
    pub fn request<'r>(&self, events: &'r [NewEvent<'r>]) -> Result<Request<'r>, Problem> {
        let request = Request::new(events);
        let after = self.after.as_deref().map(|id| event_id("after", id)).transpose()?;
        let Some(terms) = &self.unless else {
            return match after {
                Some(_) => {
                    Err(Problem::argument("after", "it wants `unless`, of which nothing is newer"))
                }
                None => Ok(request),
            };
        };
        let terms = terms.iter().enumerate().map(|(index, Term { events, entities })| {
            let keys = entities
                .iter()
                .flat_map(|(entity, keys)| keys.iter().map(|key| (entity.clone(), key.clone())));
            let empty = "it has neither events nor entities";
            Selector::of(events.clone(), keys.collect())
                .ok_or_else(|| Problem::argument(&format!("unless[{index}]"), empty))
        });
        let unless = terms.collect::<Result<Vec<_>, _>>()?.into_iter().reduce(Selector::or);
        let unless = unless.ok_or_else(|| Problem::argument("unless", "it is empty"))?;
        Ok(request.unless(after, &unless))
    }
}

impl Item {
    fn event(&self) -> NewEvent<'_> {
        let event = NewEvent::new(self.event.get().as_bytes());
        match &self.key {
            Some(key) => event.with_key(key),
            None => event,
        }
    }
}

/// An id in this place of a request.
///
/// # Errors
/// [`Problem`] that names the place.
pub fn event_id(place: &str, id: &str) -> Result<EventId, Problem> {
    id.parse().map_err(|error| Problem::argument(place, error))
}

/// Which events to read, as `?entity=seat=12A&event=Booked&newest=true&limit=20`; and how many at most.
///
/// # Errors
/// [`Problem`] that names the parameter.
pub fn query(parameters: &[(String, String)]) -> Result<(Query, usize), Problem> {
    let (mut query, mut limit) = (Query::new(), 100);
    let (mut names, mut keys) = (Vec::new(), Vec::new());
    for (name, value) in parameters {
        match &**name {
            "after" => query = query.after(event_id(name, value)?),
            "before" => query = query.before(event_id(name, value)?),
            "newest" if value == "true" => query = query.newest_first(),
            "newest" if value == "false" => {}
            "newest" => return Err(Problem::argument(name, "it is true or false")),
            "limit" => {
                let wanted = value.parse().ok().filter(|limit| (1..=PAGE).contains(limit));
                let why = format!("it is a number from 1 to {PAGE}");
                limit = wanted.ok_or_else(|| Problem::argument(name, why))?;
            }
            "event" => names.push(value.clone()),
            "entity" => {
                let parts = value.split_once('=').map(|(entity, key)| (entity.into(), key.into()));
                keys.push(parts.ok_or_else(|| Problem::argument(name, "write ENTITY=KEY"))?);
            }
            other => {
                let detail = format!("{other}: there is no such parameter");
                return Err(Problem::new(StatusCode::BAD_REQUEST, "bad_request", detail));
            }
        }
    }
    Ok((query.with_selector(Selector::of(names, keys)).limit(limit), limit))
}
