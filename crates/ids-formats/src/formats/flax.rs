//! Flax.

use alloc::vec::Vec;
#[cfg(feature = "make")]
use alloc::{boxed::Box, vec};

#[cfg(feature = "make")]
use flax_id::Generator;
use flax_id::{FlaxId, Form};
use ids_core::ParseError;
#[cfg(feature = "make")]
use ids_core::{Clock, GenerateError, RangeError, UnixTime};
#[cfg(feature = "make")]
use rand_core::TryRng;

#[cfg(feature = "make")]
use crate::{
    After, Given, MakeError, Maker, Making, Param, ParamKind,
    make::{Block, boxed, last, values, whole},
};
use crate::{Column, Facts, Family, FormInfo, Format, Timed};

/// Flax identifiers.
#[derive(Clone, Copy, Debug)]
pub struct FlaxFormat;

static FACTS: Facts = Facts::new(
    FlaxFormat::FAMILY.name,
    "milliseconds since 2015 and 56 random bits",
    FlaxId::LAYOUT,
    forms!(Form::ALL, form => FormInfo::new(form.name(), column(form))),
)
.with_random(FlaxId::RANDOM)
.with_capacity(1 << FlaxId::RANDOM.width(), "random values, drawn independently or increasing");

const fn column(form: Form) -> Option<Column> {
    match form {
        Form::Decimal => Some(Column::Number),
        other => Column::of_text(other.sorts()),
    }
}

impl FlaxFormat {
    /// The format as the only one of its family.
    pub const FAMILY: Family = Family {
        name: "flax",
        id: "FlaxId",
        about: "96 bits: 40 of milliseconds since 2015, 56 random; 16 characters that sort",
        formats: &[&Self],
    };
}

impl Format for FlaxFormat {
    #[inline]
    fn facts(&self) -> &Facts {
        &FACTS
    }

    texts!(FlaxId, decode, encode);

    #[inline]
    fn timed(&self) -> Option<&dyn Timed> {
        Some(self)
    }

    #[cfg(feature = "make")]
    #[inline]
    fn params(&self) -> Vec<Param> {
        let about = "each identifier is greater than the one before, within a millisecond too";
        vec![Param::new("monotonic", ParamKind::Flag, about)]
    }

    #[cfg(feature = "make")]
    #[inline]
    fn maker<'a>(
        &self,
        given: &[(&str, Given<'_>)],
        making: Making<'a>,
    ) -> Result<Box<dyn Maker + 'a>, MakeError> {
        let monotonic = values(self, given)?.flag("monotonic")?;
        let new = if monotonic { Generator::monotonic } else { Generator::new };
        let mut generator = new(making.clock, making.rng).with_policy(making.policy);
        if let Some(most) = making.max_jump {
            generator = generator.with_max_jump(most);
        }
        let generator = match making.after {
            After::Id(bits) => generator.resume_after(last(FlaxId::from_bits(bits))?),
            After::Now => generator.resume_after_now()?,
            // Random bits tell it from those before it.
            After::Nothing | After::Tick => generator,
        };
        Ok(boxed(generator, FlaxId::MIN))
    }
}

#[cfg(feature = "make")]
impl<C: Clock + Send, R: TryRng + Send> Block for Generator<C, R> {
    fn block(&mut self, count: usize) -> Result<Vec<u128>, GenerateError> {
        whole(FlaxId::MIN, count, |ids| self.fill_all(ids))
    }

    fn jump(&mut self, now: UnixTime) -> Result<(), RangeError> {
        self.accept_jump(now)
    }
}

impl Timed for FlaxFormat {
    times!(FlaxId);
}
