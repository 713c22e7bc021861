//! The formats as `ids new` makes them: one file each, and one line here.

mod evently;
mod flax;
mod kuid;
mod luuid;
mod siq;
mod snowflake;

use clap::Subcommand;
use ids_core::GenerateError;
use ids_formats::{
    EventlyFormat, FlaxFormat, Format, KuidLocalFormat, LuuidFormat, SiqFormat, SnowflakeFormat,
};

use crate::{new::Setting, status::Failure};

pub(crate) use self::{kuid::WithDrift, luuid::Entity, siq::WithDomain, snowflake::Own};

/// What to make.
#[derive(Debug, Subcommand)]
pub(crate) enum NewFormat {
    #[command(about = FlaxFormat::FAMILY.about)]
    Flax(flax::New),
    #[command(about = SnowflakeFormat::FAMILY.about)]
    Snowflake(snowflake::New),
    #[command(about = KuidLocalFormat::FAMILY.about)]
    Kuid(kuid::New),
    #[command(about = SiqFormat::FAMILY.about)]
    Siq(siq::New),
    #[command(about = LuuidFormat::FAMILY.about)]
    Luuid(luuid::New),
    #[command(about = EventlyFormat::FAMILY.about)]
    Evently(evently::New),
}

/// A format, and what makes its identifiers.
pub(crate) type Start = Result<(Box<dyn Format>, Box<dyn Source>), Failure>;

/// Makes identifiers of one format.
pub(crate) trait Source {
    /// Fills as much of `ids` as can be had now, at least one.
    fn fill(&mut self, ids: &mut [u128]) -> Result<usize, GenerateError>;
}

impl NewFormat {
    /// The format and the generator that the arguments describe.
    pub(crate) fn start(&self, setting: &Setting) -> Start {
        match self {
            Self::Flax(new) => new.start(setting),
            Self::Snowflake(new) => new.start(setting),
            Self::Kuid(new) => new.start(setting),
            Self::Siq(new) => new.start(setting),
            Self::Luuid(new) => new.start(setting),
            Self::Evently(new) => new.start(setting),
        }
    }
}
