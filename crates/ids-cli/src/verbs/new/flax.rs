//! Flax identifiers.

use clap::Args;
use flax_id::{FlaxId, Generator};
use ids_formats::FlaxFormat;

use super::{
    setting::Setting,
    source::{Start, numbers},
};

/// Options of `ids new flax`.
#[derive(Args, Debug)]
pub(crate) struct New {
    /// Make each identifier greater than the one before, within a millisecond too
    #[arg(long)]
    monotonic: bool,
    /// Continue after this identifier, the last one issued before a restart. Implies --monotonic
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    after: Option<FlaxId>,
}

impl New {
    pub(crate) fn start(&self, setting: &Setting) -> Start {
        let (clock, rng) = (setting.clock, setting.rng()?);
        let mut generator = if self.monotonic {
            Generator::monotonic(clock, rng)
        } else {
            Generator::new(clock, rng)
        };
        if let Some(last) = self.after {
            generator = generator.resume_after(last);
        }
        let generator = generator.with_policy(setting.policy);
        Ok((Box::new(FlaxFormat), numbers(generator, FlaxId::MIN)))
    }
}
