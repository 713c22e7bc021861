//! The question that an append asks a store before it stores.

use crate::{AppendError, EventId, Profile, Request};

/// The question that an [`Appender`](crate::Appender) asks a [`Store`](crate::Store) before it
/// stores events: one question, so that a store that is far away answers in one message.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question<'q> {
    /// Whether to take the turn before anything is answered, as [`Store::lock`](crate::Store::lock)
    /// does. Then the last event is in the answer.
    pub takes_turn: bool,
    /// An event that the appender has seen. If it is set, the question asks what the last event is,
    /// and whether this one is in the ledger.
    pub known: Option<EventId>,
    /// Idempotency keys whose records are asked for.
    pub keys: &'q [&'q str],
    /// The requests with a condition: each has an answer.
    pub conditions: &'q [&'q Request<'q>],
}

impl Question<'_> {
    /// Whether nothing is asked.
    pub(crate) const fn is_empty(&self) -> bool {
        !self.takes_turn
            && self.known.is_none()
            && self.keys.is_empty()
            && self.conditions.is_empty()
    }
}

/// The answer of a store to a [`Question`]. A part that was not asked for has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The last event, and the profile; `None` if there is no ledger.
    pub head: Option<(EventId, Profile)>,
    /// Whether the event `known` is in the ledger.
    pub has_known: bool,
    /// The record of each key, if the ledger has one.
    pub stored: Vec<Option<Vec<u8>>>,
    /// Why each request with a condition is refused, unless it holds.
    pub conditions: Vec<Option<AppendError>>,
}
