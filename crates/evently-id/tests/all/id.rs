//! The identifier: its fields, its times, its texts; ledgers and marks.

use core::time::Duration;
use std::borrow::Cow;

use evently_id::{EventId, Form, LedgerId, Mark, ParseError, RangeError, UnixTime};
use ids_testkit::Laws;
use proptest::prelude::*;

const TEXT: &str = "0005cd7556b05092aecc815daa77f99c";
const TIME: UnixTime = UnixTime::from_micros(1_633_278_732_816_530);
const LEDGER: LedgerId = LedgerId::from_bits(0xaa77_f99c);
const LAST: u64 = (1 << 63) - 1;
const SIGN: ParseError = ParseError::Fixed { field: "sign", found: 1, expected: 0 };

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn the_laws_of_every_format() {
    Laws::<EventId>::new().text_order().exact_pattern().hold();
    Laws::<EventId>::new().forms(Form::ALL, Form::sorts, |form, text| match form {
        Form::Uuid => Cow::Owned(text.to_ascii_lowercase()),
        _ => Cow::Borrowed(text),
    });
}

#[test]
fn usable_in_constants() {
    const ID: EventId = match EventId::last_at(TIME, LEDGER) {
        Ok(id) => id,
        Err(_) => EventId::MIN,
    };
    const MARK: Mark = ID.mark();
    assert_eq!((ID.timestamp(), MARK.ledger()), (1_633_278_732_816_530, LEDGER));
}

#[test]
fn ends() {
    assert_eq!((EventId::MIN.to_bits(), EventId::MAX.to_bits()), (0, u128::MAX >> 1));
    assert_eq!(EventId::LAST, UnixTime::from_micros(LAST));
    let end = EventId::LAST + Duration::from_micros(1);
    let within = end.saturating_sub(Duration::from_nanos(1));
    assert_eq!(EventId::last_at(within, LedgerId::MAX), Ok(EventId::MAX));
    assert_eq!(EventId::first_at(UnixTime::EPOCH, LedgerId::MIN), Ok(EventId::MIN));
    let after = Err(RangeError::AfterEnd { last: EventId::LAST });
    for time in [end, UnixTime::MAX] {
        assert_eq!(EventId::new(time, 0, LEDGER), after);
        assert_eq!(EventId::first_at(time, LEDGER), after);
        assert_eq!(EventId::last_at(time, LEDGER), after);
    }
    let wide = RangeError::Field { field: "timestamp", value: LAST + 1, max: LAST };
    assert_eq!(EventId::from_parts(LAST + 1, 0, LEDGER), Err(wide));
    for bits in [1 << 127, u128::MAX] {
        assert_eq!(EventId::from_bits(bits), Err(SIGN));
        assert_eq!(EventId::from_bytes(bits.to_be_bytes()), Err(SIGN));
    }
}

#[test]
fn texts_read_leniently() {
    let id: EventId = TEXT.parse().unwrap();
    for (text, met) in [
        (TEXT, Form::Hex),
        ("0005CD7556B05092AECC815DAA77F99C", Form::Upper),
        ("0005cd7556B05092aecc815daa77f99c", Form::Upper),
        ("0005CD75-56b0-5092-aecc-815daa77f99c", Form::Uuid),
    ] {
        assert_eq!(EventId::decode_lenient(text.as_bytes()), Ok((id, met)), "{text}");
    }
    // The rows of the vectors have kinds and places of errors, and not what would fit.
    let error = ParseError::Length { found: 31, min: 32, max: 32 };
    assert_eq!(EventId::decode_lenient(&TEXT.as_bytes()[1..]), Err(error));
}

