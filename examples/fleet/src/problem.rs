//! What a client is told when a request fails.

use core::error::Error as _;

use axum::{
    http::{StatusCode, header::RETRY_AFTER},
    response::{IntoResponse, Response},
};
use deadpool_postgres::{PoolError, tokio_postgres};
use ids_reserve::{Clock as _, GenerateError, SystemClock};

/// Why a request failed.
#[derive(Debug)]
pub enum Problem {
    /// There is no user of this id.
    NoUser,
    /// No id is available now.
    NoId(GenerateError),
    /// The database cannot be reached now. What was asked may have been done.
    Away(String),
    /// Something that asking again does not mend.
    Broken(String),
}

impl Problem {
    /// How many seconds a client waits before it asks again, if that can help.
    fn retry_after(&self) -> Option<u64> {
        match self {
            // The store's clock or this one was set back: the time when that is over is known.
            Self::NoId(GenerateError::TimedOut { until }) => {
                let now = SystemClock.now().unwrap_or_default();
                Some(until.duration_since(now).as_secs() + 1)
            }
            // The keeper asks the store again at least every second.
            Self::NoId(GenerateError::Spent) | Self::Away(_) => Some(1),
            _ => None,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let text = match &self {
            Self::NoUser => return (StatusCode::NOT_FOUND, "no such user").into_response(),
            Self::NoId(error) => error.to_string(),
            Self::Away(_) => "the database cannot be reached".into(),
            Self::Broken(_) => "the service failed".into(),
        };
        // The cause is for the log, and not for strangers.
        if let Self::Away(cause) | Self::Broken(cause) = &self {
            eprintln!("{text}: {cause}");
        }
        match self.retry_after() {
            Some(seconds) => {
                let after = [(RETRY_AFTER, seconds.to_string())];
                (StatusCode::SERVICE_UNAVAILABLE, after, text).into_response()
            }
            None => (StatusCode::INTERNAL_SERVER_ERROR, text).into_response(),
        }
    }
}

impl From<GenerateError> for Problem {
    fn from(error: GenerateError) -> Self {
        Self::NoId(error)
    }
}

impl From<tokio_postgres::Error> for Problem {
    fn from(error: tokio_postgres::Error) -> Self {
        // The classes of a lost connection, of too few resources, and of an operator's doing. An error
        // without a code is not the server's: the connection failed.
        let may_pass = error.code().is_none_or(|state| {
            ["08", "53", "57"].iter().any(|class| state.code().starts_with(class))
        });
        let cause = error.source().map_or_else(|| error.to_string(), ToString::to_string);
        if may_pass { Self::Away(cause) } else { Self::Broken(cause) }
    }
}

impl From<PoolError> for Problem {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Backend(error) => error.into(),
            error => Self::Away(error.to_string()),
        }
    }
}
