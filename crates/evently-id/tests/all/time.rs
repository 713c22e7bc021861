//! Timestamps against a calendar library.

use evently_id::{
    EventReader, JsonError, JsonErrorKind, LAST_TIMESTAMP, Profile, format_timestamp,
    parse_timestamp,
};
use jiff::Timestamp;
use proptest::prelude::*;

/// 9999-12-31T23:59:59.999999Z.
const LAST: u64 = 253_402_300_799_999_999;

/// Beside those in the rows of the vectors.
#[test]
fn refused_texts() {
    for text in [
        "1900-02-29T00:00:00Z",
        "2021-04-00T00:00:00Z",
        "2021-10-03T16:32:12,8Z",
        "2021-10-03T16:32:12+02",
    ] {
        assert_eq!(parse_timestamp(text), None, "{text}");
    }
    assert!(format_timestamp(LAST).is_some());
    assert_eq!(format_timestamp(LAST + 1), None);
}

#[test]
fn fractions_have_no_three_or_six_digits() {
    for (micros, text) in
        [(1_000, "1970-01-01T00:00:00.001Z"), (100_000, "1970-01-01T00:00:00.100Z")]
    {
        assert_eq!(format_timestamp(micros).unwrap(), text);
    }
}

proptest! {
    #[test]
    fn the_calendar_agrees(micros in 0..=LAST, offset in -1439_i32..=1439) {
        let instant = Timestamp::from_microsecond(i64::try_from(micros).unwrap()).unwrap();
        let text = format_timestamp(micros).unwrap();
        prop_assert_eq!(text.parse::<Timestamp>().unwrap(), instant);
        prop_assert_eq!(parse_timestamp(&text), Some(micros));
        // Written in another zone.
        let zone = jiff::tz::Offset::from_seconds(offset * 60).unwrap();
        let zoned = instant.display_with_offset(zone).to_string();
        if zoned.starts_with(|c: char| c.is_ascii_digit()) {
            prop_assert_eq!(parse_timestamp(&zoned), Some(micros), "{}", zoned);
        }
    }

    #[test]
    fn what_we_read_the_calendar_reads(text in "[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-6][0-9]:[0-6][0-9](\\.[0-9]{1,9})?(Z|[+-][0-2][0-9]:[0-6][0-9])") {
        if let Some(micros) = parse_timestamp(&text) {
            let instant: Timestamp = text.parse().unwrap();
            prop_assert_eq!(instant.as_microsecond(), i64::try_from(micros).unwrap());
        }
    }
}

/// An event to store at a time that no record can say is refused, not stored without one.
#[test]
fn events_after_the_year_9999() {
    let event = br#"{"event":"e","entities":{},"meta":{},"data":{}}"#;
    let mut reader = EventReader::new(Profile::Doc5);
    assert!(reader.read_new(event, LAST_TIMESTAMP).is_ok());
    for late in [LAST_TIMESTAMP + 1, u64::MAX] {
        let refused = reader.read_new(event, late).map(drop);
        assert_eq!(refused, Err(JsonError { kind: JsonErrorKind::Timestamp, offset: 0 }));
        let refused = reader.read_keyed(event, late, "key").map(drop);
        assert_eq!(refused.map_err(|error| error.kind), Err(JsonErrorKind::Timestamp));
    }
}
