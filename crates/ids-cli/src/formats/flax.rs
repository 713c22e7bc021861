//! Flax identifiers.

use std::time::Duration;

use clap::Args;
use flax_id::{FlaxId, Form, GenerateError, Generator, ParseError, TimeError};
use ids_core::{Field, Layout, Ticks};

use crate::{
    format::{Column, Format, Source},
    new::{OurClock, OurRng, Setting},
    status::Failure,
};

/// The one flavour.
struct Flax;

pub(crate) fn formats() -> Vec<&'static dyn Format> {
    vec![&Flax]
}

impl Format for Flax {
    fn name(&self) -> &'static str {
        "flax"
    }

    fn about(&self) -> &'static str {
        "milliseconds since 2015 and 56 random bits"
    }

    fn layout(&self) -> Layout {
        FlaxId::LAYOUT
    }

    fn ticks(&self) -> Option<Ticks> {
        Some(FlaxId::TICKS)
    }

    fn capacity(&self) -> Option<(u64, &'static str)> {
        Some((1 << FlaxId::RANDOM.width(), "random values, drawn independently or increasing"))
    }

    fn random(&self) -> Option<Field> {
        Some(FlaxId::RANDOM)
    }

    fn forms(&self) -> &'static [&'static str] {
        &["base64", "hex", "decimal"]
    }

    fn read(&self, form: usize, text: &[u8]) -> Result<u128, ParseError> {
        Form::ALL[form].decode(text).map(FlaxId::to_bits)
    }

    fn write(&self, form: usize, bits: u128, out: &mut Vec<u8>) {
        if let Ok(id) = FlaxId::from_bits(bits) {
            out.extend_from_slice(Form::ALL[form].encode(id).as_bytes());
        }
    }

    fn column(&self, form: usize) -> Option<Column> {
        match Form::ALL[form] {
            Form::Decimal => Some(Column::Number),
            other => other.sorts().then_some(Column::Text),
        }
    }

    fn time(&self, bits: u128) -> Option<Duration> {
        Some(FlaxId::TICKS.start(FlaxId::TIMESTAMP.get(bits)))
    }

    fn first_at(&self, time: Duration) -> Result<u128, TimeError> {
        FlaxId::first_at(time).map(FlaxId::to_bits)
    }

    fn last_at(&self, time: Duration) -> Result<u128, TimeError> {
        FlaxId::last_at(time).map(FlaxId::to_bits)
    }
}

/// Options of `ids new flax`.
#[derive(Args, Debug)]
pub(crate) struct New {
    /// Each identifier greater than the one before, also inside a millisecond
    #[arg(long)]
    monotonic: bool,
    /// Continue after this identifier, the last one given before a restart (implies --monotonic)
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    after: Option<FlaxId>,
}

impl New {
    pub(crate) fn start(
        &self,
        setting: &Setting,
    ) -> Result<(&'static dyn Format, Box<dyn Source>), Failure> {
        let (clock, rng) = (setting.clock, setting.rng()?);
        let mut generator = if self.monotonic {
            Generator::monotonic(clock, rng)
        } else {
            Generator::new(clock, rng)
        };
        if let Some(last) = self.after {
            generator = generator.resume_after(last);
        }
        let generator = generator.with_policy(setting.policy);
        Ok((&Flax, Box::new(Making { generator, ids: Vec::new() })))
    }
}

struct Making {
    generator: Generator<OurClock, OurRng>,
    ids: Vec<FlaxId>,
}

impl Source for Making {
    fn fill(&mut self, bits: &mut [u128]) -> Result<usize, GenerateError> {
        self.ids.resize(bits.len(), FlaxId::MIN);
        let count = self.generator.fill(&mut self.ids)?;
        for (bits, id) in bits.iter_mut().zip(&self.ids[..count]) {
            *bits = id.to_bits();
        }
        Ok(count)
    }
}
