//! Where a ledger is.

use core::error::Error;
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use super::store::Address;
use crate::{
    show::outside::{self, printable},
    status::Failure,
};

/// Where a ledger is: the argument that names it.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// A file, or standard input for `-`.
    File(PathBuf),
    Store(Address),
}

impl From<OsString> for Place {
    fn from(text: OsString) -> Self {
        match text.to_str().and_then(Address::read) {
            Some(store) => Self::Store(store),
            None => Self::File(text.into()),
        }
    }
}

impl Place {
    /// Whether this is standard input.
    pub(super) fn is_standard(&self) -> bool {
        matches!(self, Self::File(path) if path == Path::new("-"))
    }

    /// The store, for verbs that take no file.
    pub(super) fn store(&self) -> Result<&Address, Failure> {
        match self {
            Self::Store(address) => Ok(address),
            Self::File(_) => Err(Failure::usage(
                "no such kind of store: write sqlite:PATH or postgres://USER@HOST/DATABASE",
            )),
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
pub(super) fn unreadable(label: &str, error: &dyn Error) -> Failure {
    Failure::Refused(format!("cannot read {label}: {}", printable(error.to_string())))
}
