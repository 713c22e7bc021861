//! What the bits of an unknown layout do.

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

use ids_core::format::Field;

use super::split::Cut;

/// Steps that must be seen before bits are called a sequence.
const STEPS: usize = 8;
/// Numbers that are looked at.
const MOST: usize = 4096;

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
pub(super) fn parts(sorted: &[u64], low: u32, split: Option<&Cut>) -> Vec<(Field, String)> {
    let numbers = &sorted[..sorted.len().min(MOST)];
    let first = sorted.first().copied().unwrap_or_default();
    let varying = sorted.iter().fold(0, |all, number| all | number ^ first);
    let found = ticking(numbers, low, varying)
        .or_else(|| running(numbers, low, varying, split?))
        .filter(|found| found.changed != 0);
    let (mut sequence, mut steps) = (0_u64, String::new());
    if let Some(found) = found {
        let mut bit = found.low;
        // The zeros above are its own, as far as the numbers show.
        while bit < low && (found.changed >> bit != 0 || (varying | first) >> bit & 1 == 0) {
            sequence |= 1 << bit;
            bit += 1;
        }
        let of = if found.in_tick { "in one tick" } else { "with the same other bits" };
        steps = format!("goes up by 1 in {} of {} neighbours {of}", found.hits, found.pairs);
    }
    let (rest, why) = rest_of(numbers, varying & below(low) & !sequence);
    let sign = first >> 63 == 0 && varying >> 63 == 0 && low < 63;
    // Each name with its highest and its lowest bit.
    let mut parts: Vec<(&str, u8, u8)> = Vec::new();
    for bit in (0..64).rev() {
        let name = match bit {
            _ if sequence >> bit & 1 == 1 => "sequence",
            63 if sign => "constant",
            _ if u32::from(bit) >= low => "timestamp",
            _ if varying >> bit & 1 == 0 => "constant",
            _ => rest,
        };
        match parts.last_mut() {
            Some((same, _, end)) if *same == name && bit + 1 != 63 => *end = bit,
            _ => parts.push((name, bit, bit)),
        }
    }
    let shown = |(name, high, low)| {
        let part = Field::new(name, high, low);
        let value = part.get(first.into());
        match name {
            "constant" => (part.always(value), format!("always {value}")),
            "timestamp" => (part, "the bits that sort the identifiers".into()),
            "sequence" => (part, steps.clone()),
            _ => (part, why.clone()),
        }
    };
    parts.into_iter().map(shown).collect()
}

/// What the bits of a mask do that are in no sequence, and what shows it.
fn rest_of(numbers: &[u64], mask: u64) -> (&'static str, String) {
    let mut values = BTreeMap::new();
    for number in numbers {
        *values.entry(number & mask).or_insert(0_usize) += 1;
    }
    let few = values.len() * 4 <= numbers.len();
    if few || values.len() <= 4 && values.len() * 2 <= numbers.len() {
        let more = if values.len() == 2 { "" } else { ", far fewer than identifiers" };
        return ("node", format!("{} values{more}", values.len()));
    }
    // Four standard deviations.
    let even = (0..64).filter(|bit| mask >> bit & 1 == 1).all(|bit| {
        let ones = numbers.iter().filter(|&number| number >> bit & 1 == 1).count();
        (2 * ones).abs_diff(numbers.len()).pow(2) <= 16 * numbers.len()
    });
    if even {
        ("random", "each bit is set half of the time".into())
    } else {
        ("mixed", "neither few values nor even".into())
    }
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
