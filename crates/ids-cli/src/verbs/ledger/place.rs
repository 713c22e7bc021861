//! Where a ledger is.

use core::{fmt::Display, time::Duration};
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser},
};

use super::store::LedgerAddress;
use crate::{
    Failure, instant,
    show::{outside, printable},
};

/// Where a ledger is: the argument that names it.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// A file, or standard input for `-`.
    File(PathBuf),
    Store(LedgerAddress),
}

/// How long a ledger is waited for.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Patience {
    /// Wait no longer than this for a database that is away, and for its locks. By default 10 s; PostgreSQL
    /// has 30 s for each answer
    #[arg(long, value_name = "DURATION", value_parser = instant::parse_duration)]
    wait: Option<Duration>,
}

/// A ledger that is read.
#[derive(Args, Debug)]
pub(super) struct Where {
    /// The ledger: a file, - for standard input, `sqlite:PATH` or `postgres://USER@HOST/DATABASE`, with
    /// ?ledger=NAME where the database has several
    #[arg(value_name = "LEDGER", value_parser = parse_place())]
    place: Place,
    #[command(flatten)]
    patience: Patience,
}

impl Where {
    pub(super) fn place(&self) -> Place {
        self.place.waiting(self.patience)
    }
}

/// How an argument is read.
pub(super) fn parse_place() -> impl TypedValueParser<Value = Place> {
    OsStringValueParser::new().try_map(Place::read)
}

const TWO_STORES: &str = "two stores, and no file: 'ids ledger export' of the one writes a file, and 'ids ledger import' \
                          stores it in the other";
const NO_STORE: &str = "no such kind of store: write sqlite:PATH or postgres://USER@HOST/DATABASE";

impl Place {
    /// A URL is no file: its words, which may have a password, would be those of a file's name.
    fn read(text: OsString) -> Result<Self, &'static str> {
        let words = text.to_str().unwrap_or_default();
        match LedgerAddress::read(words)? {
            Some(store) => Ok(Self::Store(store)),
            None if words.contains("://") => Err(NO_STORE),
            None => Ok(Self::File(text.into())),
        }
    }

    /// Whether this is standard input.
    pub(super) fn is_standard(&self) -> bool {
        matches!(self, Self::File(path) if path == Path::new("-"))
    }

    /// Whether it is a database server, whose answer may be lost.
    pub(super) fn is_server(&self) -> bool {
        matches!(self, Self::Store(address) if address.file().is_none())
    }

    /// The store, for verbs that take one and a file.
    pub(super) fn store(&self, file: &Path) -> Result<&LedgerAddress, Failure> {
        let is_other =
            file.to_str().is_some_and(|file| !matches!(LedgerAddress::read(file), Ok(None)));
        match self {
            Self::Store(address) if !is_other => Ok(address),
            Self::Store(_) => Err(Failure::usage(TWO_STORES)),
            Self::File(_) if is_other => Err(Failure::usage("the store stands before the file")),
            Self::File(_) => Err(Failure::usage(NO_STORE)),
        }
    }

    /// The same place, with a limit on the wait for it.
    pub(super) fn waiting(&self, patience: Patience) -> Self {
        match self {
            Self::Store(address) => Self::Store(address.waiting(patience.wait)),
            file @ Self::File(_) => file.clone(),
        }
    }

    /// When its file was changed last, by the clock of this machine, if it has one.
    pub(super) fn changed(&self) -> Option<Duration> {
        let path = match self {
            Self::File(path) => path,
            Self::Store(address) => address.file()?,
        };
        let changed = fs::metadata(path).and_then(|file| file.modified()).ok()?;
        Some(changed.duration_since(UNIX_EPOCH).unwrap_or_default())
    }

    /// What is said of it, which may be from outside, and has the path of a file.
    pub(super) fn said(&self, words: &str) -> String {
        match self {
            Self::File(path) => outside::said_of(&path.to_string_lossy(), words),
            Self::Store(address) => address.said(words),
        }
    }

    /// As messages name it: without a password.
    pub(super) fn label(&self) -> String {
        match self {
            Self::File(path) => outside::path(path),
            Self::Store(address) => address.label(),
        }
    }
}

/// What the user reads when a ledger cannot be.
pub(super) fn unreadable(label: &str, error: &dyn Display) -> Failure {
    Failure::Refused(format!("cannot read {label}: {}", printable(error.to_string())))
}
