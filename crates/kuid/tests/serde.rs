//! Text where people read it, bytes where they do not.
#![cfg(feature = "serde")]

use kuid::{Global, Local};

#[test]
fn json_is_text() {
    for (json, local) in [("\".5.tXbhdV.3\"", true), ("\".5.tXVEf8n8vPN.0\"", false)] {
        let written = if local {
            serde_json::to_string(&serde_json::from_str::<Local>(json).unwrap())
        } else {
            serde_json::to_string(&serde_json::from_str::<Global>(json).unwrap())
        };
        assert_eq!(written.unwrap(), json);
    }
}

#[test]
fn postcard_is_bytes() {
    let local: Local = ".5.tXbhdV.3".parse().unwrap();
    let bytes = postcard::to_allocvec(&local).unwrap();
    assert_eq!(bytes, [8, 0x00, 0x60, 0x39, 0x8a, 0x7b, 0x69, 0x80, 0x01]);
    assert_eq!(postcard::from_bytes::<Local>(&bytes).unwrap(), local);
    let global: Global = ".5.tXVEf8n8vPN.0".parse().unwrap();
    let bytes = postcard::to_allocvec(&global).unwrap();
    assert_eq!(bytes[..5], [12, 0x00, 0x60, 0x39, 0x8a]);
    assert_eq!(postcard::from_bytes::<Global>(&bytes).unwrap(), global);
}

#[test]
fn what_is_no_identifier_is_refused() {
    for (json, why) in [
        ("\".5.tXbhdV.\"", "10 bytes"),
        ("\".5.tXbhdV.5\"", "'5' at index 10"),
        ("\".5.tXVEf8n8vPN.0\"", "16 bytes"),
        ("27084864703004673", "a kuid-local identifier"),
    ] {
        let error = serde_json::from_str::<Local>(json).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
    assert!(postcard::from_bytes::<Global>(&[8, 0, 0, 0, 0, 0, 0, 0, 0]).is_err());
}
