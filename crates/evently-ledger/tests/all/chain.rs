//! Writing: timestamps, conditions, idempotency, and what a refusal leaves behind.

use core::time::Duration;

use evently_ledger::{
    AppendError, Chain, Clock, ClockError, EventId, EventReader, JsonError, JsonErrorKind,
    NewEvent, Profile, RangeError, UnixTime, Verifier, next_timestamp, records,
};
use ids_core::ManualClock;

use crate::{GENESIS, NOW};

const EVENT: &[u8] =
    br#"{"event":"e\n\"","entities":{"b":["1"],"a":["0"]},"meta":{},"data":[1.50,"\u00e9"]}"#;

/// A clock set to before the Unix epoch.
struct Broken;

impl Clock for Broken {
    fn now(&self) -> Result<UnixTime, ClockError> {
        Err(ClockError::BeforeUnixEpoch)
    }
}

#[test]
fn timestamps_go_on() {
    for (last, now, next) in [
        (None, 5, Some(5)),
        (Some(5), 6, Some(6)),
        (Some(5), 5, Some(6)),
        (Some(5), 0, Some(6)),
        (Some(0), 0, Some(1)),
        (Some(EventId::TIMESTAMP.max() - 1), 0, Some(EventId::TIMESTAMP.max())),
        (Some(EventId::TIMESTAMP.max()), 0, None),
        (Some(EventId::TIMESTAMP.max()), EventId::TIMESTAMP.max(), None),
        (Some(1 << 63), 0, None),
        (Some(u64::MAX), 0, None),
        (Some(u64::MAX), u64::MAX, None),
        (None, 1 << 63, None),
        (None, u64::MAX, None),
    ] {
        assert_eq!(next_timestamp(last, now), next, "{last:?} {now}");
    }
}

#[test]
fn what_is_written_verifies() {
    let clock = ManualClock::new(NOW);
    let mut ledger = Vec::new();
    let mut chain = Chain::begin(&clock, GENESIS, &mut ledger).unwrap();
    let mut times = vec![chain.head().timestamp()];
    // Standing still, forwards, an hour back, forwards again.
    for now in [
        NOW,
        NOW,
        NOW + Duration::from_secs(1),
        NOW.saturating_sub(Duration::from_secs(3600)),
        NOW + Duration::from_secs(2),
    ] {
        clock.set(now);
        ledger.push(b'\n');
        times.push(chain.append(&clock, EVENT, &mut ledger).unwrap().timestamp());
    }
    let start = times[0];
    assert_eq!(times, [0, 1, 2, 1_000_000, 1_000_001, 2_000_000].map(|later| start + later));
    let mut verifier = Verifier::from_genesis(None);
    assert_eq!(verifier.verify_lines(&ledger), Ok(6));
    assert_eq!((verifier.profile(), verifier.head()), (Some(Profile::Doc5), Some(chain.head())));
    // The record is canonical inside, and says all it was given.
    let line = records(&ledger).nth(1).unwrap().1;
    let record = String::from_utf8(line.to_vec()).unwrap();
    let expected = r#"{"event":"e\n\"","entities":{"a":["0"],"b":["1"]},"meta":{},"data":[1.50,"é"],"timestamp":"2021-10-03T16:32:12.816531Z","eventId":""#;
    assert!(record.starts_with(expected), "{record}");
}

