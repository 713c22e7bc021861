#![doc = ids_core::serde_docs!(
    "evently_id::EventId",
    "its bytes",
    "0005cd7556b05092aecc815daa77f99c",
    "evently_id::serde::uuid",
    "0005cd75-56b0-5092-aecc-815daa77f99c",
    "evently_id::serde::bytes::option",
)]

use ids_core::format::serde_modules;

use crate::Form;

serde_modules!(Form { hex: Hex, upper: Upper, uuid: Uuid });
