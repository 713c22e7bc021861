//! Values as JSON: tokens and ranges have a form of their own, and each kind has its keys.

use core::num::ParseIntError;
use std::{boxed::Box, format, string::String};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::{Token, Value, keys};
use crate::{Holder, Span, SpanState};

impl Value {
    /// How the keys of such entries begin. Under another key it is a stranger's, and must not count as absent.
    pub(crate) const fn start(&self) -> &'static str {
        match self {
            Self::Namespaces(_) => keys::NAMESPACES,
            Self::Layout(_) => "ids-reserve/namespace ",
            Self::Row(_) => "ids-reserve/resource ",
            Self::Answered(_) => "ids-reserve/holder ",
            Self::Span(_) => "ids-reserve/span ",
            Self::Returned(_) => "ids-reserve/returned ",
        }
    }
}

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

#[derive(Serialize, Deserialize)]
struct Part {
    start: u64,
    end: u64,
    token: Token,
    label: Box<str>,
    state: Box<str>,
    at: u64,
}

pub(super) fn serialize<S: Serializer>(span: &Span, to: S) -> Result<S::Ok, S::Error> {
    let Span { range, holder, state, at } = span;
    let (token, label) = (Token(holder.token()), holder.label().into());
    let (start, end, state) = (range.start, range.end, state.name().into());
    Part { start, end, token, label, state, at: *at }.serialize(to)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Span, D::Error> {
    let Part { start, end, token, label, state, at } = Part::deserialize(from)?;
    let state = SpanState::from_name(&state).filter(|_| start < end);
    let state = state.ok_or_else(|| D::Error::custom("an empty range, or another state"))?;
    let holder = Holder::new(token.0, &label).map_err(D::Error::custom)?;
    Ok(Span { range: start..end, holder, state, at })
}
