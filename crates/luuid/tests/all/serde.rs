//! Text where people read it, bytes where they do not.
#![cfg(not(miri))]
#![cfg(feature = "serde")]

use luuid::Luuid;

#[test]
fn identifiers() {
    ids_testkit::hold_serde!(
        Luuid,
        "00000023-122e-6aa1-a789-28ef27ab7c62",
        "00000023-122e-6aa1-a789-28ef27ab7c6",
        "00000023-122e-6aa1-a789-28ef27ab7c6g",
        "000000231-22e-6aa1-a789-28ef27ab7c62",
        "00000023-122e-4aa1-a789-28ef27ab7c62",
    );
}

#[test]
fn other_forms_of_a_field() {
    ids_testkit::hold_serde_modules!(luuid, Luuid, "00000023-122e-6aa1-a789-28ef27ab7c62", {
        uuid: Uuid, hex: Hex, urn: Urn, braced: Braced, upper: Upper, published: Published,
    });
}
