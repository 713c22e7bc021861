//! The identifier: its fields, its bytes, its text.

use core::time::Duration;

use flax_id::{FlaxId, Form, UnixTime};
use ids_testkit::Laws;
use proptest::prelude::*;

#[test]
fn the_laws_of_every_format() {
    Laws::<FlaxId>::new().text_order().exact_pattern().hold();
    Laws::<FlaxId>::new().forms(Form::ALL, Form::sorts, |_, text| text.into());
}

proptest! {
    #![proptest_config(ids_testkit::cases(8))]

    #[test]
    fn parts_and_number(timestamp in 0..1_u64 << 40, random in 0..1_u64 << 56) {
        let id = FlaxId::from_parts(timestamp, random).unwrap();
        prop_assert_eq!((id.timestamp(), id.random()), (timestamp, random));
        prop_assert_eq!(id.to_bits(), u128::from(timestamp) << 56 | u128::from(random));
        prop_assert_eq!(FlaxId::new(id.time(), random), Ok(id));
    }
}

#[test]
fn the_sign_date() {
    let last = FlaxId::last_at(FlaxId::LAST_POSITIVE).unwrap();
    let next = FlaxId::first_at(FlaxId::LAST_POSITIVE + Duration::from_millis(1)).unwrap();
    assert_eq!((last.to_bits() >> 95, next.to_bits() >> 95), (0, 1));
    assert_eq!(FlaxId::LAST_POSITIVE, UnixTime::from_millis(1_969_826_213_887));
}
