//! The records of a ledger in a database, as they would stand in a file.

use core::{mem, ops::ControlFlow};
use std::{
    io::{self, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use evently_ledger::{EventId, LedgerError, Query, VerifyError};

use super::store::{Database, DatabaseError};

/// Records that are asked for at once.
const PAGE: usize = 1000;

/// Bytes after which no more are taken at once: records may be long.
const BLOCK: usize = 1 << 20;

/// Reads the records that a query asks for, page by page: one on a line.
pub(super) struct Rows {
    ledger: Database,
    query: Query,
    newest_first: bool,
    /// Whether all records are read, the oldest first.
    is_whole: bool,
    /// The record that was taken last.
    last: Option<EventId>,
    /// Records of the next page at most.
    page: usize,
    bytes: Vec<u8>,
    /// How many of the bytes have been read.
    start: usize,
    /// Why there are no more.
    failed: Option<io::Error>,
    ended: bool,
    /// How many records have been taken.
    pub(super) taken: Arc<AtomicU64>,
}

impl Rows {
    /// All records, the oldest first. The last one has to be the ledger's head.
    pub(super) fn new(ledger: Database) -> Self {
        Self { is_whole: true, ..Self::of(ledger, Query::new(), false, u64::MAX) }
    }

    /// The first `wanted` records of a query without a limit.
    pub(super) fn of(ledger: Database, query: Query, newest_first: bool, wanted: u64) -> Self {
        Self {
            ledger,
            query: if newest_first { query.newest_first() } else { query },
            newest_first,
            is_whole: false,
            last: None,
            page: usize::try_from(wanted).unwrap_or(PAGE).clamp(1, PAGE),
            bytes: Vec::new(),
            start: 0,
            failed: None,
            ended: false,
            taken: Arc::default(),
        }
    }

    /// Takes the next page, which is empty after the last record.
    fn fill(&mut self) -> io::Result<()> {
        self.bytes.clear();
        self.start = 0;
        if let Some(error) = self.failed.take() {
            self.ended = true;
            return Err(error);
        }
        // Before the page, which then has what was appended up to here.
        let head = if self.is_whole { self.ledger.head().map_err(io::Error::other)? } else { None };
        let query = self.query.clone().limit(mem::replace(&mut self.page, PAGE));
        let (bytes, mut last) = (&mut self.bytes, None::<EventId>);
        let taken = self.ledger.select(&query, &mut |id, record| {
            bytes.extend_from_slice(record);
            bytes.push(b'\n');
            last = Some(id);
            self.taken.fetch_add(1, Relaxed);
            if bytes.len() < BLOCK { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        match last {
            Some(id) if self.newest_first => self.query = self.query.clone().before(id),
            Some(id) => self.query = self.query.clone().after(id),
            None => self.ended = true,
        }
        self.last = last.or(self.last);
        if self.ended && self.is_whole && taken.is_ok() {
            let (head, last) = (head.map(|head| head.id), self.last);
            if head != last {
                return Err(io::Error::other(VerifyError::<io::Error>::OtherEnd { head, last }));
            }
        }
        match taken.map_err(failure) {
            // What was taken before comes first.
            Err(error) if last.is_some() => self.failed = Some(error),
            taken => taken?,
        }
        Ok(())
    }
}

/// What the database says.
fn failure(error: LedgerError<DatabaseError>) -> io::Error {
    match error {
        LedgerError::Store(error) => io::Error::other(error),
        error => io::Error::other(error),
    }
}

impl Read for Rows {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.start == self.bytes.len() && !self.ended {
            self.fill()?;
        }
        let count = self.bytes[self.start..].as_ref().read(buffer)?;
        self.start += count;
        Ok(count)
    }
}
