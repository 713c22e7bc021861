//! Text where people read it, bytes where they do not.
#![cfg(not(miri))]
#![cfg(feature = "serde")]

use luuid::{Group, Key, Luuid, Prefix};

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

/// The parts are text where people read it, numbers where they do not.
#[test]
fn components() {
    let id: Luuid = "00000023-122e-6aa1-a789-28ef27ab7c62".parse().unwrap();
    let parts = (id.key(), id.group(), id.prefix());
    let json = r#"["23122e","aa1","23-122e-6aa1"]"#;
    assert_eq!(serde_json::to_string(&parts).unwrap(), json);
    assert_eq!(serde_json::from_str::<(Key, Group, Prefix)>(json).unwrap(), parts);
    let bytes = postcard::to_allocvec(&parts).unwrap();
    let numbers = (0x23_122e_u64, 0xaa1_u16, 0x0000_0023_122e_6aa1_u64);
    assert_eq!(bytes, postcard::to_allocvec(&numbers).unwrap());
    assert_eq!(postcard::from_bytes::<(Key, Group, Prefix)>(&bytes).unwrap(), parts);

    for (json, why) in [("\"0a\"", "a leading zero"), ("10", "expected a Key as text")] {
        let error = serde_json::from_str::<Key>(json).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
    let wide = postcard::to_allocvec(&(1_u64 << 48)).unwrap();
    assert!(postcard::from_bytes::<Key>(&wide).is_err());
    assert!(postcard::from_bytes::<Group>(&postcard::to_allocvec(&0x1000_u16).unwrap()).is_err());
    assert!(postcard::from_bytes::<Prefix>(&postcard::to_allocvec(&0x7000_u64).unwrap()).is_err());
}

#[test]
fn other_forms_of_a_field() {
    ids_testkit::hold_serde_modules!(luuid, Luuid, "00000023-122e-6aa1-a789-28ef27ab7c62", {
        uuid: Uuid, hex: Hex, urn: Urn, braced: Braced, upper: Upper, published: Published,
    });
}
