//! Whether files with ascending identifiers have one in common: all are read once, side by side.

use core::cmp::Reverse;
use std::{
    collections::{BTreeSet, BinaryHeap, binary_heap::PeekMut},
    fs::File,
    io::{BufReader, Read},
    path::PathBuf,
};

/// What the files have.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Identifiers.
    pub count: u64,
    /// Those that are the same as another one.
    pub twice: u64,
    /// Files that are not empty.
    pub runs: usize,
    /// Node numbers.
    pub numbers: usize,
}

/// The next identifier. Half an identifier at the end does not count: its process was killed.
fn next(file: &mut BufReader<File>) -> Option<u64> {
    let mut bytes = [0; 8];
    file.read_exact(&mut bytes).ok()?;
    Some(u64::from_le_bytes(bytes))
}

/// Reads all of them. It keeps one identifier of each file in memory.
pub fn merge(paths: Vec<PathBuf>) -> Found {
    let mut files: Vec<_> = paths
        .into_iter()
        .map(|path| BufReader::with_capacity(1 << 16, File::open(path).unwrap()))
        .collect();
    let mut heads: BinaryHeap<_> = files
        .iter_mut()
        .enumerate()
        .filter_map(|(index, file)| next(file).map(|id| Reverse((id, index))))
        .collect();
    let mut found = Found { runs: heads.len(), ..Found::default() };
    let (mut last, mut numbers) = (None, BTreeSet::new());
    while let Some(mut head) = heads.peek_mut() {
        let Reverse((id, index)) = *head;
        found.count += 1;
        found.twice += u64::from(last == Some(id));
        last = Some(id);
        if let Some(after) = next(&mut files[index]) {
            assert!(id < after, "a file ascends");
            *head = Reverse((after, index));
        } else {
            // All of a file have one number: the ten bits above the sequence.
            numbers.insert(id >> 12 & 0x3ff);
            PeekMut::pop(head);
        }
    }
    found.numbers = numbers.len();
    found
}
