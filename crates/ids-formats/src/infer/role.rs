//! What the bits of an unknown layout do.

use alloc::{
    collections::BTreeMap,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use super::split::Cut;

/// Steps that must be seen before bits are called a sequence.
const STEPS: usize = 8;
/// Numbers that are looked at.
const MOST: usize = 4096;

/// What some neighbouring bits do, with what shows it.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    /// They are the same in all identifiers.
    Constant {
        /// Their value.
        value: u64,
    },
    /// They count: what is above sorts the identifiers.
    Time,
    /// They take few values.
    Node {
        /// How many.
        values: usize,
    },
    /// They go up by one inside a tick, or from one identifier of a node to the next.
    Sequence {
        /// How many neighbours of one tick, or of one node, go up by one.
        steps: usize,
        /// How many neighbours there are.
        pairs: usize,
        /// Whether the steps are inside a tick. If not, it counts on from tick to tick.
        in_tick: bool,
    },
    /// Each is set half of the time.
    Random,
    /// None of these.
    Mixed,
}

impl Role {
    const fn name(self) -> &'static str {
        match self {
            Self::Constant { .. } => "constant",
            Self::Time => "timestamp",
            Self::Node { .. } => "node",
            Self::Sequence { .. } => "sequence",
            Self::Random => "random",
            Self::Mixed => "mixed",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant { value } => write!(f, "always {value}"),
            Self::Time => f.write_str("the bits that sort the identifiers"),
            Self::Node { values: 2 } => f.write_str("2 values"),
            Self::Node { values } => write!(f, "{values} values, far fewer than identifiers"),
            Self::Sequence { steps, pairs, in_tick } => {
                let of = if *in_tick { "in one tick" } else { "with the same other bits" };
                write!(f, "goes up by 1 in {steps} of {pairs} neighbours {of}")
            }
            Self::Random => f.write_str("each bit is set half of the time"),
            Self::Mixed => f.write_str("neither few values nor even"),
        }
    }
}

/// Neighbouring bits of an unknown layout, and what they do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What they are, in lower case: `constant`, `timestamp`, `node`, `sequence`, `random`; `mixed` if none of these.
    pub name: &'static str,
    /// The most significant bit.
    pub high: u32,
    /// The least significant bit.
    pub low: u32,
    /// What shows it, as a sentence's part.
    pub why: String,
}

/// A field that goes up by one.
#[derive(Clone, Copy, Debug)]
struct Steps {
    low: u32,
    /// The bits that the steps change, at their places.
    changed: u64,
    hits: usize,
    pairs: usize,
    in_tick: bool,
}

const fn below(end: u32) -> u64 {
    if end >= 64 { u64::MAX } else { (1 << end) - 1 }
}

/// The parts of all 64 bits, most significant first, if the part from `low` on counts.
pub(super) fn parts(sorted: &[u64], low: u32, split: Option<&Cut>) -> Vec<Part> {
    let numbers = &sorted[..sorted.len().min(MOST)];
    let first = sorted.first().copied().unwrap_or_default();
    let varying = sorted.iter().fold(0, |all, number| all | number ^ first);
    let found = ticking(numbers, low, varying)
        .or_else(|| running(numbers, low, varying, split?))
        .filter(|found| found.changed != 0);
    let mut roles = [None; 64];
    if let Some(Steps { low: start, changed, hits: steps, pairs, in_tick }) = found {
        let role = Role::Sequence { steps, pairs, in_tick };
        let mut bit = start;
        // The zeros above are its own, as far as anybody can tell.
        while bit < low && (changed >> bit != 0 || (varying | first) >> bit & 1 == 0) {
            roles[bit as usize] = Some(role);
            bit += 1;
        }
    }
    let open = (0..low).filter(|bit| roles[*bit as usize].is_none());
    let rest = open.fold(0, |mask, bit| mask | 1 << bit) & varying;
    let role = rest_role(numbers, rest);
    let sign = first >> 63 == 0 && varying >> 63 == 0 && low < 63;
    for bit in 0..64 {
        roles[bit as usize].get_or_insert(match bit {
            63 if sign => Role::Constant { value: 0 },
            bit if bit >= low => Role::Time,
            bit if varying >> bit & 1 == 0 => Role::Constant { value: 0 },
            _ => role,
        });
    }
    let mut parts: Vec<(Role, u32, u32)> = Vec::new();
    for bit in (0..64).rev() {
        let Some(role) = roles[bit as usize] else { continue };
        match parts.last_mut() {
            Some((last, _, low)) if *last == role && bit + 1 != 63 => *low = bit,
            _ => parts.push((role, bit, bit)),
        }
    }
    let part = |(mut role, high, low): (Role, u32, u32)| {
        if let Role::Constant { value } = &mut role {
            *value = first >> low & below(high - low + 1);
        }
        Part { name: role.name(), high, low, why: role.to_string() }
    };
    parts.into_iter().map(part).collect()
}

