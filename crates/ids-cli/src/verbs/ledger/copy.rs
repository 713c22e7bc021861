//! A copy of a ledger, in which an event is found without reading all of them.
//!
//! Events are in the order of their ids. So half of what is left is left out again and again.

use core::ops::ControlFlow;
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
};

use evently_ledger::{EventId, LedgerError, MAX_RECORD, Query, Readers};
use ids_core::UnixTime;

use super::store::{Database, DatabaseError};

/// A copy of a ledger that is searched. Errors are those of its file or its database.
pub(super) trait Copy {
    /// The last event.
    fn last(&mut self) -> io::Result<Option<EventId>>;

    /// Whether it has this event.
    fn contains(&mut self, id: EventId) -> io::Result<bool>;

    /// The record that follows this event, or the first one.
    fn next(&mut self, after: Option<EventId>) -> io::Result<Option<(EventId, Vec<u8>)>>;

    /// An event between these two of its events, about in the middle; `None` if there is none.
    fn middle(&mut self, after: EventId, before: EventId) -> io::Result<Option<EventId>>;
}

/// A file with a record on each line.
pub(super) struct Lines {
    file: File,
    length: u64,
    readers: Readers,
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
        Self { file, length, readers: Readers::default() }
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
        match self.readers.id(&record) {
            Ok(Some(id)) => Ok(Line { id, end, record }),
            Ok(None) => Err(wrong(&"the event has no id")),
            Err(error) => Err(wrong(&error)),
        }
    }

    /// The first line whose event is not before this one, and where it begins.
    fn find(&mut self, id: EventId) -> io::Result<Option<(u64, Line)>> {
        let (mut low, mut high, mut found) = (0, self.length, None);
        while low < high {
            let start = self.start(low + (high - low) / 2)?.max(low);
            let line = self.line(start)?;
            if line.id < id {
                low = line.end;
            } else {
                high = start;
                found = Some((start, line));
            }
        }
        Ok(found)
    }
}

impl Copy for Lines {
    fn last(&mut self) -> io::Result<Option<EventId>> {
        let Some(byte) = self.length.checked_sub(1) else { return Ok(None) };
        let start = self.start(byte)?;
        Ok(Some(self.line(start)?.id))
    }

    fn contains(&mut self, id: EventId) -> io::Result<bool> {
        Ok(self.find(id)?.is_some_and(|(_, line)| line.id == id))
    }

    fn next(&mut self, after: Option<EventId>) -> io::Result<Option<(EventId, Vec<u8>)>> {
        let start = match after {
            None => 0,
            Some(after) => match self.find(after)? {
                Some((_, line)) => line.end,
                None => self.length,
            },
        };
        if start >= self.length {
            return Ok(None);
        }
        self.line(start).map(|line| Some((line.id, line.record)))
    }

    fn middle(&mut self, after: EventId, before: EventId) -> io::Result<Option<EventId>> {
        let low = self.find(after)?.map_or(self.length, |(_, line)| line.end);
        let high = self.find(before)?.map_or(self.length, |(start, _)| start);
        if low >= high {
            return Ok(None);
        }
        let start = self.start(low + (high - low) / 2)?.max(low);
        self.line(start).map(|line| Some(line.id))
    }
}

/// A ledger in a database.
pub(super) struct Table(pub(super) Database);

impl Table {
    fn first(&mut self, query: &Query) -> io::Result<Option<(EventId, Vec<u8>)>> {
        let mut found = None;
        let shown = self.0.select(query, &mut |id, record| {
            found = Some((id, record.to_vec()));
            ControlFlow::Break(())
        });
        shown.map_err(|error: LedgerError<DatabaseError>| match error {
            LedgerError::Store(error) => io::Error::other(error),
            error => io::Error::other(error),
        })?;
        Ok(found)
    }
}

impl Copy for Table {
    fn last(&mut self) -> io::Result<Option<EventId>> {
        let Some(head) = self.0.head().map_err(io::Error::other)? else { return Ok(None) };
        if !self.contains(head.id)? {
            let text = format!("its last event, {}, is missing; see 'ids ledger verify'", head.id);
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        Ok(Some(head.id))
    }

    fn contains(&mut self, id: EventId) -> io::Result<bool> {
        self.0.contains(id).map_err(io::Error::other)
    }

    fn next(&mut self, after: Option<EventId>) -> io::Result<Option<(EventId, Vec<u8>)>> {
        let query = Query::new().limit(1);
        self.first(&after.map_or(query.clone(), |after| query.after(after)))
    }

    /// In the middle of the time between them, the next event or else the one before.
    fn middle(&mut self, after: EventId, before: EventId) -> io::Result<Option<EventId>> {
        let (low, high) = (after.timestamp(), before.timestamp());
        let middle = UnixTime::from_micros(low + high.saturating_sub(low) / 2);
        // A time between two that are in ids.
        let Ok(middle) = EventId::last_at(middle, after.ledger()) else { return Ok(None) };
        let query = Query::new().limit(1);
        let next = query.clone().after(middle.max(after)).before(before);
        if let Some((id, _)) = self.first(&next)? {
            return Ok(Some(id));
        }
        let previous = query.after(after).before(before).newest_first();
        Ok(self.first(&previous)?.map(|(id, _)| id))
    }
}
