//! What each library here is tested with: every format in every column that it can have.

#![allow(dead_code, unused_imports, unused_macros, reason = "not every library has a use for all")]

use core::fmt::Display;

use flax_id::FlaxId;
pub(crate) use ids_core::column::{AsBytes, AsI64, AsText, AsUuid};
use kuid::{Global, Local};
use luuid::Luuid;
use siq::Siq;
use snowflake::{Discord, Snowflake, Twitter};

pub(crate) type Event = evently_id::EventId;
pub(crate) type DiscordId = Snowflake<Discord>;
pub(crate) type TwitterId = Snowflake<Twitter>;

#[no_implicit_prelude]
mod typed {
    // What the macro writes does not mind.
    type Result<T> = ::core::result::Result<T, u8>;

    ::flax_id::typed_id! {
        /// Types of a program's own are columns as their identifiers are.
        pub(crate) struct UserId(::flax_id::FlaxId) = "user_";

        /// Another one, of numbers.
        pub(crate) struct PostId(::snowflake::Snowflake<::snowflake::Twitter>) = "post_";

        /// Another one, of UUIDs.
        pub(crate) struct ThingId(::luuid::Luuid);
    }
}

pub(crate) use typed::{PostId, ThingId, UserId};

/// A kind of column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Number,
    Uuid,
    Bytes,
    Text,
}

/// A value as SQL has it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Raw {
    Number(i64),
    Uuid(u128),
    Bytes(&'static [u8]),
    Text(&'static str),
}

/// The values in the order that a column of this kind has: texts sort by their bytes.
pub(crate) fn sorted<W: Copy + Ord + Display>(kind: Kind, values: &[W]) -> Vec<W> {
    let mut sorted = values.to_vec();
    if kind == Kind::Text {
        sorted.sort_by_key(ToString::to_string);
    } else {
        sorted.sort();
    }
    sorted
}

/// How a database spells columns and values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Database {
    Sqlite,
    Postgres,
    Mysql,
}

impl Database {
    /// The type of a column.
    pub(crate) const fn column(self, kind: Kind) -> &'static str {
        match (self, kind) {
            (Self::Sqlite, Kind::Number) => "INTEGER",
            (Self::Sqlite, Kind::Uuid | Kind::Bytes) => "BLOB",
            (Self::Sqlite, Kind::Text) => "TEXT COLLATE BINARY",
            (_, Kind::Number) => "bigint",
            (Self::Postgres, Kind::Uuid) => "uuid",
            (Self::Postgres, Kind::Bytes) => "bytea",
            // The server was made with the locale C, or the column would name it.
            (Self::Postgres, Kind::Text) => "text",
            (Self::Mysql, Kind::Uuid) => "binary(16)",
            (Self::Mysql, Kind::Bytes) => "varbinary(16)",
            (Self::Mysql, Kind::Text) => "varchar(64) CHARACTER SET ascii COLLATE ascii_bin",
        }
    }

    /// A value in a statement.
    pub(crate) fn literal(self, raw: Raw) -> String {
        let hex = |bytes: &[u8]| {
            let digits: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            digits.concat()
        };
        match (self, raw) {
            (Self::Postgres, Raw::Number(number)) => format!("'{number}'::bigint"),
            (_, Raw::Number(number)) => number.to_string(),
            (_, Raw::Text(text)) => format!("'{text}'"),
            (Self::Postgres, Raw::Uuid(bits)) => format!("'{bits:032x}'::uuid"),
            (Self::Postgres, Raw::Bytes(bytes)) => format!("'\\x{}'::bytea", hex(bytes)),
            (_, Raw::Uuid(bits)) => format!("x'{bits:032x}'"),
            (_, Raw::Bytes(bytes)) => format!("x'{}'", hex(bytes)),
        }
    }
}

fn high<I: ids_core::Id>(bits: u128) -> I {
    I::from_bits(bits).expect("an identifier")
}

/// The smallest, one in the middle, the first with the highest bit set, the largest. Numbers end where a
/// signed column does.
pub(crate) fn flax() -> [FlaxId; 4] {
    [FlaxId::MIN, high(1), high(1 << 95), FlaxId::MAX]
}