#[test]
fn ledgers() {
    let ledger: LedgerId = "aa77f99c".parse().unwrap();
    assert_eq!((ledger, ledger.version(), ledger.to_bits()), (LEDGER, 0, 0xaa77_f99c));
    assert_eq!(LedgerId::from_checksum(0xaa77_f99f), LEDGER);
    assert_eq!(LedgerId::from_bits(0xaa77_f99f).version(), 3);
    assert_eq!(format!("{ledger} {ledger:?}"), "aa77f99c LedgerId(\"aa77f99c\")");
    assert_eq!((EventId::MIN.ledger(), EventId::MAX.ledger()), (LedgerId::MIN, LedgerId::MAX));
    for (ledger, bits, version) in
        [(LedgerId::MIN, 0, 0), (LEDGER, 0xaa77_f99c, 0), (LedgerId::MAX, u32::MAX, 3)]
    {
        assert_eq!((u32::from(ledger), ledger.version()), (bits, version));
        assert_eq!((LedgerId::from(bits), LedgerId::from_bits(bits)), (ledger, ledger));
        assert_eq!(ledger.to_string().parse(), Ok(ledger));
    }
}

#[test]
fn marks() {
    let text = "0005cd7556b05092aa77f99c";
    let mark: Mark = text.parse().unwrap();
    assert_eq!(TEXT.parse::<EventId>().unwrap().mark(), mark);
    assert_eq!(Mark::new(1_633_278_732_816_530, LEDGER), Ok(mark));
    assert_eq!((mark.timestamp(), mark.ledger()), (1_633_278_732_816_530, LEDGER));
    assert_eq!(format!("{mark} {mark:?}"), format!("{text} Mark(\"{text}\")"));
    // Nothing has matched yet.
    assert_eq!("0000000000000000aa77f99c".parse(), Ok(Mark::new(0, LEDGER).unwrap()));
    assert_eq!("7fffffffffffffffaa77f99c".parse(), Ok(Mark::new(LAST, LEDGER).unwrap()));
    let wide = RangeError::Field { field: "timestamp", value: LAST + 1, max: LAST };
    assert_eq!(Mark::new(LAST + 1, LEDGER), Err(wide));
    for (text, error) in [
        ("8000000000000000aa77f99c", SIGN),
        ("ffffffffffffffffffffffff", SIGN),
        (TEXT, ParseError::Length { found: 32, min: 24, max: 24 }),
        ("0005cd7556b05092aa77f99C", ParseError::Digit { index: 23, byte: b'C' }),
    ] {
        assert_eq!(text.parse::<Mark>(), Err(error), "{text}");
    }
}

proptest! {
    #[test]
    fn parts_both_ways(timestamp in 0..=LAST, checksum: u32, ledger: u32) {
        let ledger = LedgerId::from_bits(ledger);
        let id = EventId::from_parts(timestamp, checksum, ledger).unwrap();
        prop_assert_eq!((id.timestamp(), id.checksum(), id.ledger()), (timestamp, checksum, ledger));
        prop_assert_eq!(EventId::new(id.time(), checksum, ledger), Ok(id));
        prop_assert_eq!(EventId::from_bits(id.to_bits()), Ok(id));
        prop_assert!(EventId::first_at(id.time(), ledger).unwrap() <= id);
        prop_assert!(id <= EventId::last_at(id.time(), ledger).unwrap());
        prop_assert_eq!(id.mark().to_string().parse(), Ok(id.mark()));
    }

    #[cfg(feature = "uuid")]
    #[test]
    fn as_the_crate_uuid_has_them(bits in 0..1_u128 << 127) {
        let id = EventId::from_bits(bits).unwrap();
        let uuid = uuid::Uuid::from(id);
        prop_assert_eq!(EventId::try_from(uuid), Ok(id));
        prop_assert_eq!(Form::Uuid.encode(id).to_string(), uuid.to_string());
        prop_assert_eq!(Form::Upper.encode(id).to_string(), format!("{:X}", uuid.simple()));
    }

    /// A microsecond of one ledger ends before the next one begins.
    #[test]
    fn ranges_meet(nanos: u64, ledger: u32) {
        let (time, ledger) = (UnixTime::from_nanos(nanos), LedgerId::from_bits(ledger));
        let first = EventId::first_at(time, ledger).unwrap();
        let last = EventId::last_at(time, ledger).unwrap();
        let next = EventId::first_at(first.time() + Duration::from_micros(1), ledger).unwrap();
        prop_assert_eq!((first.timestamp(), first.timestamp() + 1), (last.timestamp(), next.timestamp()));
        prop_assert!(first < last && last < next && first.time() <= time && time < next.time());
    }
}
