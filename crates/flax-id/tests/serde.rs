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
