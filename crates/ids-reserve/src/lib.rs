#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod asker;
mod bell;
mod counter;
mod entries;
mod error;
#[cfg(feature = "etcd")]
mod etcd;
mod fingerprint;
#[cfg(all(test, not(loom)))]
#[path = "../tests/inside/mod.rs"]
mod inside;
mod keeper;
mod keys;
mod lease;
mod memory;
mod name;
mod options;
mod ordinal;
mod peers;
#[cfg(feature = "postgres")]
mod postgres;
mod protocol;
mod reassign;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod sql;
#[cfg(feature = "sqlite")]
mod sqlite;
mod store;
mod waited;

pub use counter::GrantedCounter;
pub use error::StoreError;
#[cfg(feature = "etcd")]
pub use etcd::EtcdStore;
pub use fingerprint::Fingerprint;
/// The operating system's random source.
pub use getrandom::SysRng;
pub use ids_core::{
    self, Clock, ClockError, Generate, GenerateError, Limits, ManualClock, SystemClock, UnixTime,
};
#[cfg(any(feature = "etcd-tls", feature = "postgres-tls"))]
#[doc(inline)]
pub use ids_db::Authorities;
#[cfg(feature = "postgres-tls")]
pub use ids_db::MakeRustlsConnect;
pub use keeper::NodeKeeper;
pub use keys::{KeyBlocks, KeyKeeper};
pub use lease::Lease;
pub use memory::MemoryStore;
pub use name::{Holder, Namespace, Resource};
pub use options::{KeyOptions, Options};
pub use ordinal::{number_from_env, number_of_name};
pub use peers::claim_key;
#[cfg(feature = "postgres")]
pub use postgres::PostgresStore;
pub use reassign::reassign;
#[cfg(feature = "sqlite")]
pub use sqlite::SqliteStore;
pub use store::{Amount, Claim, Request, Span, SpanState, Status, Store};
pub use waited::Waited;

/// How long a store across a network may take unless it is told otherwise.
#[cfg(any(feature = "etcd", feature = "postgres"))]
const TIMEOUT: core::time::Duration = core::time::Duration::from_secs(5);
