//! kuid.

use ids_formats::{KuidGlobalFormat, KuidLocalFormat};
use kuid::{
    Drift, DriftError, Generator, Global, Id, Local, LocalNode, Node, NodeId, ParseError, legacy,
};

use crate::{Adapted, Fault, Issuer, Parts, Place, Reason, Start, Subject, issuer};

#[derive(Debug)]
pub(crate) struct Kuid;

/// Those of one node, and those of many with each drift.
const ADAPTED: Adapted<'_> = Adapted::new(&[
    &KuidLocalFormat,
    &global(5),
    &global(6),
    &global(7),
    &global(8),
    &global(9),
    &global(10),
]);

const fn global(drift: u32) -> KuidGlobalFormat {
    match Drift::new(drift) {
        Ok(drift) => KuidGlobalFormat::new(drift),
        Err(_) => panic!("no drift"),
    }
}

fn drifts() -> impl Iterator<Item = Drift> {
    (5..=10).filter_map(|bits| Drift::new(bits).ok())
}

/// The drift of a layout of global identifiers; none of that of local ones.
fn drift(place: Place<'_>) -> Option<Drift> {
    drifts().find(|drift| Global::layout(*drift).name() == place.layout)
}

fn local(bits: u128) -> Result<Local, Fault> {
    Ok(<Local as Id>::from_bits(bits)?)
}

fn refused(error: DriftError) -> Fault {
    Reason::new(error.kind()).of("drift").into()
}

impl Subject for Kuid {
    fn adapted(&self) -> Adapted<'_> {
        ADAPTED
    }

    fn read_bytes(&self, place: Place<'_>, bytes: &[u8]) -> Result<u128, Fault> {
        match (drift(place), place.form) {
            (_, "") => ADAPTED.read_bytes(place, bytes),
            (Some(drift), "node-first") => {
                let length = ParseError::Length { found: bytes.len(), min: 12, max: 12 };
                let (id, node) = legacy::decode_1_2_0(bytes.try_into().map_err(|_| length)?);
                Ok(id.to_global(node, drift).to_bits())
            }
            _ => Err(place.no_form()),
        }
    }

    fn bytes(&self, place: Place<'_>, bits: u128) -> Result<Vec<u8>, Fault> {
        match (drift(place), place.form) {
            (_, "") => ADAPTED.bytes(place, bits),
            (Some(drift), "node-first") => {
                let id = Global::from_bits(bits)?;
                Ok(legacy::encode_1_2_0(id.to_local(drift), id.node(drift)).to_vec())
            }
            _ => Err(place.no_form()),
        }
    }

    fn pack(&self, place: Place<'_>, values: &Parts) -> Result<u128, Fault> {
        let of = |name: &str| values.of(name);
        let Some(drift) = drift(place) else {
            let id = Local::from_parts(of("mega"), of("second"), of("fraction"), of("sequence"))?;
            return Ok(id.to_bits().into());
        };
        // The parts of a global identifier that are no fields of its local one.
        for name in ["window", "node", "offset"] {
            Global::layout(drift).field(name).map_or(Ok(0), |field| field.put(of(name)))?;
        }
        let second = of("window") << drift.bits() | of("offset");
        let id = Local::from_parts(of("mega"), second, of("fraction"), of("sequence"))?;
        let node = NodeId::from_bits(values.narrow("node")?);
        Ok(id.to_global(node, drift).to_bits())
    }

    fn generator<'a>(&self, place: Place<'_>, start: Start<'a>) -> Result<Issuer<'a>, Fault> {
        let rolling = start.config.rolling()?;
        let Some(drift) = drift(place) else {
            let generator = Generator::new(start.clock, LocalNode)
                .with_policy(start.config.policy()?)
                .with_rolling_start(rolling);
            return Ok(match start.after {
                Some(last) => issuer(generator.resume_after(local(last)?)),
                None => issuer(generator),
            });
        };
        let drift = match start.config.number("drift")? {
            Some(bits) => Drift::new(bits.try_into().unwrap_or(u32::MAX)).map_err(refused)?,
            None => drift,
        };
        let config = start.config;
        let node = match (config.text("node"), config.text("name"), config.text("name_1_3_5")) {
            (Some(text), None, None) => text.parse()?,
            (None, Some(name), None) => NodeId::from_name(name),
            (None, None, Some(name)) => NodeId::from_name_1_3_5(name),
            _ => return Err(Fault::unsupported("one of node, name and name_1_3_5")),
        };
        let generator = Generator::new(start.clock, Node::new(node, drift))
            .with_policy(config.policy()?)
            .with_rolling_start(rolling);
        Ok(match start.after {
            Some(last) => issuer(generator.resume_after(Global::from_bits(last)?)),
            None => issuer(generator),
        })
    }
}
