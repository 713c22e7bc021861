//! kuid.

use core::iter;
use std::sync::LazyLock;

use ids_core::format::array_of_bytes;
use ids_formats::{
    Family, Format, Maker,
    formats::kuid::{FAMILY, LOCAL, global, globals},
};
use kuid::{Drift, legacy};

use crate::{Fault, Start, Subject, Where};

#[derive(Debug)]
pub(crate) struct Kuid;

/// Those of one node, and those of many with each drift.
static ALL: LazyLock<Family> = LazyLock::new(|| {
    let globals = globals().map(|(_, format)| format);
    Family { formats: iter::once(LOCAL).chain(globals).collect::<Vec<_>>().leak(), ..FAMILY }
});

/// The drift of a layout of global identifiers; none of that of local ones.
fn drift(at: &Where) -> Option<Drift> {
    let has = |format: &dyn Format| format.facts().layout.name() == at.layout;
    globals().find_map(|(drift, format)| has(format).then_some(drift))
}

impl Subject for Kuid {
    fn formats(&self) -> &[&dyn Format] {
        ALL.formats
    }

    fn read_bytes(&self, at: &Where, bytes: &[u8]) -> Result<u128, Fault> {
        match (drift(at), &*at.form) {
            (_, "") => ALL.read_bytes(at, bytes),
            (Some(drift), "node-first") => {
                let (id, node) = legacy::decode_1_2_0(array_of_bytes(bytes)?);
                Ok(drift.join(id, node))
            }
            _ => Err(at.no_form()),
        }
    }

    fn bytes(&self, at: &Where, bits: u128) -> Result<Vec<u8>, Fault> {
        match (drift(at), &*at.form) {
            (_, "") => ALL.bytes(at, bits),
            (Some(drift), "node-first") => {
                drift.layout().check(bits)?;
                let (id, node) = drift.split(bits);
                Ok(legacy::encode_1_2_0(id, node).to_vec())
            }
            _ => Err(at.no_form()),
        }
    }

    fn generator<'a>(&self, at: &Where, start: Start<'a>) -> Result<Box<dyn Maker + 'a>, Fault> {
        match drift(at).and_then(|_| start.number("drift").transpose()) {
            Some(bits) => {
                let drift = Drift::new(bits?.try_into().unwrap_or(u32::MAX))?;
                start.maker(global(drift))
            }
            None => start.maker(at.format(ALL.formats)?),
        }
    }
}
