//! The local identifier: its fields, its bytes, its text.

use core::time::Duration;

use kuid::{Local, RangeError, UnixTime};
use proptest::prelude::*;

/// The start of the last tick: 2^20 million seconds less 0.576 ms.
const LAST: UnixTime = UnixTime::new(1_048_575_999_999, 999_424_000);

/// The last tick is shorter than the others.
#[test]
fn after_the_last_tick() {
    let after = RangeError::AfterEnd { last: LAST };
    for time in [LAST + Duration::from_micros(576), UnixTime::MAX] {
        assert_eq!((Local::first_at(time), Local::last_at(time)), (Err(after), Err(after)));
    }
    let last = Local::last_at(LAST + Duration::from_nanos(575_999)).unwrap();
    assert_eq!((last.time(), Local::LAST), (LAST, LAST));
}

#[test]
fn values_that_no_clock_reads_say_the_sum_of_their_fields() {
    for (second, fraction, regular) in
        [(999_999, 976, true), (1_000_000, 0, false), (0, 977, false), (1_048_575, 1023, false)]
    {
        let id = Local::from_parts(1, second, fraction, 5).unwrap();
        assert_eq!(id.is_regular(), regular, "{second} {fraction}");
        let micros = (1_000_000 + second) * 1_000_000 + fraction * 1024;
        assert_eq!(id.time(), UnixTime::from_micros(micros), "{second} {fraction}");
    }
}

#[test]
fn the_sign_date() {
    let first = Local::from_parts(1 << 19, 0, 0, 0).unwrap();
    assert!(first > Local::last_at(Local::LAST_POSITIVE).unwrap());
    assert_eq!(first.time(), Local::LAST_POSITIVE + Duration::from_micros(576));
    assert_eq!(Local::from_bits(first.to_bits() - 1).to_i64(), Ok(i64::MAX));
}

prop_compose! {
    fn any_id()(bits in any::<u64>()) -> Local {
        Local::from_bits(bits)
    }
}

proptest! {
    #[test]
    fn time_and_number(nanos in 0..=LAST.as_nanos(), sequence in 0..1_u64 << 14) {
        let nanos_in_second = u32::try_from(nanos % 1_000_000_000).unwrap();
        let time = UnixTime::new(u64::try_from(nanos / 1_000_000_000).unwrap(), nanos_in_second);
        let id = Local::new(time, sequence).unwrap();
        prop_assert!(id.is_regular());
        prop_assert_eq!(id.sequence(), sequence);
        // Rounded down to a tick, within the second.
        prop_assert!(id.time() <= time && time < id.time() + Duration::from_micros(1024));
        prop_assert_eq!(id.time().as_secs(), time.as_secs());
        prop_assert_eq!(id.time().subsec_nanos() % 1_024_000, 0);
        prop_assert_eq!(Local::new(id.time(), sequence), Ok(id));
        prop_assert!(Local::first_at(time).unwrap() <= id && id <= Local::last_at(time).unwrap());
        prop_assert_eq!(Local::TICKS.start(Local::TICKS.at(time).unwrap()), id.time());
    }

    #[test]
    fn parts_and_back(id in any_id()) {
        let parts = (id.mega(), id.second(), id.fraction(), id.sequence());
        prop_assert_eq!(Local::from_parts(parts.0, parts.1, parts.2, parts.3), Ok(id));
        let micros = (parts.0 * 1_000_000 + parts.1) * 1_000_000 + parts.2 * 1024;
        prop_assert_eq!(id.time(), UnixTime::from_micros(micros));
    }

    #[test]
    fn in_the_order_of_time_and_number(a in any_id(), b in any_id()) {
        if a.is_regular() && b.is_regular() {
            let of = |id: Local| (id.time(), id.sequence());
            prop_assert_eq!(a.cmp(&b), of(a).cmp(&of(b)));
        }
    }

    #[test]
    fn distances_are_signed_and_reversible(a in any_id(), b in any_id()) {
        let (there, back) = (Local::distance(a, b), Local::distance(b, a));
        prop_assert_eq!(there, (-back.0, -back.1));
        let micros = |id: Local| i64::try_from(id.time().as_micros()).unwrap();
        prop_assert_eq!(there.0, micros(a) - micros(b));
        let sequence = |id: Local| i32::try_from(id.sequence()).unwrap();
        prop_assert_eq!(there.1, sequence(a) - sequence(b));
    }
}
