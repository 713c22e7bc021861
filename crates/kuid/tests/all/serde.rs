//! Text where people read it, bytes where they do not.
#![cfg(feature = "serde")]

use kuid::{Global, Local, NodeId};

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

#[test]
fn nodes() {
    let node = NodeId::from_bits(0x03eb_2732);
    assert_eq!(serde_json::to_string(&node).unwrap(), "\"03eb2732\"");
    assert_eq!(serde_json::from_str::<NodeId>("\"03eb2732\"").unwrap(), node);
    let bytes = postcard::to_allocvec(&node).unwrap();
    assert_eq!(bytes, postcard::to_allocvec(&0x03eb_2732_u32).unwrap());
    assert_eq!(postcard::from_bytes::<NodeId>(&bytes).unwrap(), node);
    let error = serde_json::from_str::<NodeId>("65742642").unwrap_err().to_string();
    assert!(error.contains("expected a NodeId as text"), "{error}");
}

/// A map, each node at most once.
#[cfg(feature = "alloc")]
#[test]
fn vector_clocks() {
    use kuid::VectorClock;
    let json = r#"{"00000001":".5.tXbhdV.3","03eb2732":"..........."}"#;
    let id: Local = ".5.tXbhdV.3".parse().unwrap();
    let nodes = [(NodeId::from_bits(0x03eb_2732), Local::MIN), (NodeId::from_bits(1), id)];
    let clock = VectorClock::from_iter(nodes);
    assert_eq!(serde_json::to_string(&clock).unwrap(), json);
    assert_eq!(serde_json::from_str::<VectorClock>(json).unwrap(), clock);
    let bytes = postcard::to_allocvec(&clock).unwrap();
    assert_eq!(postcard::from_bytes::<VectorClock>(&bytes).unwrap(), clock);
    assert_eq!(serde_json::from_str::<VectorClock>("{}").unwrap(), VectorClock::new());
    for (json, why) in [
        (r#"{"00000001":"...........","00000001":"..........."}"#, "of node 00000001"),
        (r#"{"1":"..........."}"#, "1 byte,"),
        ("[]", "a map from nodes to local identifiers"),
    ] {
        let error = serde_json::from_str::<VectorClock>(json).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn other_forms_of_a_field() {
    ids_testkit::hold_serde_modules!(kuid, Local, ".5.tXbhdV.3", {
        base64: Base64,
        hex: Hex,
        decimal: Decimal,
        base64url: Base64Url,
    } number);
    ids_testkit::hold_serde_modules!(kuid, Global, ".5.tXVEf8n8vPN.0", {
        base64: Base64,
        hex: Hex,
        decimal: Decimal,
        base64url: Base64Url,
    });
}
