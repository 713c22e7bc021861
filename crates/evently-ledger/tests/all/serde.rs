//! Text where people read it, bytes where they do not.
#![cfg(feature = "serde")]

#[test]
fn digests() {
    use evently_ledger::Digest;
    let text = "d83b70e1c706836f".repeat(4);
    let digest: Digest = text.parse().unwrap();
    let json = serde_json::to_string(&digest).unwrap();
    assert_eq!(json, format!("\"{text}\""));
    assert_eq!(serde_json::from_str::<Digest>(&json).unwrap(), digest);
    let bytes = postcard::to_allocvec(&digest).unwrap();
    assert_eq!(bytes, digest.to_bytes());
    assert_eq!(postcard::from_bytes::<Digest>(&bytes).unwrap(), digest);
    assert!(serde_json::from_str::<Digest>("\"d83b\"").is_err());
}
