#![doc = ids_core::serde_docs!(
    "flax_id::FlaxId",
    "its bytes",
    "0RdKJcxqVBiAiQr0",
    "flax_id::serde::hex",
    "05ca55528f7680cb8bb9bdc1",
    "flax_id::serde::bytes::option",
)]

use ids_core::format::serde_modules;

use crate::Form;

serde_modules!(Form { base64: Base64, hex: Hex, decimal: Decimal });
