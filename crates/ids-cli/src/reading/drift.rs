//! `--drift`: how many bits of the time KUID's global identifiers sort by.

use std::str::FromStr;

use ids_formats::{Format, KuidGlobalFormat, KuidLocalFormat};
use kuid::{Drift, DriftError};

/// The value of `--drift`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WithDrift(pub(crate) Drift);

impl WithDrift {
    /// The family it belongs to.
    pub(crate) const FAMILY: &str = KuidLocalFormat::FAMILY.name;

    /// The flavour that has it.
    pub(crate) fn format(self) -> Box<dyn Format> {
        Box::new(KuidGlobalFormat::new(self.0))
    }
}

impl FromStr for WithDrift {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bits = text.parse().map_err(|error| format!("{error}"))?;
        Drift::new(bits).map(Self).map_err(|error: DriftError| error.to_string())
    }
}
