//! Flax.

use core::time::Duration;

use flax_id::{FlaxId, Form, Generator};
use ids_core::Layout;

use crate::{Call, Canonical, Fault, Place, Source, Start, Subject, Values, room};

#[derive(Debug)]
pub(crate) struct Flax;

const CANONICAL: Canonical<FlaxId> = Canonical::new();

fn form(place: Place<'_>) -> Result<Form, Fault> {
    match place.form {
        "" => Ok(Form::Base64),
        name => name.parse().map_err(|_| place.no_form()),
    }
}

impl Subject for Flax {
    fn layouts(&self) -> Vec<Layout> {
        CANONICAL.layouts()
    }

    fn parse(&self, place: Place<'_>, text: &str) -> Result<u128, Fault> {
        Ok(form(place)?.decode(text.as_bytes())?.to_bits())
    }

    fn format(&self, place: Place<'_>, bits: u128) -> Result<String, Fault> {
        Ok(form(place)?.encode(FlaxId::from_bits(bits)?).to_string())
    }

    fn read_bytes(&self, place: Place<'_>, bytes: &[u8]) -> Result<u128, Fault> {
        CANONICAL.read_bytes(place, bytes)
    }

    fn bytes(&self, place: Place<'_>, bits: u128) -> Result<Vec<u8>, Fault> {
        CANONICAL.bytes(place, bits)
    }

    fn pack(&self, _place: Place<'_>, values: &Values) -> Result<u128, Fault> {
        Ok(FlaxId::from_parts(values.of("timestamp"), values.of("random"))?.to_bits())
    }

    fn time(&self, _place: Place<'_>, bits: u128) -> Result<Duration, Fault> {
        Ok(FlaxId::from_bits(bits)?.time())
    }

    fn range(&self, _place: Place<'_>, time: Duration) -> Result<(u128, u128), Fault> {
        Ok((FlaxId::first_at(time)?.to_bits(), FlaxId::last_at(time)?.to_bits()))
    }

    fn generator<'a>(&self, _place: Place<'_>, start: Start<'a>) -> Result<Source<'a>, Fault> {
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
