//! The texts other than the canonical one, against the standard library's.

use flax_id::{FlaxId, Form, ParseError};
use ids_testkit::Laws;
use proptest::prelude::*;

#[test]
fn nothing_else() {
    for (form, text, error) in [
        (Form::Base64, "0RdKJcxqVBiAiQr+", ParseError::Digit { index: 15, byte: b'+' }),
        (Form::Hex, "05ca55528f7680cb8bb9bdC1", ParseError::Digit { index: 22, byte: b'C' }),
        (Form::Hex, "5ca55528f7680cb8bb9bdc1", ParseError::Length { found: 23, min: 24, max: 24 }),
        (Form::Decimal, "", ParseError::Length { found: 0, min: 1, max: 29 }),
        (Form::Decimal, "01", ParseError::LeadingZero { index: 0 }),
        (Form::Decimal, "79228162514264337593543950336", ParseError::TooLarge { bits: 96 }),
    ] {
        assert_eq!(form.decode(text.as_bytes()), Err(error), "{form} {text}");
    }
}

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
