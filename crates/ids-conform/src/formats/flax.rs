//! Flax.

use flax_id::{FlaxId, Generator};
use ids_formats::FlaxFormat;

use crate::{Adapted, Call, Fault, Issuer, Parts, Place, Start, Subject, room};

#[derive(Debug)]
pub(crate) struct Flax;

const ADAPTED: Adapted<'_> = Adapted::new(FlaxFormat::FAMILY.formats);

impl Subject for Flax {
    fn adapted(&self) -> Adapted<'_> {
        ADAPTED
    }

    fn pack(&self, _place: Place<'_>, values: &Parts) -> Result<u128, Fault> {
        Ok(FlaxId::from_parts(values.of("timestamp"), values.of("random"))?.to_bits())
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
