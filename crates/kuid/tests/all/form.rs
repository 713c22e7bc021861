//! The texts, against independent implementations.

use std::borrow::Cow;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ids_testkit::Laws;
use kuid::{Form, Global, Local, NodeId, ParseError};
use proptest::prelude::*;

/// What the original drops: bits in the last digit of a local identifier, and a 17th digit after a global one.
fn canonical(form: Form, text: &str) -> Cow<'_, str> {
    const DIGITS: &str = ".0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
    match (form, text.len()) {
        (Form::Surplus, 11) => {
            let last = DIGITS.find(&text[10..]).unwrap() & !3;
            format!("{}{}", &text[..10], &DIGITS[last..=last]).into()
        }
        (Form::Surplus, 17) => text[..16].into(),
        _ => text.into(),
    }
}

#[test]
fn the_laws_of_their_forms() {
    Laws::<Local>::new().forms(Form::ALL, Form::sorts, canonical);
    Laws::<Global>::new().forms(Form::ALL, Form::sorts, canonical);
}

/// The lenient readers say that it was the canonical text.
#[test]
fn what_was_met() {
    let local = ".5.tXbhdV.3".parse().unwrap();
    assert_eq!(Local::decode_lenient(b".5.tXbhdV.3"), Ok((local, Form::Base64)));
    let global = ".5.tXVEf8n8vPN.0".parse().unwrap();
    assert_eq!(Global::decode_lenient(b".5.tXVEf8n8vPN.0"), Ok((global, Form::Base64)));
    // The rows of the vectors have kinds and places of errors, and not what would fit.
    let error = ParseError::Length { found: 18, min: 16, max: 17 };
    assert_eq!(Form::Surplus.decode_global::<8>(b".5.tXVEf8n8vPN.0zz"), Err(error));
}

proptest! {
    #[test]
    fn as_others_write_them(local in any::<u64>(), node in any::<u32>()) {
        let local = Local::from_bits(local);
        let global: Global = local.to_global(NodeId::from_bits(node));
        prop_assert_eq!(Form::Base64Url.encode_local(local), &*URL_SAFE_NO_PAD.encode(local));
        prop_assert_eq!(Form::Base64Url.encode_global(global), &*URL_SAFE_NO_PAD.encode(global));
    }

    #[test]
    fn any_text_as_the_oracle_reads_it(text in "[A-Za-z0-9_.=-]{10,17}") {
        let bytes = URL_SAFE_NO_PAD.decode(&text).unwrap_or_default();
        let local = Form::Base64Url.decode_local(text.as_bytes()).ok();
        prop_assert_eq!(local, bytes.as_slice().try_into().ok());
        let global: Option<Global> = Form::Base64Url.decode_global(text.as_bytes()).ok();
        prop_assert_eq!(global, bytes.as_slice().try_into().ok());
    }
}
