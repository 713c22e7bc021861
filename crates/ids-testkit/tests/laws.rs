//! The laws hold for a format that keeps them, and each breach of one is found.

#![allow(unexpected_cfgs, reason = "the macro asks for a feature that tests do not have")]

use core::{fmt, str::FromStr};
use std::{borrow::Cow, panic::catch_unwind};

use ids_core::{
    Id, ParseError, Text,
    format::{Base32, Field, Layout, identifier},
};
use ids_testkit::Laws;

const TIME: Field = Field::new("time", 31, 5);
const KIND: Field = Field::new("kind", 4, 3).always(2);
const REST: Field = Field::new("rest", 2, 0);
const LAYOUT: Layout = Layout::new("toy", 32, &[TIME, KIND, REST]);
static DIGITS: Base32 = Base32::new(b"0123456789abcdefghjkmnpqrstvwxyz");

identifier! {
    struct Toy([u8; 4]): check;
}

impl Toy {
    const LAYOUT: Layout = LAYOUT;
    const PATTERN: &'static str = "^[0-3][0-9a-hjkmnp-tv-z]{6}$";

    const fn encode(self) -> Text<7> {
        DIGITS.encode(self.to_bits())
    }

    fn decode(text: &[u8]) -> Result<Self, ParseError> {
        Self::from_bits(DIGITS.decode::<7>(text)?)
    }

    const fn check(bits: u128) -> Result<(), ParseError> {
        LAYOUT.check(bits)
    }
}

#[test]
fn a_format_that_keeps_them() {
    Laws::<Toy>::new().text_order().hold();
    let exact = catch_unwind(|| Laws::<Toy>::new().exact_pattern().hold_for(500));
    assert!(exact.is_err(), "the pattern does not know the fixed field");
}

/// A format that breaks one law: number `BREACH`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Bad<const BREACH: u32>(Toy);

impl<const BREACH: u32> fmt::Display for Bad<BREACH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match BREACH {
            1 => f.write_str(&self.0.encode()),
            2 => f.pad(&self.0.encode().to_uppercase()),
            _ => fmt::Display::fmt(&self.0, f),
        }
    }
}

impl<const BREACH: u32> FromStr for Bad<BREACH> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let text = match BREACH {
            3 => text.trim_end(),
            4 => text.get(..7).unwrap_or(text),
            5 if text.len() > 7 => &text[..7],
            6 => return text.to_lowercase().parse().or_else(|_| text.parse()).map(Self),
            _ => text,
        };
        text.parse().map(Self).map_err(|error| match error {
            ParseError::Digit { index, byte } if BREACH == 14 => {
                ParseError::Digit { index: index + 1, byte }
            }
            error => error,
        })
    }
}

impl<const BREACH: u32> TryFrom<&[u8]> for Bad<BREACH> {
    type Error = ParseError;

    fn try_from(bytes: &[u8]) -> Result<Self, ParseError> {
        let bytes = if BREACH == 7 && bytes.len() > 4 { &bytes[..4] } else { bytes };
        Toy::try_from(bytes).map(Self)
    }
}

impl<const BREACH: u32> Id for Bad<BREACH> {
    const LAYOUT: Layout = LAYOUT;
    const PATTERN: &'static str = match BREACH {
        8 => "^[0-3][0-9a-z]{5}",
        9 => "^[0-3][0-9a-h]{6}$",
        13 => "^[0-3][0-9a-z]{6}$",
        _ => Toy::PATTERN,
    };
    type Bytes = [u8; 4];

    fn from_bits(bits: u128) -> Result<Self, ParseError> {
        match BREACH {
            10 => Toy::from_bits(bits & LAYOUT.mask()).map(Self),
            11 => Ok(Self(Toy(u32::try_from(bits).unwrap_or_default().to_be_bytes()))),
            _ => Toy::from_bits(bits).map(Self),
        }
    }

    fn to_bits(self) -> u128 {
        self.0.to_bits()
    }

    fn to_bytes(self) -> [u8; 4] {
        let mut bytes = self.0.0;
        if BREACH == 12 {
            bytes.reverse();
        }
        bytes
    }
}

fn found<const BREACH: u32>() -> bool {
    catch_unwind(|| Laws::<Bad<BREACH>>::new().text_order().hold_for(500)).is_err()
}

#[test]
fn each_breach_is_found() {
    assert!(!found::<0>(), "no breach");
    assert!(found::<1>(), "a width that is ignored");
    assert!(found::<2>(), "a text that does not read back");
    assert!(found::<3>(), "white space at the end");
    assert!(found::<4>(), "characters after the text");
    assert!(found::<5>(), "a text cut without looking: it panics inside a character");
    assert!(found::<6>(), "the other case");
    assert!(found::<7>(), "bytes after the bytes");
    assert!(found::<8>(), "a pattern that is not anchored");
    assert!(found::<9>(), "a pattern that lacks digits");
    assert!(found::<10>(), "a number cut to the width");
    assert!(found::<11>(), "a fixed field that is not checked");
    assert!(found::<12>(), "bytes in another order");
    assert!(found::<13>(), "a pattern that has more digits");
    assert!(found::<14>(), "a byte that stands elsewhere");
}

#[test]
fn aliases_are_what_the_format_names() {
    let laws = Laws::<Bad<6>>::new().aliases(|text| Cow::Owned(text.to_lowercase()));
    laws.hold_for(500);
}

#[test]
fn what_is_wrong_of_a_list_of_forms() {
    use evently_id::{EventId, Form as EventForm};
    use flax_id::{FlaxId, Form};

    let found = |forms: &'static [Form], sorts: fn(Form) -> bool| {
        catch_unwind(|| Laws::<FlaxId>::new().forms(forms, sorts, |_, text| text.into())).is_err()
    };
    assert!(!found(Form::ALL, Form::sorts), "nothing");
    assert!(found(Form::ALL, |_| true), "a form that does not sort");
    assert!(found(Form::ALL, |form| form == Form::Hex), "a form that sorts");
    assert!(found(&[Form::Hex, Form::Base64], Form::sorts), "another one before the canonical one");
    let laws = Laws::<EventId>::new();
    let alias = || laws.forms(EventForm::ALL, EventForm::sorts, |_, text| text.into());
    assert!(catch_unwind(alias).is_err(), "an alias that is not named");
}
