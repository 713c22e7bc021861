//! Flax identifiers.

use clap::Args;
use flax_id::FlaxId;
use ids_formats::{Family, FlaxFormat};

use super::{
    params::{Options, Params},
    setting::Setting,
    source::{Start, start},
};

#[derive(Debug)]
struct Flax;

impl Options for Flax {
    const FAMILY: Family = FlaxFormat::FAMILY;
}

/// Options of `ids new flax`.
#[derive(Args, Debug)]
pub(crate) struct New {
    #[command(flatten)]
    params: Params<Flax>,
    /// Continue after this identifier, the last one issued before a restart. Implies --monotonic
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    after: Option<FlaxId>,
}

impl New {
    pub(crate) fn start(&self, setting: &Setting) -> Start {
        let given: Vec<_> = self.params.given().collect();
        start(FlaxFormat, &given, setting, self.after.map(FlaxId::to_bits), 0)
    }
}
