//! Text where people read it, bytes where they do not.

#![cfg(feature = "serde")]

use siq::{DomainHash, Siq};

#[test]
fn identifiers() {
    ids_testkit::hold_serde!(
        Siq,
        "did:siq:lm2a3kiagopopibaaaamgzymuoac6",
        "did:siq:lm2a3kiagopopibaaaamgzymuoac7",
    );
}

#[test]
fn domains_are_text_in_json_and_numbers_in_postcard() {
    let domain = DomainHash::from_bits(0x86ce_1947);
    assert_eq!(serde_json::to_string(&domain).unwrap(), "\"86ce1947\"");
    assert_eq!(serde_json::from_str::<DomainHash>("\"86ce1947\"").unwrap(), domain);
    let bytes = postcard::to_allocvec(&domain).unwrap();
    assert_eq!(bytes, postcard::to_allocvec(&0x86ce_1947_u32).unwrap());
    assert_eq!(postcard::from_bytes::<DomainHash>(&bytes).unwrap(), domain);
    for (json, why) in [("\"86CE1947\"", "'C' at index 2"), ("7", "expected a DomainHash as text")]
    {
        let error = serde_json::from_str::<DomainHash>(json).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn other_forms_of_a_field() {
    ids_testkit::hold_serde_modules!(siq, Siq, "did:siq:lm2a3kiagopopibaaaamgzymuoac6", {
        did: Did, uri: Uri, decimal: Decimal, hex: Hex, octal: Octal, base64: Base64,
        crockford: Crockford, crockford0: Crockford0, base32: Base32, uuid: Uuid,
    });
}
