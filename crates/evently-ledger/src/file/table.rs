//! A table of hashes and places in a file.
//!
//! A slot is a hash and a place, each 8 bytes. The hash's upper bits say where it is sought first;
//! from there slots follow until an empty one. So slots stand nearly in the order of their hashes:
//! what is added in that order, or copied to a larger table, is one pass over the file.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
};

use sha2::{Digest, Sha256};

use super::beside;

const MAGIC: &[u8; 8] = b"evkeys1\n";
/// Bytes before the first slot, of which the header takes 64.
const START: u64 = 4096;
const SLOT: u64 = 16;
/// Slots beyond those of the bits, for what does not fit at the end.
const SLACK: u64 = 4096;
const FEWEST_BITS: u32 = 12;
/// Slots that are read and written together, and their bytes.
const WINDOW: u64 = 512;
const BYTES: usize = 512 * 16;

/// How much of a ledger the table holds: the bytes, and the id of their last event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Covered {
    pub(super) length: u64,
    pub(super) head: u128,
}

#[derive(Debug)]
pub(super) struct Table {
    file: File,
    bits: u32,
    /// How many slots are taken, at most.
    count: u64,
    pub(super) covered: Covered,
    /// The slots that are at hand, by the number of their window, and whether they were changed.
    window: Vec<u8>,
    at: Option<u64>,
    changed: bool,
}

/// A hash and a place.
pub(super) type Slot = (u64, u64);

impl Table {
    /// Opens the table of a ledger; `None` if the file is missing or is no whole table.
    pub(super) fn open(path: &Path, ledger: &File) -> io::Result<Option<Self>> {
        let (file, header) = match own(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file?,
        };
        beside::same_mode(&file, ledger)?;
        let length = file.metadata()?.len();
        let Some((&values, sum)) = header.split_first_chunk::<48>() else { return Ok(None) };
        let [_, bits, count, covered, upper, lower] = words(&values);
        let bits = u32::try_from(bits).ok().filter(|bits| (FEWEST_BITS..48).contains(bits));
        let Some(bits) = bits else { return Ok(None) };
        let whole = values.starts_with(MAGIC) && sum == checksum(&values);
        if !whole || length != START + slots(bits) * SLOT {
            return Ok(None);
        }
        let head = u128::from(upper) << 64 | u128::from(lower);
        let covered = Covered { length: covered, head };
        Ok(Some(Self { count, covered, ..Self::at(file, bits) }))
    }

    /// A new table with nothing in it, in the place of what has this name.
    pub(super) fn create(path: &Path, ledger: &File) -> io::Result<Self> {
        let mut table = Self::sized(path, ledger, FEWEST_BITS)?;
        table.cover(table.covered)?;
        Ok(table)
    }

    /// With the mode of this file.
    fn sized(path: &Path, like: &File, bits: u32) -> io::Result<Self> {
        let file = match own(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => beside::create(path, like)?,
            file => file?.0,
        };
        beside::same_mode(&file, like)?;
        file.set_len(0)?;
        file.set_len(START + slots(bits) * SLOT)?;
        Ok(Self::at(file, bits))
    }

    const fn at(file: File, bits: u32) -> Self {
        let covered = Covered { length: 0, head: 0 };
        Self { file, bits, count: 0, covered, window: Vec::new(), at: None, changed: false }
    }

    /// The places of this hash.
    pub(super) fn find(&mut self, hash: u64) -> io::Result<Vec<u64>> {
        let mut places = Vec::new();
        for index in self.home(hash)..slots(self.bits) {
            match self.slot(index)? {
                EMPTY => break,
                (found, place) if found == hash => places.push(place),
                _ => {}
            }
        }
        Ok(places)
    }

