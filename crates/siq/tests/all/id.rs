//! The identifier: its fields, its times, its bytes.

use std::borrow::Cow;

use ids_testkit::Laws;
use proptest::prelude::*;
use siq::{DomainHash, Qualifier, Siq};

const LAST_TICK: u64 = (1 << 56) - 1;

#[test]
fn the_laws_of_every_format() {
    // Upper case after the prefix is an alias.
    let canonical = |text: &str| match text.strip_prefix("did:siq:") {
        Some(digits) => Cow::Owned(format!("did:siq:{}", digits.to_ascii_lowercase())),
        None => Cow::Owned(text.to_owned()),
    };
    Laws::<Siq>::new().aliases(canonical).hold();
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
    }
}
