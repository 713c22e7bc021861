//! Text where people read it, bytes where they do not.

#![cfg(feature = "serde")]

use evently_id::EventId;

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
fn other_forms_of_a_field() {
    ids_testkit::hold_serde_modules!(evently_id, EventId, "0005cd7556b05092aecc815daa77f99c", {
        hex: Hex, upper: Upper, uuid: Uuid,
    });
}
