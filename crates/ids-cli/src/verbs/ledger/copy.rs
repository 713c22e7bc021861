//! A copy of a ledger, in which an event is found without reading all of them.
//!
//! Events are in the order of their ids. So half of what is left is left out again and again.

use core::ops::ControlFlow;
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
};

use evently_ledger::{EventId, EventReader, MAX_RECORD, Query};
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

/// A file with a record on each line.
pub(super) struct Lines {
    file: File,
    length: u64,
    reader: EventReader,
}

/// A line of a file.
struct Line {
    id: EventId,
    /// Where the next one begins.
    end: u64,
    record: Vec<u8>,
}

impl Lines {
    pub(super) fn new(file: File, length: u64) -> Self {
        Self { file, length, reader: EventReader::default() }
    }

    /// Where the line begins that has this byte.
    fn start(&mut self, byte: u64) -> io::Result<u64> {
        let (mut end, mut size) = (byte, 4 << 10);
        let mut block = Vec::new();
        while end > 0 {
            let begin = end.saturating_sub(size);
            self.file.seek(SeekFrom::Start(begin))?;
            block.clear();
            (&self.file).take(end - begin).read_to_end(&mut block)?;
            if let Some(feed) = memchr::memrchr(b'\n', &block) {
                return Ok(begin + feed as u64 + 1);
            }
            (end, size) = (begin, 64 << 10);
        }
        Ok(0)
    }

    /// The line that begins here.
    fn line(&mut self, start: u64) -> io::Result<Line> {
        let wrong = |why: &dyn core::fmt::Display| {
            let text = format!("the line at byte {start}: {why}; see 'ids ledger verify'");
            io::Error::new(io::ErrorKind::InvalidData, text)
        };
        self.file.seek(SeekFrom::Start(start))?;
        let size = (self.length - start).min(MAX_RECORD as u64 + 1);
        let mut record = Vec::new();
        BufReader::new((&self.file).take(size)).read_until(b'\n', &mut record)?;
        let end = start + record.len() as u64;
        if record.last() == Some(&b'\n') {
            record.pop();
        } else if end < self.length {
            return Err(wrong(&"longer than 16 MiB"));
        }
        match self.reader.read_any(&record).map(|event| event.recorded_id()) {
            Ok(Some(id)) => Ok(Line { id, end, record }),
            Ok(None) => Err(wrong(&"the event has no id")),
            Err(error) => Err(wrong(&error)),
        }
    }
}

impl Copy for Lines {
    fn last(&mut self) -> io::Result<Option<EventId>> {
        let Some(byte) = self.length.checked_sub(1) else { return Ok(None) };
        let start = self.start(byte)?;
        Ok(Some(self.line(start)?.id))
    }

    fn find(&mut self, id: EventId) -> io::Result<Option<(EventId, Vec<u8>)>> {
        let (mut low, mut high, mut found) = (0, self.length, None);
        while low < high {
            let start = self.start(low + (high - low) / 2)?.max(low);
            let line = self.line(start)?;
            if line.id < id {
                low = line.end;
            } else {
                high = start;
                found = Some((line.id, line.record));
            }
        }
        Ok(found)
    }
}

/// A ledger in a database.
pub(super) struct Table(pub(super) Database);

impl Copy for Table {
    fn last(&mut self) -> io::Result<Option<EventId>> {
        let Some(head) = self.0.head().map_err(io::Error::other)? else { return Ok(None) };
        if !self.contains(head.id)? {
            let text = format!("its last event, {}, is missing; see 'ids ledger verify'", head.id);
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        Ok(Some(head.id))
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