pub(crate) fn global() -> [Global; 4] {
    [Global::MIN, high(1), high(1 << 95), Global::MAX]
}

pub(crate) fn siq() -> [Siq; 4] {
    [Siq::MIN, high(1), high(1 << 111), Siq::MAX]
}

pub(crate) fn event() -> [Event; 4] {
    [Event::MIN, high(1), high(1 << 126), Event::MAX]
}

pub(crate) fn luuid() -> [Luuid; 4] {
    [
        Luuid::MIN,
        high(0x8000_a000_0000_0000_0000),
        high(1 << 127 | 0x6000_a000_0000_0000_0000),
        Luuid::MAX,
    ]
}

pub(crate) fn local() -> [Local; 4] {
    [Local::MIN, high(1), high(1 << 62), high(i64::MAX as u128)]
}

pub(crate) fn discord() -> [DiscordId; 4] {
    [DiscordId::MIN, high(1), high(1 << 62), high(i64::MAX as u128)]
}

pub(crate) fn twitter() -> [TwitterId; 4] {
    [TwitterId::MIN, high(1), high(1 << 62), TwitterId::MAX]
}

/// Those of 64 bits that no signed column holds.
pub(crate) fn large() -> ([DiscordId; 2], [Local; 2]) {
    ([high(1 << 63), DiscordId::MAX], [high(1 << 63), Local::MAX])
}

/// Calls a function for each format in each of its columns, with the kind of the column and values of it.
macro_rules! each_column {
    ($function:ident $(, $argument:expr)*) => {{
        use $crate::cases::*;

        $function::<flax_id::FlaxId>($($argument,)* Kind::Bytes, flax());
        $function::<AsBytes<flax_id::FlaxId>>($($argument,)* Kind::Bytes, flax().map(AsBytes));
        $function::<AsText<flax_id::FlaxId>>($($argument,)* Kind::Text, flax().map(AsText));

        $function::<UserId>($($argument,)* Kind::Bytes, flax().map(UserId::new));
        $function::<AsText<UserId>>($($argument,)* Kind::Text, flax().map(|id| AsText(id.into())));
        $function::<PostId>($($argument,)* Kind::Number, twitter().map(PostId::new));
        $function::<ThingId>($($argument,)* Kind::Uuid, luuid().map(ThingId::new));

        $function::<kuid::Global>($($argument,)* Kind::Bytes, global());
        $function::<AsText<kuid::Global>>($($argument,)* Kind::Text, global().map(AsText));
        $function::<kuid::Local>($($argument,)* Kind::Number, local());
        $function::<AsI64<kuid::Local>>($($argument,)* Kind::Number, local().map(AsI64));
        $function::<AsBytes<kuid::Local>>($($argument,)* Kind::Bytes, local().map(AsBytes));
        $function::<AsBytes<kuid::Local>>($($argument,)* Kind::Bytes, large().1.map(AsBytes));
        $function::<AsText<kuid::Local>>($($argument,)* Kind::Text, local().map(AsText));

        $function::<siq::Siq>($($argument,)* Kind::Uuid, siq());
        $function::<AsUuid<siq::Siq>>($($argument,)* Kind::Uuid, siq().map(AsUuid));
        $function::<AsBytes<siq::Siq>>($($argument,)* Kind::Bytes, siq().map(AsBytes));
        $function::<AsText<siq::Siq>>($($argument,)* Kind::Text, siq().map(AsText));

        $function::<Event>($($argument,)* Kind::Uuid, event());
        $function::<AsBytes<Event>>($($argument,)* Kind::Bytes, event().map(AsBytes));
        $function::<AsText<Event>>($($argument,)* Kind::Text, event().map(AsText));

        $function::<luuid::Luuid>($($argument,)* Kind::Uuid, luuid());
        $function::<AsUuid<luuid::Luuid>>($($argument,)* Kind::Uuid, luuid().map(AsUuid));
        $function::<AsBytes<luuid::Luuid>>($($argument,)* Kind::Bytes, luuid().map(AsBytes));
        $function::<AsText<luuid::Luuid>>($($argument,)* Kind::Text, luuid().map(AsText));

        $function::<DiscordId>($($argument,)* Kind::Number, discord());
        $function::<TwitterId>($($argument,)* Kind::Number, twitter());
        $function::<AsI64<TwitterId>>($($argument,)* Kind::Number, twitter().map(AsI64));
        $function::<AsBytes<DiscordId>>($($argument,)* Kind::Bytes, discord().map(AsBytes));
        $function::<AsBytes<DiscordId>>($($argument,)* Kind::Bytes, large().0.map(AsBytes));
        $function::<AsText<DiscordId>>($($argument,)* Kind::Text, discord().map(AsText));
        $function::<AsText<DiscordId>>($($argument,)* Kind::Text, large().0.map(AsText));
    }};
}

