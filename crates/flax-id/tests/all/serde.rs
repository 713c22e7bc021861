//! Text where people read it, bytes where they do not.
#![cfg(feature = "serde")]

use std::collections::BTreeMap;

use flax_id::FlaxId;

const TEXT: &str = "0RdKJcxqVBiAiQr0";
const BYTES: [u8; 12] = [0x05, 0xca, 0x55, 0x52, 0x8f, 0x76, 0x80, 0xcb, 0x8b, 0xb9, 0xbd, 0xc1];

#[test]
fn json_is_text() {
    let id: FlaxId = TEXT.parse().unwrap();
    let json = serde_json::to_string(&id).unwrap();
    assert_eq!(json, format!("\"{TEXT}\""));
    assert_eq!(serde_json::from_str::<FlaxId>(&json).unwrap(), id);
    // Escapes, too, and as the key of a map.
    assert_eq!(serde_json::from_str::<FlaxId>(r#""0RdKJcxqVBiAiQr\u0030""#).unwrap(), id);
    let map: BTreeMap<FlaxId, u8> = serde_json::from_str(r#"{"0RdKJcxqVBiAiQr0": 1}"#).unwrap();
    assert_eq!(map[&id], 1);
    assert_eq!(serde_json::to_string(&map).unwrap(), r#"{"0RdKJcxqVBiAiQr0":1}"#);
}

#[test]
fn postcard_is_bytes() {
    let id: FlaxId = TEXT.parse().unwrap();
    let bytes = postcard::to_allocvec(&id).unwrap();
    // A length, then the bytes.
    assert_eq!(bytes, [&[12], &BYTES[..]].concat());
    assert_eq!(postcard::from_bytes::<FlaxId>(&bytes).unwrap(), id);
}

#[test]
fn what_is_no_identifier_is_refused() {
    for (json, why) in [
        (r#""0RdKJcxqVBiAiQr""#, "15 bytes"),
        (r#""0RdKJcxqVBiAiQr+""#, "'+' at index 15"),
        ("5", "a flax identifier"),
        ("null", "a flax identifier"),
    ] {
        let error = serde_json::from_str::<FlaxId>(json).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
    assert!(postcard::from_bytes::<FlaxId>(&[11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).is_err());
}

#[test]
fn other_forms_of_a_field() {
    ids_testkit::hold_serde_modules!(flax_id, FlaxId, "0RdKJcxqVBiAiQr0", {
        base64: Base64,
        hex: Hex,
        decimal: Decimal,
    });
}

#[test]
fn another_form_is_refused_with_the_reason() {
    use flax_id::serde::{bytes, hex};
    for (json, why) in [
        ("\"05ca55528f7680cb8bb9bdc\"", "23 bytes, but this form has 24"),
        ("\"05ca55528f7680cb8bb9bdcG\"", "'G' at index 23"),
        ("\"0RdKJcxqVBiAiQr0\"", "16 bytes, but this form has 24"),
        ("7", "invalid type: integer `7`, expected the hex text of a flax identifier"),
        ("null", "invalid type: null, expected the hex text of a flax identifier"),
    ] {
        let mut from = serde_json::Deserializer::from_str(json);
        let error = hex::deserialize::<FlaxId, _>(&mut from).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
        if json != "null" {
            let mut from = serde_json::Deserializer::from_str(json);
            let error = hex::option::deserialize::<FlaxId, _>(&mut from).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
    for (json, why) in [
        ("[1,2,3]", "invalid length 3, expected a flax identifier as 12 bytes"),
        ("[0,0,0,0,0,0,0,0,0,0,0,0,0]", "invalid length 13, expected"),
        ("[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]", "invalid length 17, expected"),
        ("[256]", "invalid value: integer `256`"),
        ("7", "invalid type: integer `7`, expected a flax identifier as 12 bytes"),
    ] {
        let mut from = serde_json::Deserializer::from_str(json);
        let error = bytes::deserialize::<FlaxId, _>(&mut from).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}
