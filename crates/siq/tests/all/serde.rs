//! Text where people read it, bytes where they do not.

#![cfg(feature = "serde")]

use siq::Siq;

#[test]
fn identifiers() {
    ids_testkit::hold_serde!(
        Siq,
        "did:siq:lm2a3kiagopopibaaaamgzymuoac6",
        "did:siq:lm2a3kiagopopibaaaamgzymuoac7",
    );
}

#[test]
fn other_forms_of_a_field() {
    ids_testkit::hold_serde_modules!(siq, Siq, "did:siq:lm2a3kiagopopibaaaamgzymuoac6", {
        did: Did, uri: Uri, decimal: Decimal, hex: Hex, octal: Octal, base64: Base64,
        crockford: Crockford, crockford0: Crockford0, base32: Base32, uuid: Uuid,
    });
}
