//! What errors say, and their stable names.

use core::error::Error;

use ids_core::{ClockError, GenerateError, ParseError, RangeError, UnixTime, format::LayoutError};

const INSTANT: UnixTime = UnixTime::new(1_420_070_400, 5_000_000);

#[test]
fn parse_errors() {
    use ParseError::{
        Checksum, Digit, Expected, Fixed, LeadingZero, Length, Negative, OneOf, TooLarge, Unknown,
    };
    let rows = [
        (Length { found: 3, min: 16, max: 16 }, "length", Some(3), "3 bytes, but this form has 16"),
        (Length { found: 1, min: 16, max: 16 }, "length", Some(1), "1 byte, but this form has 16"),
        (
            Length { found: 30, min: 6, max: 20 },
            "length",
            Some(20),
            "30 bytes, but this form has 6 to 20",
        ),
        (
            Length { found: 33, min: 32, max: 45 },
            "length",
            Some(33),
            "33 bytes, which is not one of this form's lengths from 32 to 45",
        ),
        (
            Length { found: 0, min: 1, max: 20 },
            "length",
            Some(0),
            "0 bytes, but this form has 1 to 20",
        ),
        (
            Digit { index: 2, byte: b'!' },
            "digit",
            Some(2),
            "'!' at index 2 is no digit of this form",
        ),
        (
            Digit { index: 2, byte: 0 },
            "digit",
            Some(2),
            "byte 0x00 at index 2 is no digit of this form",
        ),
        (Expected { index: 4, text: ":" }, "expected", Some(4), "expected ':' at index 4"),
        (
            LeadingZero { index: 4 },
            "leading_zero",
            Some(4),
            "a leading zero at index 4: this form writes numbers without them",
        ),
        (TooLarge { bits: 64 }, "too_large", None, "the number needs more than 64 bits"),
        (
            Fixed { field: "sign", found: 1, expected: 0 },
            "fixed",
            None,
            "sign is 1, but always 0 in this format",
        ),
        (
            OneOf { field: "version", found: 7, expected: &[6, 8] },
            "fixed",
            None,
            "version is 7, but always 6 or 8 in this format",
        ),
        (Negative { number: -1 }, "negative", None, "-1 is negative, which no identifier is"),
        (
            Checksum { found: 1, expected: 0xabc },
            "checksum",
            None,
            "the checksum is 00000001, but the content's is 00000abc",
        ),
        (Unknown { what: "form" }, "unknown", None, "no form has this name"),
    ];
    for (error, kind, index, text) in rows {
        assert_eq!((error.kind(), error.index()), (kind, index));
        assert_eq!(error.to_string(), text);
        assert!(error.source().is_none());
    }
    assert_eq!(Fixed { field: "sign", found: 1, expected: 0 }.field(), Some("sign"));
    assert_eq!(OneOf { field: "version", found: 7, expected: &[6, 8] }.field(), Some("version"));
    assert_eq!(Negative { number: -1 }.field(), None);
    assert_eq!(Digit { index: 2, byte: 0 }.shifted(5), Digit { index: 7, byte: 0 });
    assert_eq!(Expected { index: 2, text: "-" }.shifted(5), Expected { index: 7, text: "-" });
    assert_eq!(LeadingZero { index: 0 }.shifted(5), LeadingZero { index: 5 });
    assert_eq!(
        Length { found: 3, min: 16, max: 16 }.shifted(5),
        Length { found: 8, min: 21, max: 21 }
    );
    assert_eq!(TooLarge { bits: 64 }.shifted(5), TooLarge { bits: 64 });
}

