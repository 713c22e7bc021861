#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

/// Writes an enumeration with a function `facts` of each, and the list of what is in it if it is public.
macro_rules! listed {
    ($(#[$meta:meta])* pub enum $name:ident: $facts:ty {
        $($(#[$of:meta])* $variant:ident = $fact:expr,)+
    }) => {
        listed! {
            $(#[$meta])* #[non_exhaustive] (pub) enum $name: $facts { $($(#[$of])* $variant = $fact,)+ }
        }

        impl $name {
            /// Every one.
            pub const ALL: &[Self] = &[$(Self::$variant),+];
        }
    };
    ($(#[$meta:meta])* $(($vis:vis))? enum $name:ident: $facts:ty {
        $($(#[$of:meta])* $variant:ident = $fact:expr,)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $($vis)? enum $name { $($(#[$of])* $variant,)+ }

        impl $name {
            pub(crate) const fn facts(self) -> &'static $facts {
                match self { $(Self::$variant => const { &$fact },)+ }
            }
        }
    };
}

mod bits;
mod context;
mod error;
mod facts;
mod family;
mod format;
pub mod formats;
pub mod infer;
mod inspect;
pub mod json;
mod make;
mod missing;
pub mod others;
mod reading;
pub mod rounded;
mod shape;
pub mod spelling;
mod timed;
mod value;

pub use bits::Evidence;
pub use context::Context;
pub use error::{ErrorFacts, NamedError, PackError};
pub use facts::{Column, Facts, FormInfo};
pub use family::{FAMILIES, Family, all, family};
pub use format::{Format, told_apart};
pub use ids_core::{
    self, ParseError, RangeError, UnixTime,
    format::{Field, Layout, Ticks},
};
pub(crate) use inspect::Found;
pub use inspect::{Answer, Candidate, Inspector, Kept, inspect};
pub use make::{After, Given, MakeError, Maker, Making, Param, ParamKind, numbers, rng};
pub use missing::is_missing;
pub use reading::{Reading, Stream, Unread, read};
pub use timed::Timed;
pub use value::Value;
