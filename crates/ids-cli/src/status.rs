//! What the command ends with.

use std::{io, process::ExitCode};

use ids_core::GenerateError;

/// The exit code, in order of weight: the heaviest of a run wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    #[default]
    Done = 0,
    Invalid = 1,
    Usage = 2,
    Ambiguous = 3,
    Unverified = 4,
}

impl Status {
    pub(crate) fn raise(&mut self, other: Self) {
        *self = (*self).max(other);
    }

    /// This status, unless the run failed. A reader that closed the pipe is no failure.
    pub(crate) fn after(self, run: Result<(), Failure>) -> Result<Self, Failure> {
        match run {
            Err(failure) if !failure.is_unread() => Err(failure),
            _ => Ok(self),
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}

/// Why a run stopped before its end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments contradict each other or say too little.
    Usage(String),
    /// The request cannot be met.
    Refused(String),
    /// What was to be verified is not valid.
    Unverified(String),
    Read(io::Error),
    Write(io::Error),
}

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }

    /// The same, of what was wrong with the value of an option.
    pub(crate) fn of(self, option: &str) -> Self {
        match self {
            Self::Usage(message) => Self::Usage(format!("{option}: {message}")),
            Self::Refused(message) => Self::Refused(format!("{option}: {message}")),
            other => other,
        }
    }

    /// The reader closed the pipe, as in `ids new flax -n 1000 | head -1`: this is a success.
    fn is_unread(&self) -> bool {
        matches!(self, Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    pub(crate) fn status(&self) -> Status {
        match self {
            _ if self.is_unread() => Status::Done,
            Self::Usage(_) => Status::Usage,
            Self::Unverified(_) => Status::Unverified,
            Self::Refused(_) | Self::Read(_) | Self::Write(_) => Status::Invalid,
        }
    }

    /// What to tell the user, if anything.
    pub(crate) fn message(&self) -> Option<String> {
        match self {
            _ if self.is_unread() => None,
            Self::Usage(message) | Self::Refused(message) | Self::Unverified(message) => {
                Some(message.clone())
            }
            Self::Read(error) => Some(format!("cannot read standard input: {error}")),
            Self::Write(error) => Some(format!("cannot write standard output: {error}")),
        }
    }
}

impl From<GenerateError> for Failure {
    fn from(error: GenerateError) -> Self {
        Self::Refused(crate::instant::explain(error))
    }
}
