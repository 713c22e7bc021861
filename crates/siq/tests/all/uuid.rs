//! Identifiers inside UUIDs.

#![cfg(feature = "uuid")]

use proptest::prelude::*;
use siq::{ParseError, Siq};
use uuid::{Uuid, Variant, uuid};

#[test]
fn known_uuids() {
    for (bits, expected) in [
        (0, uuid!("00000000-0000-8000-8000-000000000000")),
        (8_179_629_875_625_036_003_635_829_866_590, uuid!("000019cf-73d0-8100-8001-86ce1947005e")),
        ((1 << 112) - 1, uuid!("003fffff-ffff-8fff-bfff-ffffffffffff")),
    ] {
        let id = Siq::from_bits(bits).unwrap();
        assert_eq!(Uuid::from(id), expected);
        assert_eq!(Siq::try_from(expected), Ok(id));
    }
}

#[test]
fn other_uuids_are_refused() {
    let fixed = |field, found, expected| ParseError::Fixed { field, found, expected };
    for (uuid, error) in [
        (Uuid::nil(), fixed("version", 0, 8)),
        (Uuid::max(), fixed("zero", 1023, 0)),
        (uuid!("000019cf-73d0-4100-8001-86ce1947005e"), fixed("version", 4, 8)),
        (uuid!("000019cf-73d0-8100-c001-86ce1947005e"), fixed("variant", 3, 2)),
        (uuid!("004019cf-73d0-8100-8001-86ce1947005e"), fixed("zero", 1, 0)),
        (uuid!("800019cf-73d0-8100-8001-86ce1947005e"), fixed("zero", 512, 0)),
    ] {
        assert_eq!(Siq::try_from(uuid), Err(error), "{uuid}");
    }
}

proptest! {
    #[test]
    fn both_ways_and_in_order(a in 0..1_u128 << 112, b in 0..1_u128 << 112) {
        let (a, b) = (Siq::from_bits(a).unwrap(), Siq::from_bits(b).unwrap());
        let (x, y) = (Uuid::from(a), Uuid::from(b));
        prop_assert_eq!(Siq::try_from(x), Ok(a));
        prop_assert_eq!((x.get_version_num(), x.get_variant()), (8, Variant::RFC4122));
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x.to_string().cmp(&y.to_string()), a.cmp(&b));
    }

    #[test]
    fn each_bit_matters(bits in 0..1_u128 << 112, bit in 0..128_u32) {
        let id = Siq::from_bits(bits).unwrap();
        let other = Uuid::from_u128(Uuid::from(id).as_u128() ^ 1 << bit);
        prop_assert_ne!(Siq::try_from(other), Ok(id));
    }
}
