//! What errors say, behind their stable names.

use core::error::Error;

use ids_core::{ClockError, GenerateError, ParseError, RangeError, UnixTime};

const INSTANT: UnixTime = UnixTime::new(1_420_070_400, 5_000_000);
const EPOCH: UnixTime = UnixTime::EPOCH;

/// Each error of a type, with its kind and what it says.
macro_rules! say {
    ($type:ident: $($variant:ident $fields:tt => $said:literal;)+) => {$(
        let error = $type::$variant $fields;
        assert_eq!(format!("{}: {error}", error.kind()), $said);
    )+};
}

#[test]
fn each_says_what_is_wrong() {
    say! { ParseError:
        Length { found: 3, min: 16, max: 16 } => "length: 3 bytes, but this form has 16";
        Length { found: 1, min: 16, max: 16 } => "length: 1 byte, but this form has 16";
        Length { found: 30, min: 6, max: 20 } => "length: 30 bytes, but this form has 6 to 20";
        Length { found: 33, min: 32, max: 45 } => "length: 33 bytes, which is not one of this form's lengths from 32 to 45";
        Length { found: 0, min: 1, max: 20 } => "length: 0 bytes, but this form has 1 to 20";
        Digit { index: 2, byte: b'!' } => "digit: '!' at index 2 is no digit of this form";
        Digit { index: 2, byte: 0 } => "digit: byte 0x00 at index 2 is no digit of this form";
        Expected { index: 4, text: ":" } => "expected: expected ':' at index 4";
        LeadingZero { index: 4 } => "leading_zero: a leading zero at index 4: this form writes numbers without them";
        TooLarge { bits: 64 } => "too_large: the number needs more than 64 bits";
        Fixed { field: "sign", found: 1, expected: 0 } => "fixed: sign is 1, but always 0 in this format";
        OneOf { field: "version", found: 7, expected: &[6, 8] } => "fixed: version is 7, but always 6 or 8 in this format";
        Negative { number: -1 } => "negative: -1 is negative, which no identifier is";
        Checksum { found: 1, expected: 0xabc } => "checksum: the checksum is 00000001, but the content's is 00000abc";
        Unknown { what: "form", known: "hex, base64" } => "unknown: no form has this name: there are hex, base64";
    }
    say! { GenerateError:
        Wait { until: INSTANT } => "wait: the next identifier is available when the clock reads 2015-01-01T00:00:00.005Z";
        TimedOut { until: UnixTime::from_micros(5) } => "timed_out: gave up waiting for the clock to read 1970-01-01T00:00:00.000005Z";
        Range (RangeError::BeforeEpoch { epoch: EPOCH }) => "before_epoch: the time is before the first that fits, 1970-01-01T00:00:00Z";
        Exhausted {} => "exhausted: the last identifier of the range is issued";
        TooMany { max: 4 } => "too_many: one step issues at most 4 identifiers";
        TooMany { max: 1 } => "too_many: one step issues at most 1 identifier";
        Entropy {} => "entropy: the random source failed";
        Jump { last: INSTANT, now: UnixTime::from_secs(10_413_792_000) } => "jump: the clock jumped from 2015-01-01T00:00:00.005Z to 2300-01-01T00:00:00Z, further than allowed";
        Forked {} => "forked: the generator was made before a fork of this process: make a new one, with a node number or keys of its own";
        Spent {} => "spent: the granted range is spent: the next identifier is available when the keeper extends the grant, or after a new claim if the keeper has ended";
    }
    say! { ClockError:
        BeforeUnixEpoch {} => "before_epoch: the clock reads an instant before the Unix epoch";
        Forked {} => "forked: the clock was made before a fork of this process";
    }
    say! { RangeError:
        BeforeEpoch { epoch: INSTANT } => "before_epoch: the time is before the first that fits, 2015-01-01T00:00:00.005Z";
        AfterEnd { last: UnixTime::new(1, 1) } => "after_end: the time is after the last that fits, 1970-01-01T00:00:01.000000001Z";
        Field { field: "worker", value: 32, max: 31 } => "range: worker is 32, but holds at most 31";
    }
}

#[test]
fn places_and_fields() {
    use ParseError::{Digit, Expected, Fixed, LeadingZero, Length, Negative, OneOf, TooLarge};
    for (error, index, shifted) in [
        (Length { found: 3, min: 16, max: 16 }, Some(3), Length { found: 8, min: 21, max: 21 }),
        (Length { found: 30, min: 6, max: 20 }, Some(20), Length { found: 35, min: 11, max: 25 }),
        (Digit { index: 2, byte: 0 }, Some(2), Digit { index: 7, byte: 0 }),
        (Expected { index: 2, text: "-" }, Some(2), Expected { index: 7, text: "-" }),
        (LeadingZero { index: 0 }, Some(0), LeadingZero { index: 5 }),
        (TooLarge { bits: 64 }, None, TooLarge { bits: 64 }),
    ] {
        assert_eq!((error.index(), error.shifted(5)), (index, shifted));
    }
    assert_eq!(Fixed { field: "sign", found: 1, expected: 0 }.field(), Some("sign"));
    assert_eq!(OneOf { field: "version", found: 7, expected: &[6, 8] }.field(), Some("version"));
    assert_eq!(Negative { number: -1 }.field(), None);
}

#[test]
fn made_of_others() {
    let before = RangeError::BeforeEpoch { epoch: EPOCH };
    assert_eq!(GenerateError::from(ClockError::BeforeUnixEpoch), GenerateError::Range(before));
    assert_eq!(GenerateError::from(ClockError::Forked), GenerateError::Forked);
    let source = GenerateError::from(before).source().map(ToString::to_string);
    assert_eq!(source, Some(before.to_string()));
    assert!(GenerateError::Spent.source().is_none());
}

#[test]
fn errors_are_small() {
    assert!(size_of::<ParseError>() <= 40, "{}", size_of::<ParseError>());
    assert!(size_of::<GenerateError>() <= 40, "{}", size_of::<GenerateError>());
}
