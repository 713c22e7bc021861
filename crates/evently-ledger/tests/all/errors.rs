//! Errors: their names, and what they come of.

use core::error::Error;
use std::collections::HashSet;

use evently_ledger::{
    AppendError, ClockError, EventId, Failure, Fault, JsonError, JsonErrorKind, RangeError,
    UnixTime, Verifier,
};

const JSON: JsonError = JsonError { kind: JsonErrorKind::Utf8, offset: 7 };

#[test]
fn kinds_and_sources() {
    let (event, after) = (EventId::MIN, EventId::MAX);
    let time = RangeError::AfterEnd { last: UnixTime::EPOCH };
    let clock = ClockError::BeforeUnixEpoch;
    for (error, kind, source) in [
        (AppendError::Event(JSON), "utf8", Some(JSON.to_string())),
        (AppendError::Clock(clock), "before_epoch", Some(clock.to_string())),
        (AppendError::Time(time), "after_end", Some(time.to_string())),
        (AppendError::Exhausted, "exhausted", None),
        (AppendError::AfterNotFound { after }, "after_not_found", None),
        (AppendError::Race { event }, "race", None),
        (AppendError::KeyConflict { event }, "key_conflict", None),
        (AppendError::KeyTwice { first: 0 }, "key_twice", None),
    ] {
        assert_eq!(error.kind(), kind);
        assert_eq!(error.source().map(ToString::to_string), source, "{error}");
    }
    let mismatch = Fault::Mismatch { found: None, expected: event };
    for (fault, kind, source) in [
        (Fault::Record(JSON), "utf8", Some(JSON.to_string())),
        (mismatch, "mismatch", None),
        (Fault::NotMonotonic { found: event, previous: after }, "not_monotonic", None),
    ] {
        let failure = Failure { index: 1, offset: 2, row: None, fault };
        assert_eq!(fault.kind(), kind);
        assert_eq!(fault.source().map(ToString::to_string), source, "{fault}");
        assert_eq!(failure.source().map(ToString::to_string), Some(fault.to_string()));
    }
    assert_eq!((JSON.kind(), JSON.source().is_none()), ("utf8", true));
}

/// Errors can be counted by what they are.
#[test]
fn hashed() {
    let failures = ["?\n", "{}", "?"];
    let failures = failures
        .map(|lines| Verifier::from_genesis(None).verify_lines(lines.as_bytes()).unwrap_err());
    assert_eq!(HashSet::from(failures).len(), 2);
    assert_eq!(HashSet::from([AppendError::Event(JSON), AppendError::Event(JSON)]).len(), 1);
}
