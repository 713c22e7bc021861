//! What the macros write stands in any module: one without the standard names, one that has given them
//! to other things, or a function.

#![cfg(not(miri))]
#![allow(
    dead_code,
    non_snake_case,
    clippy::missing_const_for_fn,
    reason = "the names are only in the way"
)]

/// The names of the standard library, as other things.
macro_rules! in_the_way {
    () => {
        type Result<T> = ::core::result::Result<T, u8>;
        struct Option;
        struct Box;
        struct String;
        struct Vec;
        trait AsRef {}
        trait Clone {}
        trait Copy {}
        trait From {}
        trait Into {}
        trait Iterator {}
        trait Sized {}
        trait TryFrom {}
        trait TryInto {}
        fn Err() {}
        fn None() {}
        fn Ok() {}
        fn Some() {}
    };
}

#[no_implicit_prelude]
mod typed {
    in_the_way!();

    ::flax_id::typed_id! {
        /// A user.
        pub(super) struct UserId(::flax_id::FlaxId) = "user_";

        /// A message.
        struct MessageId(::snowflake::Snowflake<::snowflake::Discord>);

        /// A client.
        struct ClientId(::evently_id::EventId) = "client:";
    }
}

#[no_implicit_prelude]
mod format {
    use ::ids_core::{
        ParseError, Text,
        format::{Field, Hex, Layout},
    };

    in_the_way!();

    ::ids_core::format::identifier! {
        pub(super) struct Shelf([u8; 8]): u64 as AsBytes;
    }

    impl Shelf {
        const LAYOUT: Layout = Layout::new("shelf", 64, &[Field::new("number", 63, 0)]);
        const PATTERN: &'static str = "^[0-9a-f]{16}$";

        const fn encode(self) -> Text<16> {
            Hex::LOWER.encode(self.to_bits() as u128)
        }

        #[expect(clippy::cast_possible_truncation, reason = "the text has 64 bits")]
        const fn decode(text: &[u8]) -> ::core::result::Result<Self, ParseError> {
            match Hex::LOWER.decode::<16>(text) {
                ::core::result::Result::Ok(bits) => {
                    ::core::result::Result::Ok(Self::from_bits(bits as u64))
                }
                ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
            }
        }
    }
}

#[test]
fn other_meanings_of_standard_names() {
    let user: typed::UserId = "user_0RdKJcxqVBiAiQr0".parse().expect("a user");
    assert_eq!(user.to_string(), "user_0RdKJcxqVBiAiQr0");
    assert_eq!("000000000000be11".parse(), Ok(format::Shelf::from_bits(0xbe11)));
}

#[test]
fn in_a_function() {
    flax_id::typed_id! {
        struct Inner(flax_id::FlaxId) = "in_";
    }
    assert_eq!(Inner::new(flax_id::FlaxId::MIN).to_string(), "in_----------------");
}
