//! What the command reads: options that several verbs have, and identifiers.

pub(crate) mod address;
pub(crate) mod complaint;
pub(crate) mod database;
pub(crate) mod entity;
pub(crate) mod find;
pub(crate) mod input;
pub(crate) mod member;
pub(crate) mod moment;
pub(crate) mod own;
pub(crate) mod select;
#[cfg(any(feature = "etcd", feature = "postgres"))]
pub(crate) mod server;
pub(crate) mod table;
#[cfg(any(feature = "sqlite", feature = "postgres", feature = "etcd"))]
pub(crate) mod told;
#[cfg(any(feature = "postgres", feature = "etcd"))]
mod watched;
