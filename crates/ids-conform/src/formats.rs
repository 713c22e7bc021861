//! The six formats as the reference implements them: one file each.

mod evently;
mod flax;
mod kuid;
mod luuid;
mod siq;
mod snowflake;

pub(crate) use self::{
    evently::Evently, flax::Flax, kuid::Kuid, luuid::Luuid, siq::Siq, snowflake::Snowflake,
};
