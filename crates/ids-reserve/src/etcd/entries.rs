//! The keys of the store and what they hold, as JSON.
//!
//! | key | what |
//! |---|---|
//! | `version` | of these entries |
//! | `namespaces` | how many of the following there are; whatever begins one writes it too |
//! | `namespace NAME` | the layout that began it |
//! | `resource NAME NUMBER` | [`Row`]; whatever changes one of the following writes it too |
//! | `holder NAME NUMBER TOKEN` | [`Answered`] |
//! | `span NAME NUMBER UNTIL` | [`Part`]: a range that was granted |
//! | `returned NAME NUMBER FIRST` | [`Part`]: a range that was given back |
//!
//! Numbers have 20 digits, so that their order is that of the keys. Names have no space.

use core::ops::Range;
use std::{format, string::String};

use serde::{Deserialize, Serialize};

use crate::{Holder, Namespace, Resource, SpanState, StoreError};

/// A resource.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct Row {
    /// The end of all that was ever granted.
    pub(super) until: u64,
    /// The highest end that it was raised to.
    pub(super) raised: u64,
    /// Who has the node number.
    pub(super) owner: Option<String>,
    /// When the owner asked last.
    pub(super) at: u64,
}

/// The last answer to a holder.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Answered {
    pub(super) label: String,
    pub(super) request: Option<String>,
    pub(super) first: u64,
    pub(super) until: u64,
    pub(super) at: u64,
    /// Where the part begins that the last answer is in.
    pub(super) part: u64,
    /// Where the lowest of its ranges begins.
    pub(super) lowest: u64,
    /// Whether the holder has ended: its ranges are used.
    pub(super) has_ended: bool,
}

/// A range.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Part {
    pub(super) first: u64,
    pub(super) until: u64,
    pub(super) token: String,
    pub(super) label: String,
    pub(super) state: String,
    pub(super) at: u64,
}

impl Part {
    pub(super) fn new(
        Range { start: first, end: until }: Range<u64>,
        token: &str,
        label: &str,
        state: SpanState,
        at: u64,
    ) -> Self {
        Self {
            first,
            until,
            token: token.into(),
            label: label.into(),
            state: state.name().into(),
            at,
        }
    }

    pub(super) fn range(&self) -> Result<Range<u64>, StoreError> {
        let range = self.first..self.until;
        if range.is_empty() { Err(strange("an empty range")) } else { Ok(range) }
    }

    pub(super) fn holder(&self) -> Result<Holder, StoreError> {
        holder(&self.token, &self.label)
    }
}

/// The namespace and the number in what follows the kind in a key.
pub(super) fn resource_of(words: &str) -> Result<Resource, StoreError> {
    let mut words = words.split(' ');
    let (namespace, number) = (words.next(), words.next().and_then(|number| number.parse().ok()));
    match namespace.zip(number) {
        Some((namespace, number)) => Ok(Resource { namespace: Namespace::new(namespace)?, number }),
        None => Err(strange("a key")),
    }
}

/// The last word of a key, a number.
pub(super) fn last_number(key: &str) -> Result<u64, StoreError> {
    let last = key.rsplit(' ').next().and_then(|number| number.parse().ok());
    last.ok_or_else(|| strange(key))
}

pub(super) fn token(text: &str) -> Result<u128, StoreError> {
    u128::from_str_radix(text, 16).map_err(|_| strange(text))
}

pub(super) fn text_of(token: u128) -> String {
    format!("{token:032x}")
}

pub(super) fn holder(token_text: &str, label: &str) -> Result<Holder, StoreError> {
    Holder::new(token(token_text)?, label)
}

pub(super) fn strange(what: &str) -> StoreError {
    StoreError::Broken(format!("another's entry: {what:?}").into())
}
