//! What the command reads: options that several verbs have, and identifiers.

pub(crate) mod address;
pub(crate) mod complaint;
mod database;
pub(crate) mod entity;
mod find;
pub(crate) mod input;
pub(crate) mod member;
mod moment;
mod own;
pub(crate) mod select;
#[cfg(any(feature = "etcd", feature = "postgres"))]
pub(crate) mod server;
pub(crate) mod table;
#[cfg(any(feature = "sqlite", feature = "postgres", feature = "etcd"))]
pub(crate) mod told;

pub(crate) use self::{
    database::{Database, Name},
    find::{Finder, Match},
    input::{Position, Source},
    moment::{Moment, OurClock, Span, Zoned},
    own::{COUNTERS, Own},
    select::{Select, SelectDomain, SelectFlavour, Selected, lasting},
    table::{Absent, Beside, Cell, Change, ColumnName, Table},
};
