//! The identifier: its fields, its times, its bytes.

use core::time::Duration;
use std::borrow::Cow;

use ids_testkit::Laws;
use proptest::prelude::*;
use siq::{DomainHash, ParseError, Qualifier, RangeError, Siq, UnixTime};

const DOMAIN: DomainHash = DomainHash::from_bits(0x86ce_1947);
const LAST_TICK: u64 = (1 << 56) - 1;
const END: UnixTime = UnixTime::from_secs(1 << 40);

#[test]
fn usable_in_constants() {
    const ID: Siq =
        match Siq::new(UnixTime::from_secs(1_732_104_000), 1, DOMAIN, Qualifier::User, 3) {
            Ok(id) => id,
            Err(_) => Siq::MIN,
        };
    const SERIAL: u16 = ID.serial();
    assert_eq!((ID.seconds(), SERIAL, size_of::<Siq>()), (1_732_104_000, 3, 14));
}

/// Nanoseconds since the Unix epoch, ticks as the exact floor.
#[test]
fn ticks_are_rounded_down() {
    for (nanos, tick) in [
        (0, 0),
        (15_258, 0),
        (15_259, 1),
        (30_517, 1),
        (30_518, 2),
        (999_984_741, 65_534),
        (999_984_742, 65_535),
        (999_999_999, 65_535),
        (1_000_000_000, 65_536),
        (1_732_104_000_250_000_000, 113_515_167_760_384),
        (1_732_104_000_249_999_999, 113_515_167_760_383),
        // Where a double of seconds is already in the next tick.
        (253_402_300_799_999_999_000, 16_606_973_185_228_799),
    ] {
        let nanos: u128 = nanos;
        let seconds = u64::try_from(nanos / 1_000_000_000).unwrap();
        let time = UnixTime::new(seconds, u32::try_from(nanos % 1_000_000_000).unwrap());
        assert_eq!(Siq::TICKS.at(time), Ok(tick), "{nanos}");
        let id = Siq::first_at(time).unwrap();
        assert_eq!(id.timestamp(), tick, "{nanos}");
        assert!(id.time() <= time, "{nanos}");
    }
}

#[test]
fn what_does_not_fit_is_an_error() {
    let after = RangeError::AfterEnd { last: Siq::LAST };
    assert_eq!(Siq::LAST, Siq::TICKS.start(LAST_TICK));
    for time in [END, UnixTime::MAX] {
        let new = Siq::new(time, 0, DOMAIN, Qualifier::User, 0);
        assert_eq!(new, Err(after));
        assert_eq!(Siq::first_at(time), Err(after));
        assert_eq!(Siq::last_at(time), Err(after));
    }
    assert_eq!(Siq::first_at(UnixTime::EPOCH), Ok(Siq::MIN));
    assert_eq!(Siq::last_at(END.saturating_sub(Duration::from_nanos(1))), Ok(Siq::MAX));

    let wide = RangeError::Field { field: "serial", value: 4096, max: 4095 };
    let new = Siq::new(UnixTime::EPOCH, 0, DOMAIN, Qualifier::Thread, 4096);
    assert_eq!(new, Err(wide));
    let wide = RangeError::Field { field: "seconds", value: 1 << 40, max: (1 << 40) - 1 };
    assert_eq!(Siq::from_parts(LAST_TICK + 1, 0, DOMAIN, Qualifier::User, 0), Err(wide));
}

#[test]
fn stored_in_14_or_16_bytes() {
    let id: Siq = "did:siq:lm2a3kiagopopibaaaamgzymuoac6".parse().unwrap();
    let bytes = [0, 0x67, 0x3d, 0xcf, 0x40, 0x40, 0, 1, 0x86, 0xce, 0x19, 0x47, 0, 0x5e];
    assert_eq!((id.to_bytes(), Siq::from_bytes(bytes)), (bytes, id));
    let mut stored = id.to_bytes16();
    assert_eq!((&stored[..2], &stored[2..]), (&[0, 0][..], &bytes[..]));
    assert_eq!(Siq::from_bytes16(stored), Ok(id));
    for index in [0, 1] {
        stored[index] = 1;
        assert_eq!(Siq::from_bytes16(stored), Err(ParseError::TooLarge { bits: 112 }));
        stored[index] = 0;
    }
}

#[test]
fn the_laws_of_every_format() {
    // Upper case after the prefix is an alias.
    let canonical = |text: &str| match text.strip_prefix("did:siq:") {
        Some(digits) => Cow::Owned(format!("did:siq:{}", digits.to_ascii_lowercase())),
        None => Cow::Owned(text.to_owned()),
    };
    Laws::<Siq>::new().aliases(canonical).hold();
    Laws::<Siq>::new().stored();
    Laws::<Siq>::new().in_place();
}

proptest! {
    #[test]
    fn parts_both_ways(
        timestamp in 0..=LAST_TICK,
        shard in any::<u8>(),
        domain in any::<u32>(),
        qualifier in prop::sample::select(Qualifier::ALL),
        serial in any::<u16>(),
    ) {
        let domain = DomainHash::from_bits(domain);
        let serial = serial >> qualifier.bits();
        let id = Siq::from_parts(timestamp, shard, domain, qualifier, serial).unwrap();
        prop_assert_eq!(id.timestamp(), timestamp);
        prop_assert_eq!((id.shard(), id.domain()), (shard, domain));
        prop_assert_eq!((id.qualifier(), id.serial()), (qualifier, serial));
        prop_assert_eq!(Siq::new(id.time(), shard, domain, qualifier, serial), Ok(id));
        prop_assert_eq!(Siq::from_bits(id.to_bits()), Ok(id));
        prop_assert!(Siq::first_at(id.time()).unwrap() <= id);
        prop_assert!(id <= Siq::last_at(id.time()).unwrap());
    }

    #[test]
    fn ranges_meet(nanos in 0..u64::MAX) {
        let time = UnixTime::from_nanos(nanos);
        let (first, last) = (Siq::first_at(time).unwrap(), Siq::last_at(time).unwrap());
        prop_assert_eq!(first.timestamp(), last.timestamp());
        let next = Siq::from_bits(last.to_bits() + 1).unwrap();
        prop_assert_eq!(Siq::first_at(next.time()), Ok(next));
        prop_assert!(first.time() <= time && time < next.time());
    }
}
