//! Flax.

use flax_id::FlaxId;
use ids_formats::FlaxFormat;

use crate::{Adapted, Fault, Parts, Place, Subject};

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
}