/// Calls a function for values of columns that are no identifiers, with what the error says.
macro_rules! each_wrong {
    ($function:ident $(, $argument:expr)*) => {{
        use $crate::cases::*;

        let short = "no flax identifier: 11 bytes, but this form has 12";
        $function::<flax_id::FlaxId>($($argument,)* Raw::Bytes(&[7; 11]), short);
        $function::<AsBytes<flax_id::FlaxId>>($($argument,)* Raw::Bytes(&[7; 11]), short);
        let empty = "no flax identifier: 0 bytes, but this form has 12";
        $function::<flax_id::FlaxId>($($argument,)* Raw::Bytes(&[]), empty);
        let long = "no kuid-global-8 identifier: 13 bytes, but this form has 12";
        $function::<kuid::Global>($($argument,)* Raw::Bytes(&[0xff; 13]), long);
        let digit = "no flax identifier: '+' at index 15 is no digit of this form";
        $function::<AsText<flax_id::FlaxId>>($($argument,)* Raw::Text("0RdKJcxqVBiAiQr+"), digit);

        let negative = "no discord identifier: -1 is negative, which no identifier is";
        $function::<DiscordId>($($argument,)* Raw::Number(-1), negative);
        let negative = "no twitter identifier: -9223372036854775808 is negative, which no identifier is";
        $function::<TwitterId>($($argument,)* Raw::Number(i64::MIN), negative);
        let negative = "no kuid-local identifier: -7 is negative, which no identifier is";
        $function::<kuid::Local>($($argument,)* Raw::Number(-7), negative);
        $function::<AsI64<kuid::Local>>($($argument,)* Raw::Number(-7), negative);

        let version = "no luuid identifier: version is 4, but always 6 or 8 in this format";
        let uuid = 0x936d_a01f_9abd_4d9d_80c7_02af_85c8_22a8;
        $function::<luuid::Luuid>($($argument,)* Raw::Uuid(uuid), version);
        $function::<AsUuid<luuid::Luuid>>($($argument,)* Raw::Uuid(uuid), version);
        let sign = "no evently identifier: sign is 1, but always 0 in this format";
        $function::<Event>($($argument,)* Raw::Uuid(uuid), sign);
        let version = "no siq identifier: version is 4, but always 8 in this format";
        $function::<siq::Siq>($($argument,)* Raw::Uuid(uuid & u128::MAX >> 12), version);
    }};
}

/// Calls a function for identifiers that do not fit their column, with what the error says.
macro_rules! each_too_large {
    ($function:ident $(, $argument:expr)*) => {{
        use $crate::cases::*;

        let (discord, local) = large();
        $function::<DiscordId>($($argument,)* discord[0], "\
            the discord identifier 9223372036854775808 does not fit a signed column of 64 bits, which holds \
            at most 9223372036854775807: AsBytes and AsText store it");
        $function::<kuid::Local>($($argument,)* local[1], "\
            the kuid-local identifier 18446744073709551615 does not fit a signed column of 64 bits, which holds \
            at most 9223372036854775807: AsBytes and AsText store it");
    }};
}

pub(crate) use {each_column, each_too_large, each_wrong};