#[test]
fn generate_errors() {
    let time = RangeError::BeforeEpoch { epoch: INSTANT };
    let origin = RangeError::BeforeEpoch { epoch: UnixTime::EPOCH };
    let end = RangeError::AfterEnd { last: UnixTime::new(1, 1) };
    let rows = [
        (
            GenerateError::Wait { until: INSTANT },
            "wait",
            "the next identifier is available when the clock reads 2015-01-01T00:00:00.005Z",
        ),
        (
            GenerateError::TimedOut { until: UnixTime::from_micros(5) },
            "timed_out",
            "gave up waiting for the clock to read 1970-01-01T00:00:00.000005Z",
        ),
        (
            time.into(),
            "before_epoch",
            "the time is before the first that fits, 2015-01-01T00:00:00.005Z",
        ),
        (
            origin.into(),
            "before_epoch",
            "the time is before the first that fits, 1970-01-01T00:00:00Z",
        ),
        (
            end.into(),
            "after_end",
            "the time is after the last that fits, 1970-01-01T00:00:01.000000001Z",
        ),
        (GenerateError::Exhausted, "exhausted", "the last identifier of the range is issued"),
        (GenerateError::TooMany { max: 4 }, "too_many", "one step issues at most 4 identifiers"),
        (GenerateError::TooMany { max: 1 }, "too_many", "one step issues at most 1 identifier"),
        (GenerateError::Entropy, "entropy", "the random source failed"),
        (
            GenerateError::Jump { last: INSTANT, now: UnixTime::from_secs(10_413_792_000) },
            "jump",
            "the clock jumped from 2015-01-01T00:00:00.005Z to 2300-01-01T00:00:00Z, further than allowed",
        ),
        (
            GenerateError::Forked,
            "forked",
            "the generator was made before a fork of this process: make a new one, with a node \
             number or keys of its own",
        ),
        (
            GenerateError::Spent,
            "spent",
            "the granted range is spent: the next identifier is available when the grant is \
             extended",
        ),
    ];
    for (error, kind, text) in rows {
        assert_eq!(error.kind(), kind);
        assert_eq!(error.to_string(), text);
        assert_eq!(error.source().is_some(), matches!(error, GenerateError::Time(_)));
    }
}

#[test]
fn clock_errors() {
    let before = RangeError::BeforeEpoch { epoch: UnixTime::EPOCH };
    let rows = [
        (
            ClockError::BeforeUnixEpoch,
            "before_epoch",
            "the clock reads an instant before the Unix epoch",
            GenerateError::Time(before),
        ),
        (
            ClockError::Forked,
            "forked",
            "the clock was made before a fork of this process",
            GenerateError::Forked,
        ),
    ];
    for (error, kind, text, generate) in rows {
        assert_eq!((error.kind(), error.to_string()), (kind, text.to_owned()));
        assert_eq!(GenerateError::from(error), generate);
        assert_eq!(generate.kind(), kind);
        assert!(error.source().is_none());
    }
}

#[test]
fn range_errors() {
    let range = RangeError::Field { field: "worker", value: 32, max: 31 };
    let text = "worker is 32, but holds at most 31";
    assert_eq!((range.kind(), range.to_string()), ("range", text.to_owned()));
}

#[test]
fn layout_errors() {
    let width = LayoutError::Width { bits: 129 };
    assert_eq!(width.to_string(), "a layout has 1 to 128 bits, not 129");
    let place = LayoutError::Place { index: 1, expected: 7, found: 6 };
    assert_eq!(place.to_string(), "field 1 begins at bit 6, but should at bit 7");
    let short = LayoutError::Short { missing: 3 };
    assert_eq!(short.to_string(), "the fields end 3 bits above bit 0");
    let one = LayoutError::Short { missing: 1 };
    assert_eq!(one.to_string(), "the fields end 1 bit above bit 0");
    assert_eq!([width, place, short].map(|error| error.kind()), ["width", "place", "short"]);
}

#[test]
fn errors_are_small() {
    assert!(size_of::<ParseError>() <= 40, "{}", size_of::<ParseError>());
    assert!(size_of::<GenerateError>() <= 40, "{}", size_of::<GenerateError>());
}
