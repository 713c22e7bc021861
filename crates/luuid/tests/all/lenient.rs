//! The lenient reader, which says what it met.

#![cfg(not(miri))]

use luuid::{Form, Luuid, ParseError, Version};
use proptest::prelude::*;

#[test]
fn each_form() {
    let id: Luuid = "00000023-122e-6aa1-a789-28ef27ab7c62".parse().unwrap();
    for &form in Form::ALL {
        for id in [id, id.to_version(Version::V8)] {
            let text = form.encode(id);
            assert_eq!(Luuid::decode_lenient(text.as_bytes()), Ok((id, form)), "{text}");
            // With a letter in upper case, the canonical text is another form.
            let upper = if form == Form::Uuid { Form::Upper } else { form };
            let text = text.upper();
            assert_eq!(Luuid::decode_lenient(text.as_bytes()), Ok((id, upper)), "{text}");
        }
    }
}

/// The rows of the vectors have kinds and places of errors, and not what would fit.
#[test]
fn what_would_fit() {
    let expected = |index, text| ParseError::Expected { index, text };
    let version = ParseError::OneOf { field: "version", found: 4, expected: &[6, 8] };
    for (text, error) in [
        ("00000023122e-6aa1-a789-28ef27ab7c62", ParseError::Length { found: 35, min: 32, max: 45 }),
        ("[00000023-122e-6aa1-a789-28ef27ab7c62]", expected(0, "{")),
        ("{00000023-122e-6aa1-a789-28ef27ab7c62)", expected(37, "}")),
        ("000000231-22e-6aa1a-789-28ef27ab7c62", expected(18, "-")),
        ("00000023-122e-4aa1-a789-28ef27ab7c62", version),
        (
            "00000023122e6aa1b78928ef27ab7c62",
            ParseError::Fixed { field: "variant", found: 11, expected: 10 },
        ),
    ] {
        assert_eq!(Luuid::decode_lenient(text.as_bytes()), Err(error), "{text}");
    }
}

proptest! {
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
