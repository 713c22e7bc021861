//! Text where people read it, bytes where they do not.

#![cfg(feature = "serde")]

use evently_id::{EventId, LedgerId, Mark};

#[test]
fn identifiers() {
    ids_testkit::hold_serde!(
        EventId,
        "0005cd7556b05092aecc815daa77f99c",
        "8005cd7556b05092aecc815daa77f99c",
        "0005CD7556b05092aecc815daa77f99c",
        "0005cd75-56b0-5092-aecc-815daa77f99c",
    );
}

#[test]
fn components() {
    let id: EventId = "0005cd7556b05092aecc815daa77f99c".parse().unwrap();
    let parts = (id.ledger(), id.mark());
    let json = r#"["aa77f99c","0005cd7556b05092aa77f99c"]"#;
    assert_eq!(serde_json::to_string(&parts).unwrap(), json);
    assert_eq!(serde_json::from_str::<(LedgerId, Mark)>(json).unwrap(), parts);
    let bytes = postcard::to_allocvec(&parts).unwrap();
    let numbers = (0xaa77_f99c_u32, (0x0005_cd75_56b0_5092_u64, 0xaa77_f99c_u32));
    assert_eq!(bytes, postcard::to_allocvec(&numbers).unwrap());
    assert_eq!(postcard::from_bytes::<(LedgerId, Mark)>(&bytes).unwrap(), parts);
    let wide = postcard::to_allocvec(&(1_u64 << 63, 7_u32)).unwrap();
    assert!(postcard::from_bytes::<Mark>(&wide).is_err());
    assert!(serde_json::from_str::<LedgerId>("7").is_err());
}

#[test]
fn other_forms_of_a_field() {
    ids_testkit::hold_serde_modules!(evently_id, EventId, "0005cd7556b05092aecc815daa77f99c", {
        hex: Hex, upper: Upper, uuid: Uuid,
    });
}
