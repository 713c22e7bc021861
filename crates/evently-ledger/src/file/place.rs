//! Where in a ledger's file the records after an event begin.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
};

use crate::{EventId, EventReader};

/// Bytes that are read one record after the other.
const NEAR: u64 = 256 << 10;

/// Where the record after this event begins; `None` if the event is not in these bytes of the file.
///
/// Ids ascend, so half of what is left is left out again and again. Where the event is not found
/// like that, as in a ledger that is damaged, all records are looked at.
pub(super) fn after(file: &File, length: u64, event: EventId) -> io::Result<Option<u64>> {
    let mut reader = EventReader::default();
    let (mut low, mut high) = (0, length);
    while high - low > NEAR {
        let middle = low + (high - low) / 2;
        let Some((start, line)) = line_after(file, middle, high)? else { break };
        match reader.recorded_id(&line) {
            Some(id) if id > event => high = start,
            Some(_) => low = start,
            None => break,
        }
    }
    match seek(file, low, high, event, &mut reader)? {
        None if low > 0 || high < length => seek(file, 0, length, event, &mut reader),
        found => Ok(found),
    }
}

/// The first line that begins after this byte and before `high`, and where.
fn line_after(mut file: &File, middle: u64, high: u64) -> io::Result<Option<(u64, Vec<u8>)>> {
    file.seek(SeekFrom::Start(middle))?;
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    let start = middle + reader.read_until(b'\n', &mut line)? as u64;
    if start >= high {
        return Ok(None);
    }
    line.clear();
    reader.read_until(b'\n', &mut line)?;
    Ok(Some((start, line)))
}

/// Looks at the records from `low` on that begin before `high`.
fn seek(
    mut file: &File,
    low: u64,
    high: u64,
    event: EventId,
    events: &mut EventReader,
) -> io::Result<Option<u64>> {
    file.seek(SeekFrom::Start(low))?;
    let mut reader = BufReader::with_capacity(64 << 10, file.take(high - low));
    let (mut place, mut line) = (low, Vec::new());
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
