//! The texts other than the canonical one, against the standard library's.

use flax_id::{FlaxId, Form};
use ids_testkit::Laws;
use proptest::prelude::*;

proptest! {
    #[test]
    fn as_others_write_them(bits in 0..1_u128 << 96) {
        let id = FlaxId::from_bits(bits).unwrap();
        for (form, text) in [
            (Form::Base64, id.to_string()),
            (Form::Hex, format!("{bits:024x}")),
            (Form::Decimal, bits.to_string()),
        ] {
            prop_assert_eq!(form.encode(id), text.as_str());
            prop_assert_eq!(form.decode(text.as_bytes()), Ok(id));
        }
    }
}

#[test]
fn the_laws_of_its_forms() {
    Laws::<FlaxId>::new().forms(Form::ALL, Form::sorts, |_, text| text.into());
}
