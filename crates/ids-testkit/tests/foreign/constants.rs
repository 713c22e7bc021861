//! Identifiers and their parts in constants.

use evently_id::EventId;
use flax_id::FlaxId;
use ids_core::literal;
use kuid::{Global, Local};
use siq::Siq;
use snowflake::{Discord, Snowflake, Tid, Twitter};

use crate::{each_id, each_part};

/// Reads a text as the program is compiled, and writes it again.
macro_rules! constant {
    ($type:ty, $text:literal) => {{
        const ONE: $type = literal!($type, $text);
        const LENGTH: usize = ONE.encode().as_str().len();
        assert_eq!((ONE.to_string().as_str(), LENGTH), ($text, $text.len()));
    }};
}

#[test]
fn texts() {
    macro_rules! identifier {
        ($format:ident, $id:ty, $text:literal, $($rest:tt)+) => {
            constant!($id, $text)
        };
    }
    macro_rules! part {
        ($part:ty, $text:literal, $($rest:tt)+) => {
            constant!($part, $text)
        };
    }
    each_id!(identifier);
    each_part!(part);
    constant!(Snowflake<Tid>, "3jzfcijpj2z2a");
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
    ends!(EventId, FlaxId, Global, Local, Siq, Snowflake<Discord>, Snowflake<Twitter>);
}
