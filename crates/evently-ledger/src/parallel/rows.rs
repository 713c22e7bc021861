//! The records of a store, in chunks.

use core::{mem, ops::ControlFlow};

use super::flow::Flow;
use crate::{
    EventId, EventReader, LedgerError, MAX_RECORD, Store,
    chunks::{CHUNK, Chunk, Row},
};

/// Reads a store from an event on.
pub(super) struct Rows {
    /// The event that was fed last, or after which to begin; `None` also if the last record tells none.
    last: Option<EventId>,
    /// What was read and not yet fed.
    chunk: Chunk,
    reader: EventReader,
}

impl Rows {
    pub(super) fn new(after: Option<EventId>) -> Self {
        Self { last: after, chunk: Chunk::default(), reader: EventReader::default() }
    }

    /// Feeds all records, and those that are appended meanwhile. The last one has to be the head.
    pub(super) fn feed<S: Store + ?Sized>(
        mut self,
        store: &mut S,
        flow: &mut Flow<'_>,
    ) -> Result<(), LedgerError<S::Error>> {
        loop {
            let after = self.last;
            let mut taken = ControlFlow::Continue(());
            let found = store.read(after, &mut |id, record| {
                taken = self.add(id, record, flow);
                taken
            });
            // What was read comes before what cannot be.
            if taken.is_break() || self.push(flow).is_break() {
                return Ok(());
            }
            if let (false, Some(after)) = (found.map_err(LedgerError::Store)?, after) {
                return Err(LedgerError::Forgotten { event: after });
            }
            let head = store.head().map_err(LedgerError::Store)?.map(|(head, _)| head);
            if self.last == head {
                return Ok(());
            }
            // It may have been appended meanwhile. The ids have to go on each time, so this ends.
            if head < self.last || self.last <= after {
                return Err(LedgerError::OtherEnd { head, last: self.last });
            }
        }
    }

    /// Adds a record to the chunk, and feeds it when it is long enough.
    fn add(&mut self, id: Option<EventId>, record: &[u8], flow: &mut Flow<'_>) -> ControlFlow<()> {
        let is_too_long = record.len() > MAX_RECORD;
        if is_too_long {
            self.push(flow)?;
        }
        // Of one that is too long the beginning is enough.
        let kept = if is_too_long { &record[..256] } else { record };
        let Self { chunk, .. } = self;
        chunk.bytes.extend_from_slice(kept);
        chunk.bytes.push(b'\n');
        chunk.rows.push(Row { id, length: kept.len() });
        chunk.too_long = is_too_long;
        if is_too_long {
            let answer = self.push(flow);
            self.chunk.offset += (record.len() - kept.len()) as u64;
            answer
        } else if chunk.bytes.len() >= CHUNK {
            self.push(flow)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Feeds the chunk, if there is anything in it.
    fn push(&mut self, flow: &mut Flow<'_>) -> ControlFlow<()> {
        let chunk = mem::take(&mut self.chunk);
        let Some(row) = chunk.rows.last() else {
            self.chunk = chunk;
            return ControlFlow::Continue(());
        };
        self.last = row.id.or_else(|| self.reader.recorded_id(chunk.last()));
        self.chunk.offset = chunk.offset + chunk.bytes.len() as u64;
        self.chunk.bytes = flow.push(chunk)?;
        self.chunk.bytes.clear();
        ControlFlow::Continue(())
    }
}
