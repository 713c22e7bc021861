//! Why a field in another form is refused.
#![cfg(feature = "serde")]

use flax_id::FlaxId;

#[test]
fn another_form_is_refused_with_the_reason() {
    use flax_id::serde::{bytes, hex};
    for (json, why) in [
        ("\"05ca55528f7680cb8bb9bdc\"", "23 bytes, but this form has 24"),
        ("\"05ca55528f7680cb8bb9bdcG\"", "'G' at index 23"),
        ("\"0RdKJcxqVBiAiQr0\"", "16 bytes, but this form has 24"),
        ("7", "invalid type: integer `7`, expected the hex text of an identifier of flax"),
        ("null", "invalid type: null, expected the hex text of an identifier of flax"),
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
        ("[1,2,3]", "invalid length 3, expected an identifier of flax, as 12 bytes"),
        ("[0,0,0,0,0,0,0,0,0,0,0,0,0]", "invalid length 13, expected"),
        ("[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]", "invalid length 17, expected"),
        ("[256]", "invalid value: integer `256`"),
        ("7", "invalid type: integer `7`, expected an identifier of flax, as 12 bytes"),
    ] {
        let mut from = serde_json::Deserializer::from_str(json);
        let error = bytes::deserialize::<FlaxId, _>(&mut from).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}
