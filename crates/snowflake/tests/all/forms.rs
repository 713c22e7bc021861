//! The texts: what is written, what is read, what is refused.

use std::borrow::Cow;

use ids_testkit::Laws;
use proptest::prelude::*;
use regex::Regex;
use snowflake::{Discord, Form, Id, Kind, ParseError, Snowflake, Text, Tid, literal};

#[test]
fn in_constants() {
    const ID: Snowflake<Discord> = literal!(Snowflake<Discord>, "175928847299117063");
    const TEXT: Text<20> = ID.encode();
    assert_eq!((ID.to_bits(), TEXT.as_str()), (175_928_847_299_117_063, "175928847299117063"));
    assert_eq!(literal!(Snowflake<Tid>, "3jzfcijpj2z2a").encode(), "3jzfcijpj2z2a");
}

#[test]
fn smallest_and_largest() {
    assert_eq!(Snowflake::<Discord>::MIN.to_bits(), 0);
    assert_eq!(Snowflake::<Discord>::MAX.to_bits(), u64::MAX);
    assert_eq!(Snowflake::<Tid>::MAX.to_bits(), u64::MAX >> 1);
    assert_eq!(Snowflake::<Tid>::MAX.encode(), "bzzzzzzzzzzzz");
    assert_eq!(Snowflake::<Tid>::TICKS, Tid::FLAVOUR.ticks());
}

/// A flavour's pattern knows the bit that its numbers never set.
#[test]
fn patterns() {
    assert_eq!(<Snowflake<Tid> as Id>::PATTERN, "^[2-7ab][2-7a-z]{12}$");
    assert_eq!(Discord::FLAVOUR.with_form(Form::Tid).pattern(), Form::Tid.pattern());
    assert_eq!(<Snowflake<Discord> as Id>::PATTERN, Form::Decimal.pattern());
    for form in [Form::Hex, Form::Crockford, Form::Tid, Form::SuouBase64, Form::SuouCb32] {
        let (signed, all) = (Tid::FLAVOUR.with_form(form).pattern(), form.pattern());
        let (signed, all) = (Regex::new(signed).unwrap(), Regex::new(all).unwrap());
        for bits in [0, 1, 0xff, u64::MAX >> 1, (u64::MAX >> 1) + 1, 0xf << 60, u64::MAX] {
            let text = form.encode(bits);
            assert!(all.is_match(&text), "{text}");
            assert_eq!(signed.is_match(&text), bits >> 63 == 0, "{text}");
        }
    }
}

#[test]
fn aliases() {
    let rows = [
        (Form::Base36, "ZZ", "zz"),
        (Form::SuouB32l, "E4igLLAQEAAH", "e4igllaqeaah"),
        (Form::Crockford, "4whfxdvhe0o0i", "4WHFXDVHE0001"),
        (Form::Crockford, "OoOoO0000000L", "0000000000001"),
    ];
    for (form, alias, text) in rows {
        let bits = form.decode(alias.as_bytes()).unwrap();
        assert_eq!(form.encode(bits), text);
    }
}

/// Beside those in the rows of the vectors.
#[test]
fn refused() {
    use Form::{Base32, Base36, Crockford, Decimal, Hex, Shortcode, SuouB32l, SuouBase64};
    use ParseError::LeadingZero;
    const LARGE: ParseError = ParseError::TooLarge { bits: 64 };
    let digit = |index, byte| ParseError::Digit { index, byte };
    let length = |found, min, max| ParseError::Length { found, min, max };
    let rows = [
        (Decimal, "00", LeadingZero { index: 0 }),
        (Decimal, "+1", digit(0, b'+')),
        (Decimal, "1\n", digit(1, b'\n')),
        (Decimal, "1_0", digit(1, b'_')),
        (Decimal, "\u{661}", digit(0, 0xd9)),
        (Decimal, "99999999999999999999", LARGE),
        (Decimal, "184467440737095516150", length(21, 1, 20)),
        (Hex, "0x1", digit(1, b'x')),
        (Hex, "FF", digit(0, b'F')),
        (Hex, "0f", LeadingZero { index: 0 }),
        (Base32, "B", digit(0, b'B')),
        (Base36, "0z", LeadingZero { index: 0 }),
        (Base36, "-1", digit(0, b'-')),
        (Crockford, "000000000000", length(12, 13, 13)),
        (Shortcode, "a+", digit(1, b'+')),
        (Shortcode, "Q__________", LARGE),
        (SuouBase64, "AAJxBlrBAg//", digit(10, b'/')),
        (SuouB32l, "8", digit(0, b'8')),
    ];
    for (form, text, error) in rows {
        assert_eq!(form.decode(text.as_bytes()), Err(error), "{} {text:?}", form.name());
    }
}

/// What a form writes in place of a text that it reads: the same, or what the text is an alias of.
fn canonical(form: Form, text: &str) -> Cow<'_, str> {
    match form {
        Form::Base36 | Form::SuouB32l => text.to_ascii_lowercase().into(),
        Form::Crockford => {
            text.to_ascii_uppercase().replace(['I', 'L'], "1").replace('O', "0").into()
        }
        _ => text.into(),
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn the_laws_of_its_forms() {
    Laws::<Snowflake<Discord>>::new().forms(Form::ALL, Form::sorts, canonical);
}

fn form() -> impl Strategy<Value = Form> {
    prop::sample::select(Form::ALL)
}

/// Numbers of every width.
fn number() -> impl Strategy<Value = u64> {
    (any::<u64>(), 0..64_u32).prop_map(|(bits, shift)| bits >> shift)
}

proptest! {
    #[test]
    #[cfg_attr(miri, ignore = "regular expressions are slow")]
    fn round_trip(form in form(), bits in number()) {
        let text = form.encode(bits);
        prop_assert_eq!(form.decode(text.as_bytes()), Ok(bits));
        prop_assert!(Regex::new(form.pattern()).unwrap().is_match(&text), "{}", text);
    }

    /// Whatever is read is written the same again, or is a named alias; and the pattern agrees
    /// but for numbers that are too large.
    #[test]
    #[cfg_attr(miri, ignore = "regular expressions are slow")]
    fn likely_text(form in form(), text in "[0-9A-Za-z_-]{0,20}") {
        let matches = Regex::new(form.pattern()).unwrap().is_match(&text);
        match form.decode(text.as_bytes()) {
            Ok(bits) => {
                let again = form.encode(bits);
                prop_assert_eq!(again.as_str(), canonical(form, &text));
                prop_assert_eq!(matches, again == text.as_str());
            }
            Err(ParseError::TooLarge { .. }) => {}
            Err(_) => prop_assert!(!matches, "{}", text),
        }
    }
}
