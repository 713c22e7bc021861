//! Chains, appenders and ledgers, over stores in memory.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod appender;
mod chain;
mod errors;
mod ledger;
mod meanwhile;
mod parallel;
mod real;
mod serde;
mod shared;
mod store;
