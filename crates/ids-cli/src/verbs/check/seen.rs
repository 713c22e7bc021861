//! Duplicates among identifiers in any order, in bounded memory.
//!
//! Identifiers are hashed, and the hashes are kept. Once there is no more room, those with a one as
//! their last bit are dropped and not kept any more; then those with a one as their last but one,
//! and so on. Both of two equal identifiers have the same hash, so both are kept or neither: what
//! is kept is searched exactly. With a share `p` of the hashes kept, `d` different identifiers that
//! occur twice all go unnoticed with probability `(1 - p)^d`.

#![expect(clippy::cast_possible_truncation, reason = "a hash may be cut")]

use std::mem;

/// The parts of the table; the first bits of the hash choose one. One part at a time grows, so that
/// at most one is in memory twice.
const PARTS: usize = 64;

/// A table of hashes that doubles until it may not, and then holds a share of them.
#[derive(Debug)]
pub(super) struct Seen {
    /// Each of the same size, with open addressing; 0 is free.
    parts: Vec<Vec<u64>>,
    /// The most slots of a part.
    most: usize,
    held: usize,
    /// How many trailing zeros a hash must have to be kept.
    level: u32,
    /// Whether an identifier of more than 64 bits was seen, of which a hash is not all.
    wide: bool,
}

/// Where a hash belongs in a part.
enum Slot {
    Held,
    Free(usize),
    Full,
}

impl Seen {
    /// A table of at most this number of MiB.
    pub(super) fn new(mib: u32) -> Self {
        let most = ((mib as usize) << 17) / (PARTS + 1);
        let least = most >> most.ilog2().saturating_sub(6);
        Self { parts: vec![vec![0; least]; PARTS], most, held: 0, level: 0, wide: false }
    }

    /// Whether it was seen before, as far as is known.
    pub(super) fn add(&mut self, bits: u128) -> bool {
        self.wide |= bits >> 64 != 0;
        let hash = hash(bits);
        loop {
            if hash.trailing_zeros() < self.level {
                return false;
            }
            let part = &mut self.parts[part(hash)];
            match place(part, hash) {
                Slot::Held => return true,
                // A fifth stays free: the fuller, the longer the search.
                Slot::Free(place) if self.held < part.len() * PARTS / 5 * 4 => {
                    part[place] = hash;
                    self.held += 1;
                    return false;
                }
                Slot::Free(_) | Slot::Full => self.make_room(),
            }
        }
    }

    /// Doubles the table, or else halves what is kept.
    #[cold]
    fn make_room(&mut self) {
        let size = self.parts[0].len();
        if size < self.most {
            // The sizes are the largest one, halved and rounded down again and again.
            let size = self.most >> ((self.most / size).ilog2() - 1);
            for part in &mut self.parts {
                let before = mem::replace(part, vec![0; size]);
                keep(before, part);
            }
            return;
        }
        self.level += 1;
        self.held = 0;
        let mut spare = vec![0; size];
        for part in &mut self.parts {
            let level = self.level;
            let kept = part.iter().copied().filter(|hash| hash.trailing_zeros() >= level);
            self.held += keep(kept, &mut spare);
            mem::swap(part, &mut spare);
            spare.fill(0);
        }
    }

    pub(super) fn says(&self, duplicates: u64) -> String {
        let how = match (self.share(), self.wide) {
            (1, false) => "all were compared, exactly".to_owned(),
            (1, true) => "all were compared, by 64 bits of hash".to_owned(),
            (share, _) => format!("one in {share} was compared"),
        };
        format!("{duplicates} occur again; {how}")
    }

    /// The table compares one identifier in this number with all others.
    pub(super) const fn share(&self) -> u64 {
        1 << if self.level < 63 { self.level } else { 63 }
    }
}

/// The part of a hash.
const fn part(hash: u64) -> usize {
    (hash >> (64 - PARTS.ilog2())) as usize
}

/// Where a hash is in its part, or belongs: the parts' places are in the order of the hashes.
fn place(part: &[u64], hash: u64) -> Slot {
    let within = u128::from(hash << PARTS.ilog2());
    let home = ((within * part.len() as u128) >> 64) as usize;
    let (before, after) = part.split_at(home);
    for (index, slot) in after.iter().chain(before).enumerate() {
        match *slot {
            0 => return Slot::Free((home + index) % part.len()),
            other if other == hash => return Slot::Held,
            _ => {}
        }
    }
    Slot::Full
}

/// Puts hashes into an empty part, and says how many they are.
fn keep(hashes: impl IntoIterator<Item = u64>, part: &mut [u64]) -> usize {
    let mut held = 0;
    for hash in hashes.into_iter().filter(|hash| *hash != 0) {
        if let Slot::Free(place) = place(part, hash) {
            part[place] = hash;
            held += 1;
        }
    }
    held
}

/// The 64 bits of a hash, never 0. For numbers of at most 64 bits it is a bijection but for 0.
const fn hash(bits: u128) -> u64 {
    // The finaliser of SplitMix64.
    const fn mix(mut z: u64) -> u64 {
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
    let (high, low) = ((bits >> 64) as u64, bits as u64);
    let high = if high == 0 { 0 } else { mix(high.wrapping_add(0x9e37_79b9_7f4a_7c15)) };
    let hash = mix(low.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ high);
    if hash == 0 { 1 } else { hash }
}
