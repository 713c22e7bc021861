//! Identifiers inside UUIDs.

#![cfg(feature = "uuid")]

use proptest::prelude::*;
use siq::Siq;
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