/// What the bits of a mask do that are in no sequence.
fn rest_role(numbers: &[u64], mask: u64) -> Role {
    let mut values = BTreeMap::new();
    for number in numbers {
        *values.entry(number & mask).or_insert(0_usize) += 1;
    }
    if values.len() * 4 <= numbers.len() || values.len() <= 4 && values.len() * 2 <= numbers.len() {
        return Role::Node { values: values.len() };
    }
    // Four standard deviations.
    let even = (0..64).filter(|bit| mask >> bit & 1 == 1).all(|bit| {
        let ones = numbers.iter().filter(|&number| number >> bit & 1 == 1).count();
        (2 * ones).abs_diff(numbers.len()).pow(2) <= 16 * numbers.len()
    });
    if even { Role::Random } else { Role::Mixed }
}

/// A field that goes up by one inside a tick, among numbers whose bits below the field are equal.
fn ticking(numbers: &[u64], low: u32, varying: u64) -> Option<Steps> {
    let lows = (0..low).filter(|bit| varying >> bit & 1 == 1 && low - bit > 1);
    let found = lows.map(|bit| {
        let key = |number: &u64| (number >> low, number & below(bit), *number);
        let mut sorted = numbers.to_vec();
        sorted.sort_unstable_by_key(key);
        let mut found = Steps { low: bit, changed: 0, hits: 0, pairs: 0, in_tick: true };
        for pair in sorted.windows(2) {
            let (a, b) = (key(&pair[0]), key(&pair[1]));
            if (a.0, a.1) == (b.0, b.1) {
                found.pairs += 1;
                if b.2 - a.2 == 1 << bit {
                    found.hits += 1;
                    found.changed |= a.2 ^ b.2;
                }
            }
        }
        found
    });
    // Of equally many the lowest.
    let best = found.fold(None, |best: Option<Steps>, other| match best {
        Some(best) if best.hits >= other.hits => Some(best),
        _ => Some(other),
    })?;
    let changed = best.changed >> best.low;
    // A single bit goes up by one whenever it changes.
    let wide = changed.count_ones() > 1;
    (best.hits >= STEPS && 2 * best.hits >= best.pairs && wide).then_some(best)
}

/// A field that goes up by one from one identifier of a node to the next, whatever the tick.
fn running(numbers: &[u64], low: u32, varying: u64, split: &Cut) -> Option<Steps> {
    let middle = split.middle.min(low);
    let fields = [(0, middle), (middle, low), (0, low)];
    fields.into_iter().find_map(|(start, end)| {
        let inside = varying & below(end) & !below(start);
        if inside == 0 {
            return None;
        }
        let (start, end) = (inside.trailing_zeros(), 64 - inside.leading_zeros());
        let width = (end - start).min(8);
        let mut last = BTreeMap::new();
        let (mut steps, mut pairs) = (0, 0);
        for number in numbers {
            let node = number & below(low) & !(below(end) & !below(start));
            if let Some(before) = last.insert(node, number >> start) {
                pairs += 1;
                let step = (number >> start).wrapping_sub(before) & below(width);
                steps += usize::from(step == 1);
            }
        }
        (width >= 4 && steps >= 2 * STEPS && 2 * steps >= pairs).then_some(Steps {
            low: start,
            changed: inside,
            hits: steps,
            pairs,
            in_tick: false,
        })
    })
}
