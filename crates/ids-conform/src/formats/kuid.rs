//! kuid.

use std::sync::LazyLock;

use ids_formats::{
    Format, Maker,
    formats::kuid::{LOCAL, global, globals},
};
use kuid::{Drift, ParseError, legacy};

use crate::{Fault, Place, Start, Subject};

#[derive(Debug)]
pub(crate) struct Kuid;

/// Those of one node, and those of many with each drift.
static FORMATS: LazyLock<Vec<&dyn Format>> =
    LazyLock::new(|| [LOCAL].into_iter().chain(globals().map(|(_, format)| format)).collect());

/// The drift of a layout of global identifiers; none of that of local ones.
fn drift(place: Place<'_>) -> Option<Drift> {
    let has = |format: &dyn Format| format.facts().layout.name() == place.layout;
    globals().find_map(|(drift, format)| has(format).then_some(drift))
}

impl Subject for Kuid {
    fn formats(&self) -> &[&dyn Format] {
        &FORMATS
    }

    fn read_bytes(&self, place: Place<'_>, bytes: &[u8]) -> Result<u128, Fault> {
        match (drift(place), place.form) {
            (_, "") => (&FORMATS[..]).read_bytes(place, bytes),
            (Some(drift), "node-first") => {
                let length = ParseError::Length { found: bytes.len(), min: 12, max: 12 };
                let (id, node) = legacy::decode_1_2_0(bytes.try_into().map_err(|_| length)?);
                Ok(drift.join(id, node))
            }
            _ => Err(place.no_form()),
        }
    }

    fn bytes(&self, place: Place<'_>, bits: u128) -> Result<Vec<u8>, Fault> {
        match (drift(place), place.form) {
            (_, "") => (&FORMATS[..]).bytes(place, bits),
            (Some(drift), "node-first") => {
                drift.layout().check(bits)?;
                let (id, node) = drift.split(bits);
                Ok(legacy::encode_1_2_0(id, node).to_vec())
            }
            _ => Err(place.no_form()),
        }
    }

    fn generator<'a>(
        &self,
        place: Place<'_>,
        start: Start<'a>,
    ) -> Result<Box<dyn Maker + 'a>, Fault> {
        match drift(place).and_then(|_| start.config.number("drift").transpose()) {
            Some(bits) => {
                let drift = Drift::new(bits?.try_into().unwrap_or(u32::MAX))?;
                start.maker(global(drift))
            }
            None => start.maker(place.format(&FORMATS)?),
        }
    }
}
