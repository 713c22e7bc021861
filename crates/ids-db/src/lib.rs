#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

use core::error::Error;

#[cfg(feature = "postgres")]
pub mod postgres;
#[cfg(feature = "sqlite")]
pub mod sqlite;

/// Why a call of a store failed.
#[derive(Debug)]
pub enum Failure {
    /// The database does not answer now, or takes no writes. Asking again may help. Whether a commit was carried out is
    /// not known.
    Away(Box<dyn Error + Send + Sync>),
    /// The database refused: nothing was written, and asking again does not help.
    Refused(Box<dyn Error + Send + Sync>),
    /// There is no file of this name.
    Missing,
    /// The tables are of this version, and not of the one that is known; 0 if they are absent.
    Schema(u64),
    /// The file, or its journal, was replaced or removed.
    Replaced,
    /// This process is a copy of the one that opened the store.
    Forked,
    /// An argument is out of its range.
    Invalid(&'static str),
}

/// Why tables are of no version.
#[cfg(any(feature = "postgres", feature = "sqlite"))]
const NO_VERSION: &str = "the version of the tables is not a number";
