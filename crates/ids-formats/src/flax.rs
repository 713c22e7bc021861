//! Flax.

use alloc::vec::Vec;
use core::time::Duration;

use flax_id::{FlaxId, Form};
use ids_core::{ParseError, TimeError, format::Ticks};

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
        about: "96 bits: 40 of milliseconds since 2015, 56 random; 16 characters that sort",
        formats: &[&Self],
    };
}

impl Format for FlaxFormat {
    #[inline]
    fn facts(&self) -> &Facts {
        &FACTS
    }

    #[inline]
    fn read(&self, form: usize, text: &[u8]) -> Result<u128, ParseError> {
        Form::ALL[form].decode(text).map(FlaxId::to_bits)
    }

    #[inline]
    fn write(&self, form: usize, bits: u128, out: &mut Vec<u8>) {
        if let Ok(id) = FlaxId::from_bits(bits) {
            out.extend_from_slice(Form::ALL[form].encode(id).as_bytes());
        }
    }

    #[inline]
    fn timed(&self) -> Option<&dyn Timed> {
        Some(self)
    }
}

impl Timed for FlaxFormat {
    #[inline]
    fn ticks(&self) -> Ticks {
        FlaxId::TICKS
    }

    #[inline]
    fn time(&self, bits: u128) -> Duration {
        FlaxId::TICKS.start(FlaxId::TIMESTAMP.get(bits))
    }

    #[inline]
    fn first_at(&self, time: Duration) -> Result<u128, TimeError> {
        FlaxId::first_at(time).map(FlaxId::to_bits)
    }

    #[inline]
    fn last_at(&self, time: Duration) -> Result<u128, TimeError> {
        FlaxId::last_at(time).map(FlaxId::to_bits)
    }
}
