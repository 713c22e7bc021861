//! Text where people read it, bytes where they do not.
#![cfg(feature = "serde")]

use kuid::{Global, Local};

#[test]
fn identifiers() {
    ids_testkit::hold_serde!(Local, ".5.tXbhdV.3", ".5.tXbhdV.", ".5.tXbhdV.5", ".5.tXVEf8n8vPN.0");
    ids_testkit::hold_serde!(Global, ".5.tXVEf8n8vPN.0", ".5.tXVEf8n8vPN.-", ".5.tXbhdV.3");
}

/// A map, each node at most once.
#[cfg(feature = "alloc")]
#[test]
fn vector_clocks() {
    use kuid::{NodeId, VectorClock};
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
        base64: Base64, hex: Hex, decimal: Decimal, base64url: Base64Url,
    } number);
    ids_testkit::hold_serde_modules!(kuid, Global, ".5.tXVEf8n8vPN.0", {
        base64: Base64, hex: Hex, decimal: Decimal, base64url: Base64Url,
    });
}
