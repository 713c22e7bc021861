//! A copy of a ledger, in which an event is found without reading all of them.

use core::ops::ControlFlow;
use std::{fs::File, io};

use evently_ledger::{EventId, Query, file};
use ids_core::UnixTime;

use super::Database;

/// A copy of a ledger that is searched. Errors are those of its file or its database.
pub(super) trait Copy {
    /// The last event.
    fn last(&mut self) -> io::Result<Option<EventId>>;

    /// The first record whose event is not before this one.
    fn find(&mut self, id: EventId) -> io::Result<Option<(EventId, Vec<u8>)>>;

    /// Whether it has this event.
    fn contains(&mut self, id: EventId) -> io::Result<bool> {
        Ok(self.find(id)?.is_some_and(|(found, _)| found == id))
    }

    /// The record that follows this event, which it need not have, or the first one.
    fn next(&mut self, after: Option<EventId>) -> io::Result<Option<(EventId, Vec<u8>)>> {
        let first = after.map_or(Ok(EventId::MIN), |id| EventId::from_bits(id.to_bits() + 1));
        first.map_or(Ok(None), |first| self.find(first))
    }

    /// An event between these two of its events, about in the middle of their times, if there is one.
    fn middle(&mut self, after: EventId, before: EventId) -> io::Result<Option<EventId>> {
        // A file that is not in order gives any id.
        let between = |found: Option<(EventId, Vec<u8>)>| {
            found.map(|(id, _)| id).filter(|id| after < *id && *id < before)
        };
        let (low, mut high) = (after.timestamp(), before.timestamp());
        while low < high {
            high = low + (high - low) / 2;
            // A time between two that are in ids.
            let time = UnixTime::from_micros(high);
            let Ok(middle) = EventId::last_at(time, after.ledger()) else { break };
            if let Some(id) = between(self.next(Some(middle.max(after)))?) {
                return Ok(Some(id));
            }
        }
        // What is not valid may have several of one time.
        Ok(between(self.next(Some(after))?))
    }
}

/// A ledger in these first bytes of a file.
pub(super) struct Lines(pub(super) File, pub(super) u64);

impl Copy for Lines {
    fn last(&mut self) -> io::Result<Option<EventId>> {
        file::last_id(&self.0, self.1)
    }

    fn find(&mut self, id: EventId) -> io::Result<Option<(EventId, Vec<u8>)>> {
        file::find(&self.0, self.1, id)
    }
}

/// A ledger in a database.
pub(super) struct Table(pub(super) Database);

impl Copy for Table {
    fn last(&mut self) -> io::Result<Option<EventId>> {
        let Some((head, _)) = self.0.head().map_err(io::Error::other)? else { return Ok(None) };
        if !self.contains(head)? {
            let text = format!("its last event, {head}, is missing");
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        Ok(Some(head))
    }

    fn find(&mut self, id: EventId) -> io::Result<Option<(EventId, Vec<u8>)>> {
        let before = id.to_bits().checked_sub(1).and_then(|bits| EventId::from_bits(bits).ok());
        let mut found = None;
        let shown = self.0.select(&Query::new().after(before).limit(1), &mut |id, record| {
            found = Some((id, record.to_vec()));
            ControlFlow::Break(())
        });
        shown.map_err(io::Error::other)?;
        Ok(found)
    }
}
