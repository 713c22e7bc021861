//! Duplicates among identifiers in any order, in bounded memory.
//!
//! Identifiers are hashed, and the hashes are kept. Once there is no more room, those with a one as
//! their first bit are dropped and not kept any more; then those with a one as their second, and so
//! on. Both of two equal identifiers have the same hash, so both are kept or neither: what is kept
//! is searched exactly. With a share `p` of the hashes kept, `d` different identifiers that occur
//! twice all go unnoticed with probability `(1 - p)^d`.

#![expect(clippy::cast_possible_truncation, reason = "a hash may be cut")]

/// A table of hashes that doubles until it may not, and then holds a share of them.
#[derive(Debug)]
pub(super) struct Seen {
    /// Open addressing; 0 is free.
    slots: Vec<u64>,
    most: usize,
    held: usize,
    /// So many leading zeros a hash must have to be kept.
    level: u32,
    duplicates: u64,
    /// Whether an identifier of more than 64 bits was seen, of which a hash is not all.
    wide: bool,
}

impl Seen {
    /// A table of at most so many MiB.
    pub(super) fn new(mib: u32) -> Self {
        let most = (mib as usize) << 17;
        let most = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        Self {
            slots: vec![0; most.min(1 << 12)],
            most,
            held: 0,
            level: 0,
            duplicates: 0,
            wide: false,
        }
    }

    pub(super) fn add(&mut self, bits: u128) {
        self.wide |= bits >> 64 != 0;
        let hash = hash(bits);
        if hash.leading_zeros() < self.level {
            return;
        }
        if self.held * 4 >= self.slots.len() * 3 {
            self.make_room();
            return self.add(bits);
        }
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            match self.slots[place] {
                0 => break,
                other if other == hash => {
                    self.duplicates += 1;
                    return;
                }
                _ => place = (place + 1) & mask,
            }
        }
        self.slots[place] = hash;
        self.held += 1;
    }

    /// Doubles the table, or else halves what is kept.
    #[cold]
    fn make_room(&mut self) {
        let size = if self.slots.len() < self.most {
            self.slots.len() * 2
        } else {
            self.level += 1;
            self.slots.len()
        };
        let before = std::mem::replace(&mut self.slots, vec![0; size]);
        self.held = 0;
        let mask = size - 1;
        for hash in before {
            if hash == 0 || hash.leading_zeros() < self.level {
                continue;
            }
            let mut place = hash as usize & mask;
            while self.slots[place] != 0 {
                place = (place + 1) & mask;
            }
            self.slots[place] = hash;
            self.held += 1;
        }
    }

    pub(super) const fn duplicates(&self) -> u64 {
        self.duplicates
    }

    pub(super) fn says(&self) -> String {
        let duplicates = self.duplicates;
        let how = match (self.level, self.wide) {
            (0, false) => "all were compared, exactly".to_owned(),
            (0, true) => "all were compared, by 64 bits of hash".to_owned(),
            (level, _) => format!("one in {} was compared", 1_u64 << level.min(63)),
        };
        format!("{duplicates} occur again; {how}")
    }
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
