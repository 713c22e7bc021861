//! The lenient reader, which says what it met.

#![cfg(not(miri))]

use luuid::{Form, Luuid, ParseError};
use proptest::prelude::*;

const TEXT: &str = "00000023-122e-6aa1-a789-28ef27ab7c62";

#[test]
fn each_form() {
    for (text, form, name) in [
        (TEXT, Form::Uuid, "uuid"),
        ("00000023-122E-6AA1-A789-28EF27AB7C62", Form::Upper, "upper"),
        ("00000023-122e-6aa1-a789-28EF27AB7C62", Form::Upper, "upper"),
        ("00000023122e6aa1a78928ef27ab7c62", Form::Hex, "hex"),
        ("00000023122E6AA1A78928EF27AB7C62", Form::Hex, "hex"),
        ("urn:uuid:00000023-122e-6aa1-a789-28ef27ab7c62", Form::Urn, "urn"),
        ("URN:UUID:00000023-122E-6AA1-A789-28EF27AB7C62", Form::Urn, "urn"),
        ("{00000023-122e-6aa1-a789-28ef27ab7c62}", Form::Braced, "braced"),
        ("{00000023-122E-6AA1-A789-28EF27AB7C62}", Form::Braced, "braced"),
        ("000000231-22e-6aa1-a789-28ef27ab7c62", Form::Published, "published"),
        ("000000231-22E-6AA1-A789-28EF27AB7C62", Form::Published, "published"),
    ] {
        let (id, met) = Luuid::decode_lenient(text.as_bytes()).unwrap();
        assert_eq!((id.to_string().as_str(), met), (TEXT, form), "{text}");
        assert_eq!((form.name(), form.to_string().as_str()), (name, name));
        assert_eq!(name.parse(), Ok(form));
        assert!(Form::ALL.contains(&form));
        assert_eq!(text.parse::<Luuid>().is_ok(), form == Form::Uuid, "{text}");
        assert_eq!(form.decode(text.as_bytes()), Ok(id), "{text}");
        let same_case = form.encode(id).eq_ignore_ascii_case(text);
        assert!(same_case, "{} {text}", form.encode(id));
    }
    // Both versions in every form.
    let (id, form) = Luuid::decode_lenient(b"000000231-22e-8aa1-a789-28ef27ab7c62").unwrap();
    assert_eq!(
        (id.to_string().as_str(), form),
        ("00000023-122e-8aa1-a789-28ef27ab7c62", Form::Published)
    );
}

/// Beside what is in the rows of the vectors.
#[test]
fn nothing_else() {
    let length = |found| ParseError::Length { found, min: 32, max: 45 };
    let hyphen = |index| ParseError::Expected { index, text: "-" };
    let version = |found| ParseError::OneOf { field: "version", found, expected: &[6, 8] };
    let variant = |found| ParseError::Fixed { field: "variant", found, expected: 10 };
    for (text, error) in [
        ("00000023122e-6aa1-a789-28ef27ab7c62", length(35)),
        ("00000023-122e-6aa1-a789-28ef27ab7c620", length(37)),
        ("[00000023-122e-6aa1-a789-28ef27ab7c62]", ParseError::Expected { index: 0, text: "{" }),
        ("{00000023-122e-6aa1-a789-28ef27ab7c62)", ParseError::Expected { index: 37, text: "}" }),
        ("{000000231-22e-6aa1-a789-28ef27ab7c62}", hyphen(9)),
        ("urn:uuid:000000231-22e-6aa1-a789-28ef27ab7c62", hyphen(17)),
        ("0000002-3122e-6aa1-a789-28ef27ab7c62", hyphen(8)),
        ("000000231-22e-6aa1a-789-28ef27ab7c62", hyphen(18)),
        ("000000231-22e-6aa1-a789028ef27ab7c62", hyphen(23)),
        ("00000023--22e-6aa1-a789-28ef27ab7c62", ParseError::Digit { index: 9, byte: b'-' }),
        ("00000023_122e_6aa1_a789_28ef27ab7c62", hyphen(8)),
        ("0000002312-e6aa1a78928ef27ab7c62f", length(33)),
        ("000000231-e6aa1a78928ef27ab7c62f", ParseError::Digit { index: 9, byte: b'-' }),
        ("00000023-122e-4aa1-a789-28ef27ab7c62", version(4)),
        ("00000023-122e-6aa1-8789-28ef27ab7c62", variant(8)),
        ("00000023122e6aa1b78928ef27ab7c62", variant(11)),
    ] {
        assert_eq!(Luuid::decode_lenient(text.as_bytes()), Err(error), "{text}");
        assert!(text.parse::<Luuid>().is_err(), "{text}");
    }
}

/// What each form misses first in a text of another one.
#[test]
fn each_form_alone() {
    let length = |found, of| ParseError::Length { found, min: of, max: of };
    for (form, error) in [
        (Form::Hex, length(36, 32)),
        (Form::Urn, length(36, 45)),
        (Form::Braced, length(36, 38)),
        (Form::Published, ParseError::Expected { index: 9, text: "-" }),
    ] {
        assert_eq!(form.decode(TEXT.as_bytes()), Err(error), "{form}");
        assert_eq!(
            form.decode(b""),
            Err(match error {
                ParseError::Length { min, .. } => length(0, min),
                _ => length(0, 36),
            })
        );
    }
    // Lower case is an alias of upper case.
    assert_eq!(Form::Upper.decode(TEXT.as_bytes()), TEXT.parse());
    let upper = Form::Upper.encode(TEXT.parse().unwrap());
    assert_eq!(
        Form::Uuid.decode(upper.as_bytes()),
        Err(ParseError::Digit { index: 12, byte: b'E' })
    );
}

/// The published text without its hyphens is the identifier; as components between hyphens, which
/// is how some libraries read it, it would be another.
#[test]
fn the_published_grouping_is_not_read_as_components() {
    let (id, _) = Luuid::decode_lenient(b"000000231-22e-6aa1-a789-28ef27ab7c62").unwrap();
    let misread: Luuid = "00000231-022e-6aa1-a789-28ef27ab7c62".parse().unwrap();
    assert_eq!(id.key().to_bits(), 0x23_122e);
    assert_eq!(misread.key().to_bits(), 0x231_022e);
    assert_ne!(id, misread);
}

proptest! {
    #[test]
    fn any_bytes_never_panic(text in prop::collection::vec(any::<u8>(), 0..50)) {
        if let Ok((id, form)) = Luuid::decode_lenient(&text) {
            prop_assert_eq!(form == Form::Uuid, id.encode().as_bytes() == text);
        }
    }

    #[test]
    fn nearly_identifiers(
        text in "(urn:uuid:|\\{)?[0-9a-fA-F]{8,9}-?[0-9a-f-]{3,4}-?[68]aa1-?a789-?28ef27ab7c62\\}?|.{30,46}",
    ) {
        let strict = text.parse::<Luuid>();
        match Luuid::decode_lenient(text.as_bytes()) {
            Ok((id, form)) => {
                let digits: String = text
                    .strip_prefix("urn:uuid:")
                    .unwrap_or(&text)
                    .chars()
                    .filter(char::is_ascii_hexdigit)
                    .collect();
                prop_assert_eq!(u128::from_str_radix(&digits, 16), Ok(id.to_bits()));
                prop_assert_eq!(strict.is_ok(), form == Form::Uuid);
            }
            Err(_) => prop_assert!(strict.is_err()),
        }
    }
}
