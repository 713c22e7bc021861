//! Stores in files and on servers, held against the scenarios of every store and what goes wrong in the world; and
//! what only one of the servers does.
//!
//! `IDS_RESERVE_STORES` names those that processes use, such as `sqlite postgres pgbouncer etcd`. Without it they are
//! SQLite files.
#![cfg(all(
    feature = "etcd-tls",
    feature = "postgres-tls",
    feature = "sqlite",
    target_os = "linux",
    not(miri)
))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(unreachable_pub, reason = "the modules of a test")]

#[path = "../between/mod.rs"]
mod between;
mod etcd;
mod faults;
mod fleet;
mod ground;
mod network;
mod postgres;
#[path = "../scenarios/mod.rs"]
mod scenarios;
