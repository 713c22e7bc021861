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

/// Calls a generic function for each identifier, and for a type of its own.
macro_rules! each {
    ($function:ident $(, $argument:expr)*) => {
        $function::<evently_id::EventId>($($argument),*);
        $function::<flax_id::FlaxId>($($argument),*);
        $function::<kuid::Global>($($argument),*);
        $function::<kuid::Local>($($argument),*);
        $function::<luuid::Luuid>($($argument),*);
        $function::<siq::Siq>($($argument),*);
        $function::<snowflake::Snowflake<snowflake::Discord>>($($argument),*);
        $function::<snowflake::Snowflake<snowflake::Tid>>($($argument),*);
        $function::<snowflake::Snowflake<snowflake::Twitter>>($($argument),*);
        $function::<crate::typed::UserId>($($argument),*);
    };
}
use each;
