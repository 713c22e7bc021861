#![doc = ids_core::serde_docs!(
    "siq::Siq",
    "its bytes",
    "did:siq:lm2a3kiagopopibaaaamgzymuoac6",
    "siq::serde::uuid",
    "000019cf-73d0-8100-8001-86ce1947005e",
    "siq::serde::bytes::option",
)]

use ids_core::format::serde_modules;

use crate::Form;

serde_modules!(Form {
    did: Did,
    uri: Uri,
    decimal: Decimal,
    hex: Hex,
    octal: Octal,
    base64: Base64,
    crockford: Crockford,
    crockford0: Crockford0,
    base32: Base32,
    uuid: Uuid,
});
