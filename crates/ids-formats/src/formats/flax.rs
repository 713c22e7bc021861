//! Flax.

use alloc::{vec, vec::Vec};

use flax_id::{FlaxId, Form, Generator};

use crate::{
    After, Facts, Family, Format, Given, Making, Param, ParamKind, Timed,
    make::{AnyClock, Made, boxed, last, values, whole},
};

/// Flax identifiers.
pub const FORMAT: &dyn Format = &Flax;

/// The format as the only one of its family.
pub const FAMILY: Family = Family {
    name: "flax",
    id: "FlaxId",
    about: "96 bits: 40 of milliseconds since 2015, 56 random; 16 characters that sort",
    formats: &[FORMAT],
};

#[derive(Debug)]
struct Flax;

static FACTS: Facts = Facts {
    random: Some(FlaxId::RANDOM),
    capacity: Some((
        1 << FlaxId::RANDOM.width(),
        "random values, drawn independently or increasing",
    )),
    ..Facts::new(
        "flax",
        "milliseconds since 2015 and 56 random bits",
        FlaxId::LAYOUT,
        forms!(Form::ALL),
    )
};

impl Format for Flax {
    texts!(self, &FACTS, FlaxId, decode, encode, timed);

    fn params(&self) -> Vec<Param> {
        let about = "each identifier is greater than the one before, within a millisecond too";
        vec![Param::new("monotonic", ParamKind::Flag, about).or(Given::Flag(false))]
    }

    fn maker<'a>(&self, given: &[(&str, Given<'_>)], making: Making<'a>) -> Made<'a> {
        let monotonic = values(self, given)?.flag("monotonic")?;
        let new = if monotonic { Generator::monotonic } else { Generator::new };
        let generator = new(AnyClock(making.clock), making.rng).with_limits(making.limits);
        let generator = match making.after {
            After::Id(bits) => generator.resume_after(last(FlaxId::from_bits(bits))?),
            After::Now(max_ahead) => generator.resume_after_now(max_ahead)?,
            After::Nothing => generator,
        };
        let block = |generator: &mut Generator<_, _>, count| {
            whole(FlaxId::MIN, count, |ids| generator.fill_all(ids))
        };
        Ok(boxed(generator, FlaxId::MIN, block, Generator::accept_jump))
    }
}

impl Timed for Flax {
    times!(FlaxId);
}
