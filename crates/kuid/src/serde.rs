#![doc = ids_core::serde_docs!(
    "kuid::Local",
    "its bytes",
    ".5.tXbhdV.3",
    "kuid::serde::hex",
    "0060398a7b698001",
    "kuid::serde::bytes::option",
)]

use ids_core::format::serde_modules;

use crate::Form;

serde_modules!(Form { base64: Base64, hex: Hex, decimal: Decimal, base64url: Base64Url } number);
