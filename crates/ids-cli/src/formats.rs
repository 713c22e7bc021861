//! The formats: one file each, and one line here.

use clap::Subcommand;

use crate::{
    format::{Family, Format, Source},
    new::Setting,
    status::Failure,
};

/// Writes the modules, the table of families and the subcommands of `ids new` from one list.
macro_rules! formats {
    ($($module:ident $Name:ident: $about:literal),+ $(,)?) => {
        $(mod $module;)+

        /// Every format, in the order of `ids info`.
        pub(crate) static FAMILIES: &[Family] = &[
            $(Family { name: stringify!($module), about: $about, formats: $module::formats }),+
        ];

        /// What to make.
        #[derive(Debug, Subcommand)]
        pub(crate) enum NewFormat {
            $(#[doc = $about] $Name($module::New)),+
        }

        impl NewFormat {
            /// The format and the generator that the arguments describe.
            pub(crate) fn start(
                &self,
                setting: &Setting,
            ) -> Result<(&'static dyn Format, Box<dyn Source>), Failure> {
                match self {
                    $(Self::$Name(new) => new.start(setting)),+
                }
            }
        }
    };
}

formats! {
    flax Flax: "96 bits: 40 of milliseconds since 2015, 56 random; 16 characters that sort",
    snowflake Snowflake: "64 bits: a timestamp, a node and a sequence; twelve flavours or your own",
    kuid Kuid: "64 bits for one node, 96 for many: ticks of 1.024 ms, k-ordered; 11 or 16 characters",
    siq Siq: "112 bits: 1/65536 s, shard, domain, kind; did:siq: and 29 characters with a checksum",
    luuid Luuid: "128 bits in the shape of a UUID: a sequential key, its group, 60 random bits",
    evently Evently: "128 bits: microseconds, a checksum of an event and the one before it, its ledger",
}

pub(crate) use self::{kuid::WithDrift, luuid::Entity, siq::WithDomain, snowflake::Own};
