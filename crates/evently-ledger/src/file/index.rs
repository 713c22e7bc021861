//! The index of a ledger's idempotency keys, in a file beside the ledger.
//!
//! It is never trusted further than it says: which bytes of the ledger it covers, and what the last
//! event of them is. What follows is taken up from the ledger, and an index of anything else is made
//! anew. What it finds are places; the record that stands there decides. So what is added need not
//! be on the disk: after a crash it is taken up again.

use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    path::PathBuf,
};

use sha2::{Digest, Sha256};

use super::{
    beside,
    table::{Covered, Slot, Table},
    tail,
};
use crate::{Chunks, EventId, EventReader, Record, records};

/// Keys that are added together when many are taken up: 8 MiB of them.
const BATCH: usize = 1 << 19;

/// Bytes of a ledger that may be taken up again when it is opened next.
const UNCOVERED: u64 = 1 << 20;

/// An index that holds all keys of its ledger.
#[derive(Debug)]
pub(super) struct Index {
    path: PathBuf,
    table: Table,
    /// What the table holds by now.
    reached: Covered,
}

impl Index {
    /// The index of this ledger, made or brought up to date.
    pub(super) fn open(path: PathBuf, file: &File, length: u64, head: EventId) -> io::Result<Self> {
        let table = match Table::open(&path, file)? {
            Some(table) if covers(table.covered, file, length)? => table,
            // Not this ledger's, or not an index: nothing in it is missed.
            _ => Table::create(&path, file)?,
        };
        let mut index = Self { path, reached: table.covered, table };
        index.take_up(file, length)?;
        index.reach(length, head)?;
        Ok(index)
    }

    /// Takes up the keys of the records that are not covered.
    fn take_up(&mut self, mut file: &File, length: u64) -> io::Result<()> {
        let start = self.reached.length;
        file.seek(SeekFrom::Start(start))?;
        let mut chunks = Chunks::new(file.take(length - start));
        let (mut reader, mut batch) = (EventReader::default(), Vec::new());
        while let Some(chunk) = chunks.next_chunk()? {
            for (place, record) in records(chunk.bytes()) {
                // A line that is not a record has no key.
                let event = reader.read_any(record).ok().filter(|_| !chunk.is_too_long());
                if let Some(key) = event.and_then(|event| event.append_key()) {
                    batch.push((hash(&key), start + chunk.offset() + place as u64));
                }
            }
            if batch.len() >= BATCH {
                self.put(&mut batch)?;
            }
        }
        self.put(&mut batch)
    }

    /// Adds records that have been stored from this byte on.
    pub(super) fn add(
        &mut self,
        start: u64,
        records: &[Record<'_>],
        length: u64,
        head: EventId,
    ) -> io::Result<()> {
        let (mut place, mut batch) = (start, Vec::new());
        for record in records {
            batch.extend(record.key.map(|key| (hash(key), place)));
            place += record.json.len() as u64 + 1;
        }
        self.put(&mut batch)?;
        self.reach(length, head)
    }

    /// The places of the records that may have this key.
    pub(super) fn find(&mut self, key: &str) -> io::Result<Vec<u64>> {
        let mut places = self.table.find(hash(key))?;
        places.sort_unstable();
        Ok(places)
    }

    fn put(&mut self, batch: &mut Vec<Slot>) -> io::Result<()> {
        batch.sort_unstable();
        while !self.table.add(batch)? {
            let path = beside::named(&self.path, ".new");
            self.table = self.table.grown(&path)?;
            fs::rename(&path, &self.path)?;
        }
        batch.clear();
        Ok(())
    }

    /// All keys up to here are in the table; the disk is waited for now and then.
    fn reach(&mut self, length: u64, head: EventId) -> io::Result<()> {
        self.reached = Covered { length, head: head.to_bits() };
        if length - self.table.covered.length > UNCOVERED {
            return self.table.cover(self.reached);
        }
        self.table.flush()
    }
}

fn hash(key: &str) -> u64 {
    let digest: [u8; 32] = Sha256::digest(key).into();
    digest[..8].iter().fold(0, |hash, byte| hash << 8 | u64::from(*byte)).max(1)
}

/// Whether what is covered is the beginning of this ledger.
fn covers(covered: Covered, file: &File, length: u64) -> io::Result<bool> {
    let Covered { length: end, head } = covered;
    if end == 0 || end > length {
        return Ok(end == 0);
    }
    let record = tail::read(file, end)?.map(|tail| tail.line).unwrap_or_default();
    let id = EventReader::default().recorded_id(&record);
    Ok(id.map(EventId::to_bits) == Some(head))
}
