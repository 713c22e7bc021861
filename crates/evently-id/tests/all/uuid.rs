//! Ids in columns of UUIDs.

#![cfg(feature = "uuid")]

use evently_id::{EventId, Form, ParseError};
use proptest::prelude::*;
use uuid::{Uuid, uuid};

#[test]
fn other_uuids_are_refused() {
    let error = ParseError::Fixed { field: "sign", found: 1, expected: 0 };
    for uuid in [Uuid::max(), uuid!("80000000-0000-0000-0000-000000000000")] {
        assert_eq!(EventId::try_from(uuid), Err(error), "{uuid}");
    }
}

proptest! {
    #[test]
    fn both_ways_and_in_order(a in 0..1_u128 << 127, b in 0..1_u128 << 127) {
        let (a, b) = (EventId::from_bits(a).unwrap(), EventId::from_bits(b).unwrap());
        let (x, y) = (Uuid::from(a), Uuid::from(b));
        prop_assert_eq!(EventId::try_from(x), Ok(a));
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x.to_string().cmp(&y.to_string()), a.cmp(&b));
        let texts = (x.hyphenated().to_string(), x.simple().to_string());
        prop_assert_eq!(Form::Uuid.encode(a), texts.0.as_str());
        prop_assert_eq!(Form::Upper.encode(a).to_string(), format!("{:X}", x.simple()));
        prop_assert_eq!(EventId::decode_lenient(texts.0.as_bytes()), Ok((a, Form::Uuid)));
        prop_assert_eq!(EventId::decode_lenient(texts.1.as_bytes()), Ok((a, Form::Hex)));
    }
}
