//! The texts, against independent implementations.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use kuid::{Form, Global, Local, NodeId, ParseError};
use proptest::prelude::*;

/// The smallest, the largest and one of the original's, for each form.
const KNOWN: [(Form, &str, [&str; 3], [&str; 3]); 5] = [
    (
        Form::Base64,
        "base64",
        ["...........", "zzzzzzzzzzw", ".5.tXbhdV.3"],
        ["................", "zzzzzzzzzzzzzzzz", ".5.tXVEf8n8vPN.0"],
    ),
    (
        Form::Hex,
        "hex",
        ["0000000000000000", "ffffffffffffffff", "0060398a7b698001"],
        ["000000000000000000000000", "ffffffffffffffffffffffff", "0060398a03eb27327b698001"],
    ),
    (
        Form::Decimal,
        "decimal",
        ["0", "18446744073709551615", "27084864703004673"],
        ["0", "79228162514264337593543950335", "116328599505572641880244225"],
    ),
    (
        Form::Base64Url,
        "base64url",
        ["AAAAAAAAAAA", "__________8", "AGA5intpgAE"],
        ["AAAAAAAAAAAAAAAA", "________________", "AGA5igPrJzJ7aYAB"],
    ),
    (
        Form::Surplus,
        "surplus",
        ["...........", "zzzzzzzzzzw", ".5.tXbhdV.3"],
        ["................", "zzzzzzzzzzzzzzzz", ".5.tXVEf8n8vPN.0"],
    ),
];

#[test]
fn known_texts() {
    let locals = [Local::MIN, Local::MAX, ".5.tXbhdV.3".parse().unwrap()];
    let globals = [Global::MIN, Global::MAX, ".5.tXVEf8n8vPN.0".parse().unwrap()];
    for (index, (form, name, local_texts, global_texts)) in KNOWN.into_iter().enumerate() {
        assert_eq!(form, Form::ALL[index]);
        assert_eq!((form.name(), form.to_string().as_str(), name.parse()), (name, name, Ok(form)));
        for (id, text) in locals.into_iter().zip(local_texts) {
            assert_eq!(form.encode_local(id), text);
            assert_eq!(form.decode_local(text.as_bytes()), Ok(id), "{form} {text}");
        }
        for (id, text) in globals.into_iter().zip(global_texts) {
            assert_eq!(form.encode_global(id), text);
            assert_eq!(form.decode_global(text.as_bytes()), Ok(id), "{form} {text}");
        }
    }
    assert_eq!("Base64".parse::<Form>(), Err(ParseError::Unknown { what: "form" }));
}

#[test]
fn nothing_else() {
    let length = |found, min, max| ParseError::Length { found, min, max };
    let digit = |index, byte| ParseError::Digit { index, byte };
    let large = |bits| ParseError::TooLarge { bits };
    for (form, text, error) in [
        (Form::Base64, ".5.tXbhdV.5", digit(10, b'5')),
        (Form::Base64, "AGA5intpgA-", digit(10, b'-')),
        (Form::Hex, "0060398A7b698001", digit(7, b'A')),
        (Form::Hex, "60398a7b698001", length(14, 16, 16)),
        (Form::Decimal, "", length(0, 1, 20)),
        (Form::Decimal, "027084864703004673", ParseError::LeadingZero { index: 0 }),
        (Form::Decimal, "18446744073709551616", large(64)),
        (Form::Base64Url, "AGA5intpgAF", digit(10, b'F')),
        (Form::Base64Url, ".5.tXbhdV.3", digit(0, b'.')),
        (Form::Surplus, ".5.tXbhdV.", length(10, 11, 11)),
        (Form::Surplus, ".5.tXbhdV.-", digit(10, b'-')),
    ] {
        assert_eq!(form.decode_local(text.as_bytes()), Err(error), "{form} {text}");
    }
    for (form, text, error) in [
        (Form::Base64, ".5.tXVEf8n8vPN.0z", length(17, 16, 16)),
        (Form::Hex, "0060398a03eb27327b69800", length(23, 24, 24)),
        (Form::Decimal, "79228162514264337593543950336", large(96)),
        (Form::Base64Url, ".5.tXVEf8n8vPN.0", digit(0, b'.')),
        (Form::Base64Url, "AGA5igPrJzJ7aYABA", length(17, 16, 16)),
        (Form::Surplus, ".5.tXVEf8n8vPN.0zz", length(18, 16, 17)),
    ] {
        assert_eq!(form.decode_global::<8>(text.as_bytes()), Err(error), "{form} {text}");
    }
}

proptest! {
    #[test]
    fn as_others_write_them(local in any::<u64>(), node in any::<u32>()) {
        let local = Local::from_bits(local);
        let global: Global = local.to_global(NodeId::from_bits(node));
        let (a, b) = (local.to_bits(), global.to_bits());
        for (form, x, y) in [
            (Form::Hex, format!("{a:016x}"), format!("{b:024x}")),
            (Form::Decimal, a.to_string(), b.to_string()),
            (Form::Base64Url, URL_SAFE_NO_PAD.encode(local), URL_SAFE_NO_PAD.encode(global)),
        ] {
            prop_assert_eq!(form.encode_local(local), x.as_str());
            prop_assert_eq!(form.decode_local(x.as_bytes()), Ok(local));
            prop_assert_eq!(form.encode_global(global), y.as_str());
            prop_assert_eq!(form.decode_global(y.as_bytes()), Ok(global));
        }
    }

    #[test]
    fn any_text_as_the_oracle_reads_it(text in "[A-Za-z0-9_.=-]{10,17}") {
        let bytes = URL_SAFE_NO_PAD.decode(&text).unwrap_or_default();
        let local = Form::Base64Url.decode_local(text.as_bytes()).ok();
        prop_assert_eq!(local, bytes.as_slice().try_into().ok());
        let global: Option<Global> = Form::Base64Url.decode_global(text.as_bytes()).ok();
        prop_assert_eq!(global, bytes.as_slice().try_into().ok());
    }

    #[test]
    fn what_sorts(a in any::<u64>(), b in any::<u64>(), node in any::<u32>()) {
        let (a, b) = (Local::from_bits(a), Local::from_bits(b));
        let node = NodeId::from_bits(node);
        let [x, y]: [Global; 2] = [a, b].map(|local| local.to_global(node));
        for form in Form::ALL.iter().filter(|form| form.sorts()) {
            prop_assert_eq!(form.encode_local(a).cmp(&form.encode_local(b)), a.cmp(&b));
            prop_assert_eq!(form.encode_global(x).cmp(&form.encode_global(y)), x.cmp(&y));
        }
    }
}

#[test]
fn what_does_not_sort() {
    // 9 and 10; `-` is the digit of the highest value but one.
    for (form, a, b) in [(Form::Decimal, 9, 10), (Form::Base64Url, 61 << 58, 62 << 58)] {
        let text = |bits| form.encode_local(Local::from_bits(bits));
        assert!(!form.sorts() && text(a) > text(b), "{form}");
    }
}
