//! Formats of which the reference answers more than their adapters do: one file each.

mod evently;
mod kuid;
mod luuid;
mod siq;
mod snowflake;

pub(crate) use self::{evently::Evently, kuid::Kuid, luuid::Luuid, siq::Siq, snowflake::Snowflake};
