//! The traits of other libraries that the identifiers have by features, for each format and for types of their own.

#![cfg(not(miri))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod allocations;
mod bytes;
mod constants;
mod conversions;
mod parts;
mod samples;
mod schemas;
mod serde;
mod typed;

/// Calls a generic function for each identifier and for a type of its own, only for what is kept as its bytes, or only
/// for what any bytes are.
macro_rules! each {
    ($function:ident) => {
        each!($function, as bytes);
        $function::<snowflake::Snowflake<snowflake::Discord>>();
        $function::<snowflake::Snowflake<snowflake::Tid>>();
        $function::<snowflake::Snowflake<snowflake::Twitter>>();
        $function::<crate::typed::UserId>();
    };
    ($function:ident, as bytes) => {
        each!($function, any bytes);
        $function::<evently_id::EventId>();
        $function::<luuid::Luuid>();
    };
    ($function:ident, any bytes) => {
        $function::<flax_id::FlaxId>();
        $function::<kuid::Global>();
        $function::<kuid::Local>();
        $function::<siq::Siq>();
    };
}
use each;

/// Hands each identifier to a macro: its crate and type, a text, and the modules of the crate's `serde` with their forms,
/// then `number` where there is this module too.
macro_rules! each_id {
    ($hold:ident) => {
        $hold!(evently_id, evently_id::EventId, "0005cd7556b05092aecc815daa77f99c", {
            hex: Hex, upper: Upper, uuid: Uuid,
        });
        $hold!(flax_id, flax_id::FlaxId, "0RdKJcxqVBiAiQr0", { base64: Base64, hex: Hex, decimal: Decimal });
        $hold!(kuid, kuid::Local, ".5.tXbhdV.3", {
            base64: Base64, hex: Hex, decimal: Decimal, base64url: Base64Url,
        } number);
        $hold!(kuid, kuid::Global, ".5.tXVEf8n8vPN.0", {
            base64: Base64, hex: Hex, decimal: Decimal, base64url: Base64Url,
        });
        $hold!(luuid, luuid::Luuid, "00000023-122e-6aa1-a789-28ef27ab7c62", {
            uuid: Uuid, hex: Hex, urn: Urn, braced: Braced, upper: Upper, published: Published,
        });
        $hold!(siq, siq::Siq, "did:siq:lm2a3kiagopopibaaaamgzymuoac6", {
            did: Did, uri: Uri, decimal: Decimal, hex: Hex, octal: Octal, base64: Base64,
            crockford: Crockford, crockford0: Crockford0, base32: Base32, uuid: Uuid,
        });
        $hold!(snowflake, snowflake::Snowflake<snowflake::Discord>, "175928847299117063", {
            decimal: Decimal, hex: Hex, base32: Base32, base36: Base36, base58: Base58,
            crockford: Crockford, tid: Tid, shortcode: Shortcode, suou_base64: SuouBase64,
            suou_cb32: SuouCb32, suou_b32l: SuouB32l,
        } number);
    };
}
use each_id;

/// Hands each part of an identifier to a macro: its type, a text, the number of this text, and a number that no part has.
macro_rules! each_part {
    ($hold:ident) => {
        $hold!(evently_id::LedgerId, "aa77f99c", 0xaa77_f99c_u32, None);
        $hold!(
            evently_id::Mark,
            "0005cd7556b05092aa77f99c",
            (0x0005_cd75_56b0_5092_u64, 0xaa77_f99c_u32),
            Some(1 << 63)
        );
        $hold!(kuid::NodeId, "03eb2732", 0x03eb_2732_u32, None);
        $hold!(luuid::Key, "23122e", 0x23_122e_u64, Some(1 << 48));
        $hold!(luuid::Group, "aa1", 0xaa1_u16, Some(0x1000));
        $hold!(luuid::Prefix, "23-122e-6aa1", 0x0000_0023_122e_6aa1_u64, Some(0x7000));
        $hold!(siq::DomainHash, "86ce1947", 0x86ce_1947_u32, None);
    };
}
use each_part;
