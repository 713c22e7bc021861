//! Where in a ledger's file an event is.

use core::fmt::Display;
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
};

use crate::{EventId, EventReader, MAX_RECORD};

/// A record that was found.
struct Line {
    /// The id that it carries.
    id: EventId,
    /// Where the next one begins.
    end: u64,
    record: Vec<u8>,
}

/// The id of the last record in these first bytes of a ledger's file, which need not be locked.
///
/// # Errors
/// Those of the file; [`io::ErrorKind::InvalidData`] for a line without a record and its id.
#[inline]
pub fn last_id<R: Read + Seek>(mut file: R, length: u64) -> io::Result<Option<EventId>> {
    let Some(byte) = length.checked_sub(1) else { return Ok(None) };
    let start = start(&mut file, byte)?;
    line(&mut file, length, start).map(|line| Some(line.id))
}

/// The first record in these first bytes of a ledger's file whose id is not before this one, with its id. It is found
/// without reading all of them: they are in the order of their ids, so half of what is left is left out again and again.
///
/// ```
/// use std::io::Cursor;
/// use evently_ledger::file::{find, last_id};
/// let record = r#"{"event":"e","entities":{},"meta":{},"data":1,"timestamp":"2021-10-03T16:32:12.816530Z","eventId":"0005cd7556b05092aecc815daa77f99c"}"#;
/// let (mut file, length) = (Cursor::new(record), record.len() as u64);
/// let last = last_id(&mut file, length)?.expect("a record");
/// assert_eq!(find(&mut file, length, last)?, Some((last, record.into())));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// As [`last_id`].
#[inline]
pub fn find<R: Read + Seek>(
    file: R,
    length: u64,
    id: EventId,
) -> io::Result<Option<(EventId, Vec<u8>)>> {
    Ok(search(file, length, id)?.map(|line| (line.id, line.record)))
}

fn search(mut file: impl Read + Seek, length: u64, id: EventId) -> io::Result<Option<Line>> {
    let (mut low, mut high, mut found) = (0, length, None);
    while low < high {
        let start = start(&mut file, low + (high - low) / 2)?.max(low);
        let line = line(&mut file, length, start)?;
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
fn start(file: &mut (impl Read + Seek), byte: u64) -> io::Result<u64> {
    let (mut end, mut size) = (byte, 4 << 10);
    let mut block = Vec::new();
    while end > 0 {
        let begin = end.saturating_sub(size);
        file.seek(SeekFrom::Start(begin))?;
        block.clear();
        file.by_ref().take(end - begin).read_to_end(&mut block)?;
        if let Some(feed) = memchr::memrchr(b'\n', &block) {
            return Ok(begin + feed as u64 + 1);
        }
        (end, size) = (begin, 64 << 10);
    }
    Ok(0)
}

/// The line that begins here, in these first bytes.
fn line(file: &mut (impl Read + Seek), length: u64, start: u64) -> io::Result<Line> {
    let wrong = |why: &dyn Display| {
        let text = format!("the line at byte {start}: {why}");
        io::Error::new(io::ErrorKind::InvalidData, text)
    };
    file.seek(SeekFrom::Start(start))?;
    let size = (length - start).min(MAX_RECORD as u64 + 1);
    let mut record = Vec::new();
    BufReader::new(file.take(size)).read_until(b'\n', &mut record)?;
    let end = start + record.len() as u64;
    if record.last() == Some(&b'\n') {
        record.pop();
    } else if end < length {
        return Err(wrong(&"longer than 16 MiB"));
    }
    match EventReader::default().read_any(&record).map(|event| event.recorded_id()) {
        Ok(Some(id)) => Ok(Line { id, end, record }),
        Ok(None) => Err(wrong(&"the event has no id")),
        Err(error) => Err(wrong(&error)),
    }
}

/// Where the record after this event begins; `None` if the event is not in these bytes of the file. Where the event is
/// not found by the order, as in a ledger that is damaged, all records are looked at.
pub(super) fn after(mut file: &File, length: u64, event: EventId) -> io::Result<Option<u64>> {
    match search(file, length, event) {
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
