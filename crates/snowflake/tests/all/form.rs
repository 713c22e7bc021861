//! The texts: what is written, what is read, what is refused, and their laws.

use std::borrow::Cow;

use ids_testkit::Laws;
use proptest::prelude::*;
use regex::Regex;
use snowflake::{Discord, Form, Id, Kind, ParseError, Snowflake, Tid};

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

/// The rows of the vectors have kinds and places of errors, and not what would fit.
#[test]
fn what_would_fit() {
    use ParseError::{Length, TooLarge};
    for (form, text, error) in [
        (Form::Decimal, "99999999999999999999", TooLarge { bits: 64 }),
        (Form::Decimal, "184467440737095516150", Length { found: 21, min: 1, max: 20 }),
        (Form::Shortcode, "Q__________", TooLarge { bits: 64 }),
        (Form::Crockford, "000000000000", Length { found: 12, min: 13, max: 13 }),
    ] {
        assert_eq!(form.decode(text.as_bytes()), Err(error), "{text}");
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
