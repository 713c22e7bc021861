//! The texts other than the canonical one, against the standard library's.

use flax_id::{FlaxId, Form, ParseError};
use proptest::prelude::*;

/// The smallest, the largest and one of the original's, for each form.
const KNOWN: [(Form, &str, [&str; 3]); 3] = [
    (Form::Base64, "base64", ["----------------", "zzzzzzzzzzzzzzzz", "0RdKJcxqVBiAiQr0"]),
    (
        Form::Hex,
        "hex",
        ["000000000000000000000000", "ffffffffffffffffffffffff", "05ca55528f7680cb8bb9bdc1"],
    ),
    (
        Form::Decimal,
        "decimal",
        ["0", "79228162514264337593543950335", "1792030988790530007327423937"],
    ),
];

#[test]
fn known_texts() {
    let ids = [FlaxId::MIN, FlaxId::MAX, "0RdKJcxqVBiAiQr0".parse().unwrap()];
    for (index, (form, name, texts)) in KNOWN.into_iter().enumerate() {
        assert_eq!(form, Form::ALL[index]);
        assert_eq!((form.name(), form.to_string().as_str(), name.parse()), (name, name, Ok(form)));
        for (id, text) in ids.into_iter().zip(texts) {
            assert_eq!(form.encode(id), text);
            assert_eq!(form.decode(text.as_bytes()), Ok(id), "{form} {text}");
        }
    }
    assert_eq!("HEX".parse::<Form>(), Err(ParseError::Unknown { what: "form" }));
}

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
    fn as_others_write_them(a in 0..1_u128 << 96, b in 0..1_u128 << 96) {
        let (x, y) = (FlaxId::from_bits(a).unwrap(), FlaxId::from_bits(b).unwrap());
        for (form, text) in [
            (Form::Base64, x.to_string()),
            (Form::Hex, format!("{a:024x}")),
            (Form::Decimal, a.to_string()),
        ] {
            prop_assert_eq!(form.encode(x), text.as_str());
            prop_assert_eq!(form.decode(text.as_bytes()), Ok(x));
            if form.sorts() {
                prop_assert_eq!(form.encode(x).cmp(&form.encode(y)), a.cmp(&b));
            }
        }
    }
}

#[test]
fn decimal_does_not_sort() {
    let text = |bits| Form::Decimal.encode(FlaxId::from_bits(bits).unwrap());
    assert!(!Form::Decimal.sorts() && text(9) > text(10));
}
