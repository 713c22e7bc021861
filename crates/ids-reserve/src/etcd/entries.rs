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
//! Numbers have 20 digits, so that their order is that of the keys. Names have no space. Tokens have 32 hexadecimal
//! digits.

use core::num::ParseIntError;
use std::{boxed::Box, format, string::String};

use serde::{Deserialize, Serialize};

use super::gateway::Entry;
use crate::{Holder, Namespace, Resource, Span, SpanState, StoreError};

/// A resource.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub(super) struct Row {
    /// The end of all that was ever granted.
    pub(super) until: u64,
    /// The highest end that it was raised to.
    pub(super) raised: u64,
    /// Who has the node number.
    pub(super) owner: Option<Token>,
    /// When the owner asked last.
    pub(super) at: u64,
}

/// The last answer to a holder.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Answered {
    pub(super) label: Box<str>,
    pub(super) request: Option<Token>,
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
#[derive(Serialize, Deserialize)]
pub(super) struct Part {
    first: u64,
    until: u64,
    token: Token,
    label: Box<str>,
    state: Box<str>,
    at: u64,
}

impl From<&Span> for Part {
    fn from(Span { range, holder, state, at }: &Span) -> Self {
        Self {
            first: range.start,
            until: range.end,
            token: Token(holder.token()),
            label: holder.label().into(),
            state: state.name().into(),
            at: *at,
        }
    }
}

/// The range of a [`Part`].
pub(super) fn span(entry: &Entry) -> Result<Span, StoreError> {
    let Part { first, until, token: Token(token), label, state, at } = entry.read()?;
    match SpanState::from_name(&state).filter(|_| first < until) {
        Some(state) => {
            Ok(Span { range: first..until, holder: Holder::new(token, &label)?, state, at })
        }
        None => Err(strange("an empty range, or another state")),
    }
}

/// The bits that tell a holder or a request from all others.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(super) struct Token(pub(super) u128);

impl From<Token> for String {
    #[inline]
    fn from(Token(token): Token) -> Self {
        format!("{token:032x}")
    }
}

impl TryFrom<String> for Token {
    type Error = ParseIntError;

    fn try_from(text: String) -> Result<Self, ParseIntError> {
        u128::from_str_radix(&text, 16).map(Self)
    }
}

/// The name of a namespace, which follows the kind in a key.
pub(super) fn name_of(key: &str) -> &str {
    key.split(' ').nth(1).unwrap_or_default()
}

/// The namespace and the number in a key.
pub(super) fn resource_of(key: &str) -> Result<Resource, StoreError> {
    let number = key.split(' ').nth(2).and_then(|number| number.parse().ok());
    let number = number.ok_or_else(|| strange(key))?;
    Ok(Resource { namespace: Namespace::new(name_of(key))?, number })
}

/// The token at the end of a key.
pub(super) fn token_of(key: &str) -> Result<u128, StoreError> {
    let token = key.split(' ').nth(3).and_then(|token| u128::from_str_radix(token, 16).ok());
    token.ok_or_else(|| strange(key))
}

fn strange(what: &str) -> StoreError {
    StoreError::Broken(format!("another's entry: {what:?}").into())
}
