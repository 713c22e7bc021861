//! Identifiers and their parts in constants.

use evently_id::{EventId, LedgerId, Mark};
use flax_id::FlaxId;
use ids_core::literal;
use kuid::{Global, NodeId};
use luuid::{Group, Key, Luuid, Prefix};
use siq::{DomainHash, Siq};
use snowflake::{Discord, Snowflake, Tid, Twitter};

/// Reads a text of each type as the program is compiled, and writes it again.
macro_rules! hold {
    ($($type:ty: $text:literal),+ $(,)?) => {$({
        const ONE: $type = literal!($type, $text);
        const LENGTH: usize = ONE.encode().as_str().len();
        assert_eq!((ONE.to_string().as_str(), LENGTH), ($text, $text.len()));
    })+};
}

#[test]
fn texts() {
    hold! {
        EventId: "0005cd7556b05092aecc815daa77f99c",
        LedgerId: "aa77f99c",
        Mark: "0005cd7556b05092aa77f99c",
        FlaxId: "0RdKJcxqVBiAiQr0",
        Global: ".5.tXVEf8n8vPN.0",
        kuid::Local: ".5.tXbhdV.3",
        NodeId: "0430cc45",
        Luuid: "00000023-122e-6aa1-a789-28ef27ab7c62",
        Group: "aa1",
        Key: "23122e",
        Prefix: "23-122e-6aa1",
        Siq: "did:siq:lm2a3kiagopopibaaaamgzymuoac6",
        DomainHash: "86ce1947",
        Snowflake<Discord>: "175928847299117063",
        Snowflake<Tid>: "3jzfcijpj2z2a",
    }
}

#[test]
fn smallest_and_largest() {
    macro_rules! ends {
        ($($type:ty),+ $(,)?) => {$(
            let (layout, smallest, largest) = (<$type>::LAYOUT, <$type>::MIN, <$type>::MAX);
            assert_eq!(u128::from(smallest.to_bits()), layout.settle(0), "{smallest}");
            assert_eq!(u128::from(largest.to_bits()), layout.settle(u128::MAX), "{largest}");
        )+};
    }
    ends!(EventId, FlaxId, Global, kuid::Local, Siq, Snowflake<Discord>, Snowflake<Twitter>);
    // Two layouts, and this one is the lower.
    assert_eq!(Luuid::MIN.to_bits(), Luuid::LAYOUT.settle(0));
    assert_eq!(Luuid::MAX.to_bits(), Luuid::LAYOUT_V8.settle(u128::MAX));
}
