//! Where in a ledger's file an event is.

use core::fmt::Display;
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
};

use crate::{EventId, EventReader, MAX_RECORD};

/// The records of a ledger's file, of which one is found without reading all of them: they are in the order of their
/// ids, so half of what is left is left out again and again. The file is not locked.
///
/// ```
/// use std::io::Cursor;
/// use evently_ledger::file::Lines;
/// let record = r#"{"event":"e","entities":{},"meta":{},"data":1,"timestamp":"2021-10-03T16:32:12.816530Z","eventId":"0005cd7556b05092aecc815daa77f99c"}"#;
/// let mut lines = Lines::new(Cursor::new(record), record.len() as u64);
/// let last = lines.last()?.expect("a record");
/// assert_eq!(lines.find(last)?, Some((last, record.into())));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    file: R,
    length: u64,
    reader: EventReader,
}

/// A record that was found.
struct Line {
    /// The id that it carries.
    id: EventId,
    /// Where the next one begins.
    end: u64,
    record: Vec<u8>,
}

impl<R: Read + Seek> Lines<R> {
    /// The records in these first bytes of a file.
    #[inline]
    pub fn new(file: R, length: u64) -> Self {
        Self { file, length, reader: EventReader::default() }
    }

    /// The id of the last one.
    ///
    /// # Errors
    /// Those of the file; [`io::ErrorKind::InvalidData`] for a line without a record and its id.
    #[inline]
    pub fn last(&mut self) -> io::Result<Option<EventId>> {
        let Some(byte) = self.length.checked_sub(1) else { return Ok(None) };
        let start = self.start(byte)?;
        self.line(start).map(|line| Some(line.id))
    }

    /// The first one whose id is not before this one, with its id.
    ///
    /// # Errors
    /// As of [`last`](Self::last).
    #[inline]
    pub fn find(&mut self, id: EventId) -> io::Result<Option<(EventId, Vec<u8>)>> {
        Ok(self.search(id)?.map(|line| (line.id, line.record)))
    }

    fn search(&mut self, id: EventId) -> io::Result<Option<Line>> {
        let (mut low, mut high, mut found) = (0, self.length, None);
        while low < high {
            let start = self.start(low + (high - low) / 2)?.max(low);
            let line = self.line(start)?;
            if line.id < id {
                low = line.end;
            } else {
                high = start;
                found = Some(line);
            }
        }
        Ok(found)
    }

    /// Where the line begins that has this byte.
    fn start(&mut self, byte: u64) -> io::Result<u64> {
        let (mut end, mut size) = (byte, 4 << 10);
        let mut block = Vec::new();
        while end > 0 {
            let begin = end.saturating_sub(size);
            self.file.seek(SeekFrom::Start(begin))?;
            block.clear();
            (&mut self.file).take(end - begin).read_to_end(&mut block)?;
            if let Some(feed) = memchr::memrchr(b'\n', &block) {
                return Ok(begin + feed as u64 + 1);
            }
            (end, size) = (begin, 64 << 10);
        }
        Ok(0)
    }

    /// The line that begins here.
    fn line(&mut self, start: u64) -> io::Result<Line> {
        let wrong = |why: &dyn Display| {
            let text = format!("the line at byte {start}: {why}");
            io::Error::new(io::ErrorKind::InvalidData, text)
        };
        self.file.seek(SeekFrom::Start(start))?;
        let size = (self.length - start).min(MAX_RECORD as u64 + 1);
        let mut record = Vec::new();
        BufReader::new((&mut self.file).take(size)).read_until(b'\n', &mut record)?;
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

/// Where the record after this event begins; `None` if the event is not in these bytes of the file. Where the event is
/// not found by the order, as in a ledger that is damaged, all records are looked at.
pub(super) fn after(mut file: &File, length: u64, event: EventId) -> io::Result<Option<u64>> {
    match Lines::new(file, length).search(event) {
        Ok(Some(line)) if line.id == event => return Ok(Some(line.end)),
        _ => {}
    }
    file.seek(SeekFrom::Start(0))?;
    let mut reader = BufReader::with_capacity(64 << 10, file.take(length));
    let (mut place, mut line, mut events) = (0, Vec::new(), EventReader::default());
    loop {
        line.clear();
        let size = reader.read_until(b'\n', &mut line)? as u64;
        if size == 0 {
            return Ok(None);
        }
        place += size;
        if events.recorded_id(&line) == Some(event) {
            return Ok(Some(place));
        }
    }
}
