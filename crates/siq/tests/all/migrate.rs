//! From snowflakes and ULIDs. The rows of the vectors are as upstream has them.

use core::time::Duration;

use proptest::prelude::*;
use siq::{DomainHash, Qualifier, RangeError, Siq, UnixTime};

const DISCORD: UnixTime = UnixTime::from_secs(1_420_070_400);
const DOMAIN: DomainHash = DomainHash::from_bits(0x86ce_1947);

fn snowflake(id: u64, qualifier: Qualifier) -> Siq {
    Siq::from_snowflake(id, DISCORD, DOMAIN, qualifier).unwrap()
}

#[test]
fn times_after_the_end_are_errors() {
    let last = Siq::TICKS.start((1 << 56) - 1);
    for epoch in [UnixTime::from_secs(1 << 40), UnixTime::MAX] {
        let id = Siq::from_snowflake(0, epoch, DOMAIN, Qualifier::User);
        assert_eq!(id, Err(RangeError::AfterEnd { last }));
    }
    // The last tick has room for no node above 255.
    let of_node = |node: u64| Siq::from_snowflake(node << 12, last, DOMAIN, Qualifier::Message);
    assert_eq!(of_node(255).unwrap().timestamp(), (1 << 56) - 1);
    assert_eq!(of_node(256), Err(RangeError::AfterEnd { last }));
}

fn qualifiers() -> impl Strategy<Value = Qualifier> {
    prop::sample::select(Qualifier::ALL)
}

proptest! {
    /// No two become one, and the time is never a whole millisecond off.
    #[test]
    fn snowflakes_stay_apart(a in any::<u64>(), near in 0..1_u64 << 26, qualifier in qualifiers()) {
        let b = a ^ near;
        let (x, y) = (snowflake(a, qualifier), snowflake(b, qualifier));
        prop_assert_eq!(x == y, a == b);
        if a >> 22 != b >> 22 || qualifier.bits() < 5 {
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        }
        let start = DISCORD + Duration::from_millis(a >> 22);
        let later = x.timestamp() - Siq::TICKS.at(start).unwrap();
        prop_assert!(later < 8, "{later} ticks");
        prop_assert_eq!(x.qualifier(), qualifier);
        prop_assert_eq!(u64::from(x.shard()), a >> 12 & 255);
        prop_assert_eq!(x.domain(), DOMAIN);
    }

    #[test]
    fn ulids_stay_in_order(a in any::<u128>(), b in any::<u128>(), qualifier in qualifiers()) {
        let [x, y] = [a, b].map(|ulid| Siq::from_ulid(ulid, DOMAIN, qualifier));
        if a >> 80 != b >> 80 {
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        }
        prop_assert_eq!((x.qualifier(), x.domain()), (qualifier, DOMAIN));
        let millis = u64::try_from(a >> 80).unwrap();
        let start = Siq::TICKS.at(UnixTime::from_millis(millis)).unwrap();
        prop_assert!((start..start + 64).contains(&x.timestamp()));
    }
}
