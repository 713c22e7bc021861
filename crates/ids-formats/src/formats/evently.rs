//! Evently.

use evently_id::{EventId, Form, LedgerId};
use ids_core::ParseError;

use crate::{Column, Facts, Family, FormInfo, Format, Timed};

/// Event ids of Evently.
pub const FORMAT: &dyn Format = &Evently;

/// The format as the only one of its family.
pub const FAMILY: Family = Family {
    name: "evently",
    id: "EventId",
    about: "128 bits: microseconds, a checksum of an event and the one before it, its ledger",
    formats: &[FORMAT],
};

#[derive(Debug)]
struct Evently;

const fn info(form: Form) -> FormInfo {
    let info = FormInfo::new(form.name(), form.sorts());
    match form {
        // Databases read it as a UUID.
        Form::Hex => FormInfo { column: Some(Column::Uuid), ..info },
        _ => info,
    }
}

static FACTS: Facts = Facts {
    capacity: Some((1, "event of a ledger")),
    ..Facts::new(
        "evently",
        "microseconds, a checksum of the event and the one before it, the ledger",
        EventId::LAYOUT,
        forms!(Form::ALL, form => info(form)),
    )
};

impl Format for Evently {
    texts!(self, &FACTS, EventId, decode, encode, timed);

    fn lenient(&self, text: &[u8]) -> Option<Result<(u128, &'static FormInfo), ParseError>> {
        let read = EventId::decode_lenient(text);
        Some(read.map(|(id, form)| (id.to_bits(), &FACTS.forms[form as usize])))
    }
}

/// A range of times is one of all ledgers.
impl Timed for Evently {
    times!(EventId, LedgerId::MIN, LedgerId::MAX);
}
