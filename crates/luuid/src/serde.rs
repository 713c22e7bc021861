#![doc = ids_core::serde_docs!(
    "luuid::Luuid",
    "its bytes",
    "00000023-122e-6aa1-a789-28ef27ab7c62",
    "luuid::serde::hex",
    "00000023122e6aa1a78928ef27ab7c62",
    "luuid::serde::bytes::option",
)]

use ids_core::format::serde_modules;

use crate::Form;

serde_modules!(Form {
    uuid: Uuid,
    hex: Hex,
    urn: Urn,
    braced: Braced,
    upper: Upper,
    published: Published,
});
