//! Ids in columns of UUIDs.

#![cfg(feature = "uuid")]

use evently_id::{EventId, Form};
use proptest::prelude::*;
use uuid::Uuid;

proptest! {
    #[test]
    fn as_the_crate_uuid_has_them(bits in 0..1_u128 << 127) {
        let id = EventId::from_bits(bits).unwrap();
        let uuid = Uuid::from(id);
        prop_assert_eq!(EventId::try_from(uuid), Ok(id));
        prop_assert_eq!(Form::Uuid.encode(id).to_string(), uuid.to_string());
        prop_assert_eq!(Form::Upper.encode(id).to_string(), format!("{:X}", uuid.simple()));
    }
}
