//! What errors come of.

use core::error::Error;

use evently_ledger::{
    AppendError, ClockError, EventId, Failure, Fault, JsonError, JsonErrorKind, RangeError,
    UnixTime,
};

#[test]
fn sources() {
    let json = JsonError { kind: JsonErrorKind::Utf8, offset: 7 };
    let (clock, time) =
        (ClockError::BeforeUnixEpoch, RangeError::AfterEnd { last: UnixTime::EPOCH });
    let failure = Failure { index: 1, offset: 2, row: None, fault: Fault::Record(json) };
    let errors: [(&dyn Error, &dyn Error); 5] = [
        (&AppendError::Event(json), &json),
        (&AppendError::Clock(clock), &clock),
        (&AppendError::Time(time), &time),
        (&failure.fault, &json),
        (&failure, &failure.fault),
    ];
    for (error, source) in errors {
        assert_eq!(error.source().unwrap().to_string(), source.to_string(), "{error}");
    }
    let event = EventId::MIN;
    assert!(AppendError::Race { event }.source().is_none());
    let kinds = [
        AppendError::Exhausted,
        AppendError::AfterNotFound { after: event },
        AppendError::Race { event },
        AppendError::KeyConflict { event },
        AppendError::KeyTwice { first: 0 },
    ];
    assert_eq!(
        kinds.map(|error| error.kind()),
        ["exhausted", "after_not_found", "race", "key_conflict", "key_twice"]
    );
}
