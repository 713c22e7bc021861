//! What the compiler says of a literal that is wrong.

use ids_core::{
    ParseError,
    format::{Hex, or_return, refuse_literal},
    literal,
};

fn message(name: &str, error: ParseError) -> String {
    let panic = std::panic::catch_unwind(|| refuse_literal(name, error)).unwrap_err();
    panic.downcast_ref::<String>().expect("a formatted message").clone()
}

#[test]
#[cfg_attr(panic = "abort", ignore = "a panic ends the process")]
fn names_the_type_and_the_kind_and_the_place() {
    let fixed = ParseError::Fixed { field: "sign", found: 1, expected: 0 };
    for (error, said) in [
        (ParseError::Digit { index: 15, byte: b'+' }, "digit at index 15, byte 0x2b"),
        (ParseError::Length { found: 15, min: 16, max: 16 }, "length at index 15"),
        (ParseError::Expected { index: 8, text: "-" }, "expected at index 8"),
        (fixed, "fixed"),
        (ParseError::Checksum { found: 1, expected: 2 }, "checksum"),
    ] {
        assert_eq!(message("FlaxId", error), format!("this is no FlaxId: {said}"));
    }
    let index = usize::MAX;
    let long = "x".repeat(300);
    for name in [&long, &long[..151], "\u{e4}"] {
        let found = message(name, ParseError::LeadingZero { index });
        let rest = format!("leading_zero at index {index}");
        assert_eq!(found, format!("this is not of the type: {rest}"));
    }
    assert!(message(&long[..150], fixed).contains(&long[..150]));
}

#[derive(Debug, PartialEq)]
struct Own(u128);
impl Own {
    const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        Ok(Self(or_return!(Hex::LOWER.decode::<4>(text))))
    }
}

/// The text may be a constant, also one named as the macro's own could be.
#[test]
fn texts_in_constants() {
    const LITERAL: &str = "be11";
    assert_eq!(literal!(Own, LITERAL), Own(0xbe11));
}

/// A constant stands for itself in a pattern, also in one of a macro.
#[test]
#[expect(non_upper_case_globals, reason = "as `bindgen` names constants of C")]
fn constants_of_the_caller() {
    const value: u8 = 1;
    const error: u8 = 2;
    assert_eq!((literal!(Own, "be11"), value, error), (Own(0xbe11), 1, 2));
}
