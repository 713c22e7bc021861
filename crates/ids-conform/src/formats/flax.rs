//! Flax.

use core::time::Duration;

use flax_id::{FlaxId, Generator};
use ids_core::format::Layout;
use ids_formats::FlaxFormat;

use crate::{Adapted, Call, Fault, Issuer, Parts, Place, Start, Subject, room};

#[derive(Debug)]
pub(crate) struct Flax;

const ADAPTED: Adapted<'_> = Adapted::new(FlaxFormat::FAMILY.formats);

impl Subject for Flax {
    fn layouts(&self) -> Vec<Layout> {
        ADAPTED.layouts()
    }

    fn parse(&self, place: Place<'_>, text: &str) -> Result<u128, Fault> {
        ADAPTED.parse(place, text)
    }

    fn format(&self, place: Place<'_>, bits: u128) -> Result<String, Fault> {
        ADAPTED.format(place, bits)
    }

    fn read_bytes(&self, place: Place<'_>, bytes: &[u8]) -> Result<u128, Fault> {
        ADAPTED.read_bytes(place, bytes)
    }

    fn bytes(&self, place: Place<'_>, bits: u128) -> Result<Vec<u8>, Fault> {
        ADAPTED.bytes(place, bits)
    }

    fn pack(&self, _place: Place<'_>, values: &Parts) -> Result<u128, Fault> {
        Ok(FlaxId::from_parts(values.of("timestamp"), values.of("random"))?.to_bits())
    }

    fn time(&self, place: Place<'_>, bits: u128) -> Result<Duration, Fault> {
        ADAPTED.time(place, bits)
    }

    fn range(&self, place: Place<'_>, time: Duration) -> Result<(u128, u128), Fault> {
        ADAPTED.range(place, time)
    }

    fn generator<'a>(&self, _place: Place<'_>, start: Start<'a>) -> Result<Issuer<'a>, Fault> {
        let mut generator = match start.config.text("monotonic") {
            Some(_) => Generator::monotonic(start.clock, start.rng),
            None => Generator::new(start.clock, start.rng),
        };
        generator = generator.with_policy(start.config.policy()?);
        if let Some(last) = start.after {
            generator = generator.resume_after(FlaxId::from_bits(last)?);
        }
        Ok(Box::new(move |call| match call {
            Call::Generate => Ok(vec![generator.generate()?.to_bits()]),
            // A block is what one reading of the clock allows.
            Call::Reserve(count) => {
                let mut ids = room(count, FlaxId::MIN)?;
                let filled = generator.fill(&mut ids)?;
                Ok(ids[..filled].iter().map(|id| id.to_bits()).collect())
            }
        }))
    }
}
