//! The real command: every verb, every exit code, every line of JSON against the schema.

#![expect(clippy::unwrap_used, reason = "a test that finds nothing to unwrap has failed")]

mod added;
mod bad_input;
mod check;
mod conform;
mod crlf;
mod find;
mod infer;
mod inspect;
mod ledger;
mod member;
mod new;
mod outside;
mod process;
#[cfg(unix)]
mod pty;
#[cfg(feature = "sqlite")]
mod reserve;
mod respond;
mod restart;
mod rounded;
mod run;
mod shell;
#[cfg(all(feature = "sqlite", feature = "postgres", feature = "etcd", target_os = "linux"))]
mod stores;
mod table;
mod times;
mod transcript;
mod usage;
mod vectors;