#[test]
fn a_ledger_of_the_old_format_goes_on_in_it() {
    let genesis = br#"{"entity":"a","key":"b","event":"c","meta":{},"data":1e2,"timestamp":"2021-12-20T11:33:20Z"}"#;
    let head = EventReader::new(Profile::V1).read(genesis).unwrap().id(None).unwrap();
    let event = br#"{"entity":"a","key":"b","event":"c","meta":{},"data":1.50}"#;
    let mut record = Vec::new();
    Chain::resume(Profile::V1, head).append(&NOW, event, &mut record).unwrap();
    let mut verifier = Verifier::after(head, None);
    assert_eq!(verifier.verify_lines(&record), Ok(1));
    assert_eq!(verifier.profile(), Some(Profile::V1));
    assert!(record.starts_with(br#"{"entity":"a","key":"b","event":"c","meta":{},"data":1.5,"#));
}

#[test]
fn a_refused_event_changes_nothing() {
    let mut ledger = Vec::new();
    let mut chain = Chain::begin(&NOW, GENESIS, &mut ledger).unwrap();
    let (head, length) = (chain.head(), ledger.len());
    let kind = |error| match error {
        AppendError::Event(error) => error.kind,
        other => panic!("{other}"),
    };
    let mut refused = |event: &[u8]| kind(chain.append(&NOW, event, &mut ledger).unwrap_err());
    assert_eq!(refused(b"{"), JsonErrorKind::Syntax);
    assert_eq!(
        refused(br#"{"event":"e","entities":{},"meta":{}}"#),
        JsonErrorKind::MissingField { field: "data" }
    );
    // A stored record is no event to append: its time and id are not its own to say.
    for field in ["timestamp", "eventId", "appendKey"] {
        let event =
            format!(r#"{{"event":"e","{field}":"x","entities":{{}},"meta":{{}},"data":1}}"#);
        assert_eq!(refused(event.as_bytes()), JsonErrorKind::BadField { field });
    }
    // A field that the record would not keep is not dropped in silence, in either format.
    for field in ["zz", "Entities", "key", "time\u{e9}", ""] {
        let event = format!(r#"{{"event":"e","entities":{{}},"{field}":1,"meta":{{}},"data":1}}"#);
        let at = event.find(&format!("\"{field}\":")).unwrap();
        let unknown = JsonError { kind: JsonErrorKind::UnknownField, offset: at };
        let mut refused = |event: &[u8]| chain.append(&NOW, event, &mut ledger);
        assert_eq!(refused(event.as_bytes()), Err(AppendError::Event(unknown)));
        assert_eq!(
            Chain::begin(&NOW, event.as_bytes(), &mut Vec::new()).unwrap_err(),
            AppendError::Event(unknown)
        );
        let old = event.replace(r#""entities":{}"#, r#""entity":"a","key":"b""#);
        let at = old.rfind(&format!("\"{field}\":")).unwrap();
        let unknown = JsonError { kind: JsonErrorKind::UnknownField, offset: at };
        let mut chain = Chain::resume(Profile::V1, head);
        if field != "key" {
            assert_eq!(
                chain.append(&NOW, old.as_bytes(), &mut ledger),
                Err(AppendError::Event(unknown))
            );
        }
    }
    // A key of an entity that no selector finds, and where it stands.
    for (entities, at) in [
        (r#"{"user":[7]}"#, "7"),
        (r#"{"user":7}"#, "7"),
        (r#"{ "a" : [ "1" , "\"7\\" , true ] , "b" : 7 }"#, "true"),
        (r#"{"b":null,"a":["x",["y"]]}"#, "null"),
        (r#"{"a":["x",{"7":"y"}]}"#, r#"{"7""#),
        (r#"{"a":"","b":{}}"#, "{}}"),
        (r#"{"a":["\u00e9",-1.50]}"#, "-1.50"),
        (r#"{"user":[]}"#, "[]"),
        (r#"{"a":["[]"],"b": [ ] }"#, "[ ]"),
    ] {
        let event = format!(
            r#"{{"meta":{{"7":[7],"entities":{{"x":["\"}}"]}}}},"data":7 ,"event":"e","entities": {entities}}}"#
        );
        let start = event.find(entities).unwrap();
        let offset = start + event[start..].find(at).unwrap();
        let wrong = JsonError { kind: JsonErrorKind::EntityKey, offset };
        let mut refused = |event: &[u8]| chain.append(&NOW, event, &mut ledger);
        assert_eq!(refused(event.as_bytes()), Err(AppendError::Event(wrong)), "{event}");
        let begun = Chain::begin(&NOW, event.as_bytes(), &mut Vec::new());
        assert_eq!(begun.unwrap_err(), AppendError::Event(wrong), "{event}");
    }
    // A clock that jumps too far.
    let day = Duration::from_secs(86_400);
    let mut careful = Chain::resume(Profile::Doc5, head).with_max_jump(day);
    let mut at = |now: UnixTime| careful.append(&now, EVENT, &mut Vec::new());
    let jump = AppendError::Jump { last: head, now: NOW + day + Duration::from_micros(1) };
    assert_eq!(at(NOW + day + Duration::from_micros(1)), Err(jump));
    assert_eq!((jump.kind(), at(NOW + day).map(EventId::time)), ("jump", Ok(NOW + day)));
    assert!(at(UnixTime::EPOCH).is_ok());
    let error = chain.append(&Broken, EVENT, &mut ledger).unwrap_err();
    assert_eq!(error, AppendError::Clock(ClockError::BeforeUnixEpoch));
    // No record says a time after the year 9999.
    let end = UnixTime::from_secs(253_402_300_800);
    let last = end.saturating_sub(Duration::from_micros(1));
    let after = AppendError::Time(RangeError::AfterEnd { last });
    for late in [end, UnixTime::from_micros(u64::MAX), UnixTime::MAX] {
        assert_eq!(chain.append(&late, EVENT, &mut ledger), Err(after));
        assert_eq!(Chain::begin(&late, GENESIS, &mut ledger).unwrap_err(), after);
    }
    assert_eq!((chain.head(), ledger.len()), (head, length));
    chain.append(&NOW, EVENT, &mut ledger).unwrap();
    // Once there is an event at the last microsecond, there is none to come.
    let (before, length) = (chain.append(&last, EVENT, &mut ledger).unwrap(), ledger.len());
    assert_eq!(before.time(), last);
    for now in [NOW, last] {
        assert_eq!(chain.append(&now, EVENT, &mut ledger), Err(AppendError::Exhausted));
    }
    assert_eq!((chain.head(), ledger.len()), (before, length));
}

/// Beside what the law of chains says.
#[test]
fn a_key_appends_once() {
    let mut ledger = Vec::new();
    let mut chain = Chain::begin(&NOW, GENESIS, &mut ledger).unwrap();
    ledger.push(b'\n');
    let keyed = |event| NewEvent::new(event).with_key("order \"7\"");
    let id = chain.append(&NOW, keyed(EVENT), &mut ledger).unwrap();
    let length = ledger.len();
    // Spelled otherwise it is the same event.
    let spelled = br#"{"data":[1.50,"\u00E9"],"event":"e\u000a\u0022","meta":{},"entities":{"a":["0"],"b":["1"]}}"#;
    let again = chain.append(&NOW, keyed(spelled), &mut ledger);
    assert_eq!((again, ledger.len()), (Ok(id), length));
    // No record can hold U+0000.
    let nul = chain.append(&NOW, NewEvent::new(EVENT).with_key("a\0"), &mut ledger);
    assert_eq!(nul, Err(AppendError::Event(JsonError { kind: JsonErrorKind::Nul, offset: 1 })));
    assert_eq!(ledger.len(), length);
    // The key of the first event is known as well.
    let mut chain = Chain::begin(&NOW, keyed(GENESIS), &mut ledger).unwrap();
    let (head, length) = (chain.head(), ledger.len());
    assert_eq!(chain.append(&NOW, keyed(GENESIS), &mut ledger), Ok(head));
    let other = chain.append(&NOW, keyed(EVENT), &mut ledger);
    assert_eq!(other, Err(AppendError::KeyConflict { event: head }));
    assert_eq!(ledger.len(), length);
}