    /// Adds slots, which are sorted. `false` if the table has to grow first; what was added before
    /// that may be added again.
    pub(super) fn add(&mut self, sorted: &[Slot]) -> io::Result<bool> {
        if self.count + sorted.len() as u64 > (1 << self.bits) / 4 * 3 {
            return Ok(false);
        }
        for &slot in sorted {
            if !self.put(slot)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Puts a slot where it belongs, if there is room.
    fn put(&mut self, (hash, place): Slot) -> io::Result<bool> {
        for index in self.home(hash)..slots(self.bits) {
            match self.slot(index)? {
                EMPTY => {
                    let at = offset(index);
                    self.window[at..at + 8].copy_from_slice(&hash.to_be_bytes());
                    self.window[at + 8..at + 16].copy_from_slice(&place.to_be_bytes());
                    self.changed = true;
                    self.count += 1;
                    return Ok(true);
                }
                found if found == (hash, place) => return Ok(true),
                _ => {}
            }
        }
        Ok(false)
    }

    /// A table of twice the size with the same slots, in a file of its own.
    pub(super) fn grown(&mut self, path: &Path) -> io::Result<Self> {
        let mut larger = Self::sized(path, &self.file, self.bits + 1)?;
        let mut run = Vec::new();
        for index in 0..slots(self.bits) {
            let slot = self.slot(index)?;
            if slot != EMPTY {
                run.push(slot);
                continue;
            }
            // Between empty slots those that follow each other are in any order.
            run.sort_unstable();
            for slot in run.drain(..) {
                larger.put(slot)?;
            }
        }
        for slot in run {
            larger.put(slot)?;
        }
        larger.cover(self.covered)?;
        Ok(larger)
    }

    /// Says what is covered, once all slots are on the disk.
    pub(super) fn cover(&mut self, covered: Covered) -> io::Result<()> {
        self.flush()?;
        self.file.sync_data()?;
        let mut header = MAGIC.to_vec();
        for value in [self.bits.into(), self.count, covered.length] {
            header.extend_from_slice(&value.to_be_bytes());
        }
        header.extend_from_slice(&covered.head.to_be_bytes());
        let sum = checksum(&header);
        header.extend_from_slice(&sum);
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&header)?;
        self.file.sync_data()?;
        self.covered = covered;
        Ok(())
    }

    /// Writes what is at hand.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        if let (Some(at), true) = (self.at, self.changed) {
            self.file.seek(SeekFrom::Start(START + at * WINDOW * SLOT))?;
            self.file.write_all(&self.window)?;
            self.changed = false;
        }
        Ok(())
    }

    const fn home(&self, hash: u64) -> u64 {
        hash >> (64 - self.bits)
    }

    fn slot(&mut self, index: u64) -> io::Result<Slot> {
        let window = index / WINDOW;
        if self.at != Some(window) {
            self.flush()?;
            self.at = None;
            self.window.resize(BYTES, 0);
            self.file.seek(SeekFrom::Start(START + window * WINDOW * SLOT))?;
            self.file.read_exact(&mut self.window)?;
            self.at = Some(window);
        }
        let at = offset(index);
        let [hash, place] = words(&self.window[at..]);
        Ok((hash, place))
    }
}

/// Opens a file that is a table, or was to become one, and reads its header. What else has this name
/// is not written over.
fn own(path: &Path) -> io::Result<(File, Vec<u8>)> {
    let file = beside::open(path)?;
    let mut header = Vec::new();
    (&file).take(64).read_to_end(&mut header)?;
    // A crash can leave half of a header, or zeros.
    let begun = header.starts_with(MAGIC) || MAGIC.starts_with(&header);
    if begun || header.iter().all(|byte| *byte == 0) {
        return Ok((file, header));
    }
    Err(io::Error::other("this is no index of keys: rename it or remove it"))
}

/// No hash is 0.
const EMPTY: Slot = (0, 0);

/// Where a slot is in its window.
#[expect(clippy::cast_possible_truncation, reason = "less than the bytes of a window")]
const fn offset(index: u64) -> usize {
    (index % WINDOW * SLOT) as usize
}

const fn slots(bits: u32) -> u64 {
    (1 << bits) + SLACK
}

fn words<const WORDS: usize>(bytes: &[u8]) -> [u64; WORDS] {
    let (words, _) = bytes.as_chunks();
    core::array::from_fn(|at| words.get(at).copied().map_or(0, u64::from_be_bytes))
}

fn checksum(header: &[u8]) -> [u8; 16] {
    let digest: [u8; 32] = Sha256::digest(header).into();
    core::array::from_fn(|index| digest[index])
}
