#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "column")]
pub mod column;
mod error;
#[doc(hidden)]
pub mod foreign;
#[cfg(feature = "fork")]
mod fork;
mod form;
pub mod format;
mod generate;
mod id;
mod layout;
mod literal;
mod macros;
#[cfg(feature = "rng")]
mod rng;
mod text;
mod time;
#[doc(hidden)]
pub mod typed;

#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod serde;

#[cfg(feature = "std")]
pub use self::time::SystemClock;
pub use self::time::{Clock, ManualClock, UnixTime};
#[doc(hidden)]
pub use self::time::{date, instant};
pub use error::{ClockError, GenerateError, ParseError, RangeError};
#[cfg(target_has_atomic = "64")]
pub use generate::SharedGenerator;
pub use generate::{Generate, Generator, Limits, Waiting};
pub use id::Id;
#[cfg(feature = "rng")]
pub use rng::{IdRng, LocalRng};
pub use text::Text;

/// Clocks that are read faster, by a thread of the program or by the processor's counter, and one that notices a fork.
pub mod clock {
    #[cfg(feature = "fork")]
    pub use crate::fork::ForkGuard;
    #[cfg(target_has_atomic = "64")]
    pub use crate::time::CachedClock;
    #[cfg(all(feature = "quanta", target_has_atomic = "64"))]
    pub use crate::time::FastClock;
}

/// What takes the place of the macros of a feature that is off: they write nothing.
macro_rules! off {
    ($($feature:literal: $($macro:ident),+;)+) => {
        $($(
            #[cfg(not(feature = $feature))]
            #[doc(hidden)]
            pub use crate::ignore as $macro;
        )+)+
    };
}

off! {
    "arbitrary": impl_arbitrary;
    "borsh": impl_borsh;
    "column": impl_column;
    "diesel": impl_diesel;
    "postgres-types": impl_postgres;
    "proptest": impl_proptest;
    "rkyv": impl_rkyv;
    "rusqlite": impl_rusqlite;
    "schemars1": impl_schemars1;
    "sea-orm1": impl_sea_orm1;
    "sea-orm2": impl_sea_orm2;
    "serde": impl_serde;
    "sqlx08": impl_sqlx08;
    "sqlx09": impl_sqlx09;
    "std": impl_string;
    "utoipa5": impl_utoipa5;
    "utoipa6": impl_utoipa6;
    "uuid": impl_uuid;
}
