//! Formats of which the reference answers more than their adapters do: one file each.

mod evently;
mod kuid;
mod luuid;
mod siq;
mod snowflake;

use self::{evently::Evently, kuid::Kuid, luuid::Luuid, siq::Siq, snowflake::SNOWFLAKE};
use crate::Subject;

/// A format, as this project implements it.
pub fn subject(format: &str) -> Option<&'static dyn Subject> {
    Some(match format {
        "snowflake" => &*SNOWFLAKE,
        "kuid" => &Kuid,
        "siq" => &Siq,
        "luuid" => &Luuid,
        "evently" => &Evently,
        plain => return ids_formats::family(plain).map(|family| family as &dyn Subject),
    })
}
