//! The format as a value, for programs that choose one when they run.

use alloc::vec::Vec;

use ids_core::{ParseError, RangeError, UnixTime, format::Ticks};
use ids_formats::{Facts, FormInfo, Format, Timed};

use crate::{Form, Ulid};

/// ULIDs.
#[derive(Clone, Copy, Debug)]
pub struct UlidFormat;

static FORMS: [FormInfo; 2] = [
    FormInfo::new(Form::Crockford.name(), true),
    FormInfo { place: 1, ..FormInfo::new(Form::Uuid.name(), true) },
];

static FACTS: Facts = Facts {
    random: Some(Ulid::RANDOM_LOW),
    ..Facts::new(
        "ulid",
        "milliseconds since the Unix epoch and 80 random bits",
        Ulid::LAYOUT,
        &FORMS,
    )
};

impl Format for UlidFormat {
    #[inline]
    fn facts(&self) -> &Facts {
        &FACTS
    }

    #[inline]
    fn read(&self, form: &FormInfo, text: &[u8]) -> Result<u128, ParseError> {
        Form::ALL[form.place].decode(text).map(Ulid::to_bits)
    }

    #[inline]
    fn write(&self, form: &FormInfo, bits: u128, out: &mut Vec<u8>) {
        out.extend_from_slice(Form::ALL[form.place].encode(Ulid::from_bits(bits)).as_bytes());
    }

    #[inline]
    fn timed(&self) -> Option<&dyn Timed> {
        Some(self)
    }
}

impl Timed for UlidFormat {
    #[inline]
    fn ticks(&self) -> Ticks {
        Ulid::TICKS
    }

    #[inline]
    fn time(&self, bits: u128) -> UnixTime {
        Ulid::from_bits(bits).time()
    }

    #[inline]
    fn first_at(&self, time: UnixTime) -> Result<u128, RangeError> {
        Ulid::first_at(time).map(Ulid::to_bits)
    }

    #[inline]
    fn last_at(&self, time: UnixTime) -> Result<u128, RangeError> {
        Ulid::last_at(time).map(Ulid::to_bits)
    }
}
