//! What a timestamp counts, from identifiers whose times are known.

use alloc::vec::Vec;
use core::time::Duration;

use ids_core::format::Ticks;
use snowflake::{Flavour, UnixTime};

use super::{
    cost::{Length, choice, real},
    split::Cut,
};

/// Units that timestamps have, in nanoseconds.
const UNITS: [u64; 9] = [
    100,
    1_000,
    10_000,
    100_000,
    1_000_000,
    10_000_000,
    100_000_000,
    1_000_000_000,
    60_000_000_000,
];
/// Random numbers with random times pass once in 2^20.
const CLAIMED: Length = 20.0;
/// Among how many bits, from the lowest possible one on, the lowest bit of the timestamp is looked for.
const REACH: u32 = 8;
const DAY: i128 = 86_400_000_000_000;

/// What known times say if there are none.
pub(super) const UNKNOWN: &str = "none";
/// What they say if no unit fits.
pub(super) const CONTRADICTED: &str = "contradicted";

/// The clock of an unknown layout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    /// The lowest bit of the timestamp.
    pub(super) low: u32,
    /// Its unit, and its epoch: the roundest instant that fits.
    pub(super) ticks: Ticks,
    /// The first and the last epoch that fit.
    pub(super) between: (UnixTime, UnixTime),
}

impl Clock {
    /// The minutes by which the epoch is later than that of a flavour with this timestamp, if a time zone can have such an
    /// offset: a multiple of 15 minutes, up to 14 hours. `None` if a flavour has the epoch itself, or too many epochs fit.
    pub(super) fn zone(&self, flavours: &[Flavour]) -> Option<i32> {
        const QUARTER: u64 = 15 * 60;
        let (from, until) = self.between;
        let fits = |epoch: UnixTime| (from..=until).contains(&epoch);
        let alike = |flavour: &&Flavour| {
            let ticks = flavour.ticks();
            flavour.timestamp().low() == self.low && ticks.unit() == self.ticks.unit()
        };
        let epochs = || flavours.iter().filter(alike).map(|flavour| flavour.ticks().epoch());
        if until.duration_since(from) >= Duration::from_secs(QUARTER) || epochs().any(fits) {
            return None;
        }
        epochs().find_map(|epoch| {
            (1..=56_i32).find_map(|quarters| {
                let by = Duration::from_secs(QUARTER * u64::from(quarters.unsigned_abs()));
                let ahead = fits(epoch + by).then_some(15 * quarters);
                ahead.or_else(|| fits(epoch.saturating_sub(by)).then_some(-15 * quarters))
            })
        })
    }
}

/// The exactness of a time: what its last digit says.
fn exactness(time: i128) -> i128 {
    let steps = [60_000_000_000, 1_000_000_000, 1_000_000, 1_000];
    steps.into_iter().find(|step| time % step == 0).unwrap_or(1)
}

/// The epochs that fit all times, in nanoseconds, if times are late by up to `late`.
fn epochs(known: &[(u64, i128)], late: i128, low: u32, unit: i128) -> Option<(i128, i128)> {
    let range = known.iter().fold((0, i128::MAX), |(from, until), (number, time)| {
        let (tick, off) = (i128::from(number >> low) * unit, exactness(*time));
        (from.max(time - tick - unit - off - late), until.min(time - tick + off))
    });
    (range.0 <= range.1).then_some(range)
}

fn instant(nanos: i128) -> UnixTime {
    UnixTime::saturating_from_nanos(u128::try_from(nanos).unwrap_or_default())
}

/// The roundest instant of a range: one of `usual`, midnight, a full hour, second, millisecond.
fn round(from: i128, until: i128, usual: impl Iterator<Item = UnixTime>) -> i128 {
    let usual = usual.filter_map(|epoch| i128::try_from(epoch.as_nanos()).ok());
    if let Some(epoch) = usual.into_iter().find(|epoch| (from..=until).contains(epoch)) {
        return epoch;
    }
    let steps = [DAY, 3_600_000_000_000, 60_000_000_000, 1_000_000_000, 1_000_000, 1_000];
    // A multiple says little where there would be one in any range of this size.
    let fits = |step: &i128| until / step * step >= from && until - from <= step / 8;
    steps.into_iter().find(fits).map_or(until, |step| until / step * step)
}

/// What a timestamp counts, or why that is not known: [`timing`](super::Findings::timing) of findings. If `split` is known
/// to hold, its lowest bit is where it says, or a few bits higher. The times may be late by up to `late`.
pub(super) fn timing(
    known: &[(u64, UnixTime)],
    late: Duration,
    split: Option<&Cut>,
    usual: &(impl Iterator<Item = UnixTime> + Clone),
) -> Result<Clock, &'static str> {
    let mut pairs: Vec<(u64, i128)> = known
        .iter()
        .filter_map(|(number, time)| Some((*number, i128::try_from(time.as_nanos()).ok()?)))
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    let (Some(&(_, first)), Some(&(_, last))) = (pairs.first(), pairs.last()) else {
        return Err(UNKNOWN);
    };
    let lows = match split {
        Some(split) => split.low..(split.low + REACH).min(60),
        None => 0..48,
    };
    let tried = choice(u64::from(lows.end - lows.start) * UNITS.len() as u64);
    let late = u64::try_from(late.as_nanos()).unwrap_or(u64::MAX);
    let mut found = None;
    let (mut several, mut weak) = (false, false);
    for low in lows {
        for unit in UNITS {
            let Some((from, until)) = epochs(&pairs, late.into(), low, unit.into()) else {
                continue;
            };
            // The chance that random times would fit: each but two is where it has to be.
            let span = u64::try_from(last.abs_diff(first)).unwrap_or(u64::MAX);
            let off = pairs.iter().map(|pair| exactness(pair.1)).max().unwrap_or_default();
            let off = u64::try_from(off).unwrap_or(u64::MAX).saturating_mul(2);
            let off = off.saturating_add(unit).saturating_add(late);
            let each = (choice(span) - choice(off)).max(0.0);
            let saved = each * real(pairs.len() - 1) - tried;
            if saved < if split.is_some() { CLAIMED / 2.0 } else { CLAIMED } {
                weak = true;
                continue;
            }
            if found.is_some() {
                several = true;
                continue;
            }
            let epoch = instant(round(from, until, usual.clone()));
            let ticks = Ticks::every(epoch, Duration::from_nanos(unit));
            found = Some(Clock { low, ticks, between: (instant(from), instant(until)) });
        }
    }
    match found {
        Some(_) if several => Err("several"),
        Some(clock) => Ok(clock),
        None if weak => Err("too_few"),
        None => Err(CONTRADICTED),
    }
}
