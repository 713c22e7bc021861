//! Evently.

use alloc::vec::Vec;

use evently_id::{EventId, Form, LedgerId};
use ids_core::{ParseError, TimeError, format::Ticks};

use crate::{Column, Facts, Family, FormInfo, Format, Timed, UnixTime};

/// Event ids of Evently.
#[derive(Clone, Copy, Debug)]
pub struct EventlyFormat;

static FACTS: Facts = Facts::new(
    EventlyFormat::FAMILY.name,
    "microseconds, a checksum of the event and the one before it, the ledger",
    EventId::LAYOUT,
    forms!(Form::ALL, form => FormInfo::new(form.name(), column(form))),
)
.with_capacity(1, "event of a ledger");

const fn column(form: Form) -> Option<Column> {
    match form {
        // Databases read both.
        Form::Hex | Form::Uuid => Some(Column::Uuid),
        other => Column::of_text(other.sorts()),
    }
}

impl EventlyFormat {
    /// The format as the only one of its family.
    pub const FAMILY: Family = Family {
        name: "evently",
        id: "EventId",
        about: "128 bits: microseconds, a checksum of an event and the one before it, its ledger",
        formats: &[&Self],
    };
}

impl Format for EventlyFormat {
    #[inline]
    fn facts(&self) -> &Facts {
        &FACTS
    }

    #[inline]
    fn read(&self, form: usize, text: &[u8]) -> Result<u128, ParseError> {
        Form::ALL[form].decode(text).map(EventId::to_bits)
    }

    #[inline]
    fn write(&self, form: usize, bits: u128, out: &mut Vec<u8>) {
        if let Ok(id) = EventId::from_bits(bits) {
            out.extend_from_slice(Form::ALL[form].encode(id).as_bytes());
        }
    }

    #[inline]
    fn timed(&self) -> Option<&dyn Timed> {
        Some(self)
    }
}

/// A range of times is one of all ledgers.
impl Timed for EventlyFormat {
    #[inline]
    fn ticks(&self) -> Ticks {
        EventId::TICKS
    }

    #[inline]
    fn time(&self, bits: u128) -> UnixTime {
        EventId::TICKS.start(EventId::TIMESTAMP.get(bits))
    }

    #[inline]
    fn first_at(&self, time: UnixTime) -> Result<u128, TimeError> {
        EventId::first_at(time, LedgerId::MIN).map(EventId::to_bits)
    }

    #[inline]
    fn last_at(&self, time: UnixTime) -> Result<u128, TimeError> {
        EventId::last_at(time, LedgerId::MAX).map(EventId::to_bits)
    }
}
