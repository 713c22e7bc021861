//! A store whose content is entries under keys: the one in memory, and etcd, which has them as JSON.
//!
//! | key | what |
//! |---|---|
//! | `version` | of these entries, in etcd |
//! | `namespaces` | how many of the following there are; whatever begins one writes it too |
//! | `namespace NAME` | the layout that began it |
//! | `resource NAME NUMBER` | [`Row`]; whatever changes one of the following writes it too |
//! | `holder NAME NUMBER TOKEN` | [`Answered`] |
//! | `span NAME NUMBER END` | a range that was granted |
//! | `returned NAME NUMBER START` | a range that was given back |
//!
//! Numbers have 20 digits, so that their order is that of the keys. Names have no space. Tokens have 32 hexadecimal
//! digits.

use std::{boxed::Box, string::String, vec::Vec};

#[cfg(feature = "etcd")]
use serde::{Deserialize, Serialize};

use crate::{Span, StoreError};

mod calls;
#[cfg(feature = "etcd")]
mod json;
mod keys;

pub(crate) use calls::Calls;

/// Where entries are.
pub(crate) trait Entries {
    /// What is there at one moment, and the time.
    fn read(&mut self, what: &[Read]) -> Result<(Found, u64), StoreError>;

    /// Makes the changes, unless an entry is not as it was any more: whether they were made.
    fn write(&mut self, changes: Changes) -> Result<bool, StoreError>;
}

/// What to read.
pub(crate) enum Read {
    /// One key.
    Key(String),
    /// The keys from `from` on that begin with `start`: at most this number of them, or all.
    Below { from: String, start: String, most: Option<usize> },
}

impl Read {
    /// All keys that begin so.
    pub(crate) fn all(start: String) -> Self {
        Self::Below { from: start.clone(), start, most: None }
    }
}

/// What an entry has.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "etcd", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub(crate) enum Value {
    Namespaces(usize),
    Layout(Box<str>),
    Row(Row),
    Answered(Answered),
    Span(#[cfg_attr(feature = "etcd", serde(with = "json"))] Span),
    Returned(#[cfg_attr(feature = "etcd", serde(with = "json"))] Span),
}

/// An entry that was found.
pub(crate) struct Entry<T> {
    pub(crate) key: String,
    pub(crate) value: T,
    pub(crate) revision: u64,
}

/// What was found of each kind, in the order of the keys.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) namespaces: Vec<Entry<usize>>,
    pub(crate) layouts: Vec<Entry<Box<str>>>,
    pub(crate) rows: Vec<Entry<Row>>,
    pub(crate) holders: Vec<Entry<Answered>>,
    pub(crate) spans: Vec<Entry<Span>>,
    pub(crate) returned: Vec<Entry<Span>>,
}

impl Found {
    pub(crate) fn add(&mut self, key: String, value: Value, revision: u64) {
        match value {
            Value::Namespaces(value) => self.namespaces.push(Entry { key, value, revision }),
            Value::Layout(value) => self.layouts.push(Entry { key, value, revision }),
            Value::Row(value) => self.rows.push(Entry { key, value, revision }),
            Value::Answered(value) => self.holders.push(Entry { key, value, revision }),
            Value::Span(value) => self.spans.push(Entry { key, value, revision }),
            Value::Returned(value) => self.returned.push(Entry { key, value, revision }),
        }
    }
}

/// What is changed, if no entry that it compares has changed.
#[derive(Default)]
pub(crate) struct Changes {
    /// Keys and their revisions; 0 if there is no such entry.
    pub(crate) same: Vec<(String, u64)>,
    /// Keys and what is there from now on.
    pub(crate) then: Vec<(String, Option<Value>)>,
}

impl Changes {
    /// Nothing is changed unless this key is as it was.
    fn if_same<T>(&mut self, key: &str, entry: Option<&Entry<T>>) {
        self.same.push((key.into(), entry.map_or(0, |entry| entry.revision)));
    }

    fn put(&mut self, key: String, value: Value) {
        self.then.push((key, Some(value)));
    }

    fn delete(&mut self, key: String) {
        self.then.push((key, None));
    }
}

/// A resource.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "etcd", derive(Serialize, Deserialize))]
pub(crate) struct Row {
    /// The end of all that was ever granted.
    end: u64,
    /// The highest end that it was raised to.
    raised: u64,
    /// Who has the node number.
    owner: Option<Token>,
    /// When the owner asked last.
    at: u64,
}

/// The last answer to a holder.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "etcd", derive(Serialize, Deserialize))]
pub(crate) struct Answered {
    label: Box<str>,
    request: Option<Token>,
    start: u64,
    end: u64,
    at: u64,
    /// Where the part begins that the last answer is in.
    part: u64,
    /// Where the lowest of its ranges begins.
    lowest: u64,
    /// Whether the holder has ended: its ranges are used.
    has_ended: bool,
}

/// The bits that tell a holder or a request from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "etcd", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "etcd", serde(into = "String", try_from = "String"))]
pub(crate) struct Token(pub(crate) u128);
