#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod counter;
mod error;
mod fingerprint;
mod memory;
mod name;
pub mod protocol;
#[cfg(feature = "sqlite")]
mod sqlite;
mod store;

pub use counter::{GrantedCounter, Window, ticks_in};
pub use error::StoreError;
pub use fingerprint::Fingerprint;
pub use memory::MemoryStore;
pub use name::{Holder, Namespace, Resource, Token};
#[cfg(feature = "sqlite")]
pub use sqlite::SqliteStore;
pub use store::{
    Amount, Claim, Claimed, Grant, Holding, Release, Request, ResourceStatus, Span, SpanState,
    Status, Store,
};
