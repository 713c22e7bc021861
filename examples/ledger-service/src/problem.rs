//! What a client is told when a request fails: `application/problem+json`, as RFC 9457 has it.

use axum::{
    extract::rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection},
    http::{
        HeaderValue, StatusCode,
        header::{CONTENT_TYPE, RETRY_AFTER},
    },
    response::{IntoResponse, Response},
};
use evently_ledger::{AppendError, DatabaseError, EventId, LedgerError};
use serde::Serialize;

/// Writes a cause to the log. It may quote what a client sent: so control characters are escaped.
pub fn log(cause: &dyn core::fmt::Display) {
    eprintln!("{}", cause.to_string().escape_debug());
}

/// Why a request failed.
#[derive(Clone, Debug, Serialize)]
pub struct Problem {
    title: &'static str,
    status: u16,
    /// A stable name of it, for programs.
    kind: &'static str,
    /// What is wrong, and where.
    detail: String,
    /// The event that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    /// The newest event of the ledger: a client that lost a race reads up to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    head: Option<String>,
}

impl Problem {
    /// A problem of this kind.
    pub fn new(status: StatusCode, kind: &'static str, detail: impl Into<String>) -> Self {
        let title = status.canonical_reason().unwrap_or("Error");
        let detail = detail.into();
        Self { title, status: status.as_u16(), kind, detail, event: None, head: None }
    }

    /// An argument at this place is wrong.
    pub fn argument(place: &str, why: impl core::fmt::Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_request", format!("{place}: {why}"))
    }

    /// The service failed. The cause is for the log, and not for strangers.
    pub fn failed(cause: &dyn core::fmt::Display) -> Self {
        log(cause);
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", "the service failed")
    }

    /// All places are taken.
    pub fn busy(detail: &'static str) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", detail)
    }

    fn about(self, event: EventId) -> Self {
        Self { event: Some(event.to_string()), ..self }
    }

    /// The same problem, in a ledger whose newest event is this one.
    #[must_use]
    pub fn with_head(self, head: Option<EventId>) -> Self {
        Self { head: head.map(|head| head.to_string()), ..self }
    }
}

impl From<LedgerError<DatabaseError>> for Problem {
    fn from(error: LedgerError<DatabaseError>) -> Self {
        let conflict = |kind| Self::new(StatusCode::CONFLICT, kind, error.to_string());
        match &error {
            LedgerError::Refused { index, error: refused } => match refused {
                AppendError::Event(_) => {
                    let detail = format!("events[{index}].event: {refused}");
                    Self::new(StatusCode::UNPROCESSABLE_ENTITY, refused.kind(), detail)
                }
                AppendError::TooLong => {
                    let detail = format!("events[{index}].event: {refused}");
                    Self::new(StatusCode::PAYLOAD_TOO_LARGE, refused.kind(), detail)
                }
                AppendError::Race { event } | AppendError::KeyConflict { event } => {
                    conflict(refused.kind()).about(*event)
                }
                AppendError::KeyTwice { .. } => {
                    Self::argument(&format!("events[{index}].key"), refused)
                }
                AppendError::AfterNotFound { after } => conflict(refused.kind()).about(*after),
                _ => Self::failed(refused),
            },
            LedgerError::NoLedger => {
                Self::new(StatusCode::NOT_FOUND, "no_ledger", "there is no ledger of this name")
            }
            LedgerError::Exists => conflict("ledger_exists"),
            LedgerError::Forgotten { event } => conflict("forgotten").about(*event),
            LedgerError::Store(_) => match error {
                LedgerError::Store(error) => error.into(),
                error => Self::failed(&error),
            },
            _ => Self::failed(&error),
        }
    }
}

impl From<DatabaseError> for Problem {
    fn from(error: DatabaseError) -> Self {
        match &error {
            DatabaseError::Unavailable(_) | DatabaseError::Missing => {
                log(&error);
                let detail = "the database does not answer now; what was asked may have been done: ask \
                              again with the same keys";
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", detail)
            }
            DatabaseError::Replaced => {
                log(&error);
                let detail = "the database was replaced, as by a restore, and has nothing of what was asked: read \
                              what it has, and ask again";
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "replaced", detail)
            }
            DatabaseError::Refused(_) => {
                log(&error);
                let detail = "the database refuses it: names, entities and keys have at most 1,000 bytes, \
                              names of ledgers 500";
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", detail)
            }
            DatabaseError::Invalid(detail) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", &**detail)
            }
            _ => Self::failed(&error),
        }
    }
}

macro_rules! from_rejections {
    ($($rejection:ty),*) => {$(
        /// It names the place by itself.
        impl From<$rejection> for Problem {
            fn from(rejection: $rejection) -> Self {
                Self::new(rejection.status(), "bad_request", rejection.body_text())
            }
        }
    )*};
}

from_rejections!(JsonRejection, BytesRejection, PathRejection, QueryRejection);

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or_default();
        let body = serde_json::to_string(&self).unwrap_or_default();
        let mut response = (status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
