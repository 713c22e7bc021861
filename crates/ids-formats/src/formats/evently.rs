//! Evently.

use alloc::vec::Vec;

use evently_id::{EventId, Form, LedgerId};
use ids_core::ParseError;

use crate::{Column, Facts, Family, FormInfo, Format, Timed};

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

    texts!(EventId, decode, encode);

    #[inline]
    fn timed(&self) -> Option<&dyn Timed> {
        Some(self)
    }
}

/// A range of times is one of all ledgers.
impl Timed for EventlyFormat {
    times!(EventId, LedgerId::MIN, LedgerId::MAX);
}
