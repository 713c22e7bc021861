#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod appender;
mod chain;
mod chunks;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod database;
mod digest;
mod entities;
mod error;
mod feed;
#[cfg(feature = "file")]
#[clippy::msrv = "1.89"]
pub mod file;
mod memory;
mod new;
pub mod parallel;
#[cfg(feature = "postgres")]
pub mod postgres;
mod query;
mod question;
mod request;
mod rules;
mod selector;
mod shared;
#[cfg(feature = "sqlite")]
pub mod sqlite;
mod store;
mod verify;

pub use appender::Appender;
pub use chain::{Chain, next_timestamp};
pub use chunks::{Chunks, MAX_RECORD, records};
pub use digest::Digest;
pub use error::{AppendError, Failure, Fault, LedgerError};
pub use evently_id::{
    self, Clock, ClockError, Event, EventId, EventReader, JsonError, JsonErrorKind, LedgerId,
    Limits, ParseError, Profile, RangeError, SystemClock, UnixTime,
};
#[cfg(feature = "fork")]
pub use ids_core::clock::ForkGuard;
#[doc(inline)]
pub use ids_db::DatabaseError;
pub use memory::MemoryStore;
pub use new::NewEvent;
pub use query::Query;
#[doc(hidden)]
pub use question::{Answer, Question};
pub use request::Request;
pub use selector::{Selector, fits_database};
pub use shared::SharedAppender;
pub use store::{LedgerRow, Record, Store};
pub use verify::Verifier;
