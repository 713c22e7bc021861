#![doc = ids_core::serde_docs!(
    "snowflake::Snowflake<snowflake::Discord>",
    "an unsigned integer",
    "175928847299117063",
    "snowflake::serde::base58",
    "pFLuuKMHer",
    "snowflake::serde::bytes::option",
)]

use ids_core::format::serde_modules;

use crate::Form;

serde_modules!(Form {
    decimal: Decimal,
    hex: Hex,
    base32: Base32,
    base36: Base36,
    base58: Base58,
    crockford: Crockford,
    tid: Tid,
    shortcode: Shortcode,
    suou_base64: SuouBase64,
    suou_cb32: SuouCb32,
    suou_b32l: SuouB32l,
} number);
