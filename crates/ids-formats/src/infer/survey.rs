//! Many identifiers, one after the other.

use alloc::vec::Vec;
use core::{cmp::Reverse, ptr, time::Duration};

use super::{
    census::{Census, TOO_FEW},
    clock::{self, CONTRADICTED, Clock, UNKNOWN},
    findings::{Findings, Inferred},
    fit::Fit,
    role,
    sample::Sample,
    split::{self, Cut},
};
use crate::{
    Answer, Candidate, Context, Found, Inspector, Reading, UnixTime, bits::low, formats,
    is_missing, rounded::Counts,
};

/// Texts that are read as every format. Later ones are read as those that read these.
const PROBE: usize = 1000;
/// Texts that no format reads, of which the beginning is kept, and the bytes of that.
const UNREAD: usize = 5;
const BEGINNING: usize = 64;
/// Random numbers save as many bits once in 2^30.
const CLAIMED: f64 = 30.0;
/// Neighbours that are kept together of the numbers, and numbers that are kept.
const NUMBERS: (u64, usize) = (64, 1 << 14);
/// Identifiers with known times that are kept. More say the same.
const TIMES: usize = 1024;
/// A known time is met by one that is as near.
const NEAR: Duration = Duration::from_secs(60);
/// Known times that show the offset of a time zone: three that have nothing to do with the identifiers do so once in 2^20.
const OFFSET: usize = 3;
/// Seconds of which the offset of a time zone is a multiple.
const QUARTER: i64 = 15 * 60;

/// Collects identifiers of one source, in memory that does not grow with their number.
///
/// It keeps counts for each bit and for each format, at most 16,384 numbers, and 1,024 known times.
#[derive(Clone, Debug)]
pub struct Survey<'a> {
    inspector: Inspector<'a>,
    /// The first texts, until there are enough to decide as what they are read.
    probe: Vec<Vec<u8>>,
    /// What is counted so far.
    found: Findings<'a>,
    rounded: Counts,
    lead: Option<Lead<'a>>,
    /// Identifiers whose times are known.
    known: Sample<Known>,
    /// How much later than the identifier a known time may be.
    late: Duration,
}

/// An identifier and when it was made.
type Known = (Vec<u8>, UnixTime);

/// The reading that most of the identifiers have.
#[derive(Clone, Debug)]
struct Lead<'a> {
    found: Found<'a>,
    census: Census,
    sample: Sample<u64>,
}

impl<'a> Survey<'a> {
    /// A survey for which this is known.
    #[inline]
    pub fn new(context: Context<'a>) -> Self {
        Self {
            inspector: Inspector::new(Context { all: true, spellings: false, ..context }),
            probe: Vec::new(),
            found: Findings { order: TOO_FEW, timing: UNKNOWN, ..Findings::default() },
            rounded: Counts::default(),
            lead: None,
            known: Sample::new(1, TIMES),
            late: Duration::ZERO,
        }
    }

    /// The same, where known times may be later than the identifiers, by at most `late`: those of
    /// files and of rows are.
    #[inline]
    #[must_use]
    pub const fn with_late(mut self, late: Duration) -> Self {
        self.late = late;
        self
    }

    /// Adds an identifier, or counts a [missing value](crate::is_missing). `false` if no format reads it; then it is left
    /// out.
    #[inline]
    pub fn add(&mut self, text: &[u8]) -> bool {
        if is_missing(text) {
            self.found.missing += 1;
            return true;
        }
        if self.rounded.add_text(text).is_some_and(|rounded| rounded.is_certain()) {
            return false;
        }
        if self.lead.is_some() {
            return self.follow(text);
        }
        if !self.tally(text) {
            return false;
        }
        self.probe.push(text.to_vec());
        if self.probe.len() == PROBE {
            self.decide();
        }
        true
    }

    /// Counts the text of a line that no format reads. Whether it is one of the first, which are
    /// [kept](Findings::first_unread).
    #[inline]
    pub fn refuse(&mut self, line: u64, text: &[u8]) -> bool {
        self.found.unread += 1;
        let kept = self.found.first_unread.len() < UNREAD;
        if kept {
            self.found.first_unread.push((line, text[..text.len().min(BEGINNING)].to_vec()));
        }
        kept
    }

    /// Says when an identifier was made, since the Unix epoch. It need not be among those added.
    /// `false` if no format reads it; then it is left out.
    #[inline]
    pub fn know(&mut self, text: &[u8], time: UnixTime) -> bool {
        let read = !self.inspector.inspect(text).is_empty();
        if read {
            self.known.add(|| (text.to_vec(), time));
        }
        read
    }

    /// Whether a format that reads most of those added reads this text, too. The time of another one says nothing of them.
    #[inline]
    pub fn is_alike(&self, text: &[u8]) -> bool {
        let fits = &self.found.fits;
        let most = fits.iter().map(|fit| fit.read).max();
        let reads =
            |fit: &Fit<'_>| Some(fit.read) == most && number(fit.first.found, text).is_some();
        most.is_none() || fits.iter().any(reads)
    }

    /// Counts a text for every format that reads it.
    fn tally(&mut self, text: &[u8]) -> bool {
        self.inspector.inspect(text);
        // Any 16 bytes are a ULID of some time.
        let counts = |found: &&Candidate<'_>| found.is_plausible() || !found.is_rearranged();
        let mut is_read = false;
        for candidate in self.inspector.found().iter().filter(counts) {
            is_read = true;
            let fits = &mut self.found.fits;
            if let Some(fit) = fits.iter_mut().find(|fit| fit.first.found.is_like(&candidate.found))
            {
                fit.add_first(candidate);
            } else {
                let mut fit = Fit::new(*candidate, self.inspector.life(&candidate.found));
                fit.add_first(candidate);
                fits.push(fit);
            }
        }
        self.found.count += u64::from(is_read);
        is_read
    }

    /// Decides which reading the identifiers have, and reads those that are there.
    fn decide(&mut self) {
        // Any number of 64 bits is a snowflake, whatever else it is.
        let best = self
            .found
            .fits
            .iter()
            .max_by_key(|fit| (fit.read, is_decimal(fit.first.found), fit.score()));
        let Some(found) = best.map(|fit| fit.first.found) else { return };
        let (stretch, most) = NUMBERS;
        let (census, sample) = (Census::new(width(found)), Sample::new(stretch, most));
        let mut lead = Lead { found, census, sample };
        for text in core::mem::take(&mut self.probe) {
            match number(found, &text) {
                Some(number) => lead.add(number),
                None => self.found.strays += 1,
            }
        }
        self.lead = Some(lead);
    }

    /// Reads a text as the others, or as anything else.
    fn follow(&mut self, text: &[u8]) -> bool {
        let Some(lead) = &mut self.lead else { return false };
        let Some(number) = number(lead.found, text) else {
            let read = self.tally(text);
            self.found.strays += u64::from(read);
            return read;
        };
        lead.add(number);
        self.found.count += 1;
        for fit in &mut self.found.fits {
            let found = match (fit.first.found, lead.found) {
                // What one of the flavours reads, the others do too.
                (Found::Own(own), Found::Own(lead)) if ptr::eq(own.form, lead.form) => {
                    let checked = own.format.check(number).is_ok();
                    checked.then_some(Found::Own(Reading { bits: number, ..own }))
                }
                (first, _) => first.again(text),
            };
            if let Some(found) = found {
                let time = found.time();
                fit.add(time, self.inspector.against(&found, time, &fit.life).is_none());
            }
        }
        true
    }

    /// What the identifiers are, as far as they say.
    #[inline]
    pub fn findings(mut self) -> Findings<'a> {
        if self.lead.is_none() {
            self.decide();
        }
        let is_rounded = self.rounded.is_claimed();
        if is_rounded {
            self.found.answer = Answer::Rounded;
            self.found.rounded = Some(self.rounded.clone());
        }
        let Some(Lead { found, census, sample }) = self.lead.take() else { return self.found };
        let mut sorted = sample.kept().to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let integers = is_snowflake(found);
        let split = integers.then(|| split::split(&sorted)).flatten();
        let step = split::step(sorted.len(), census.divisor).filter(|_| integers);
        let plain = (integers && step.is_none()).then(|| split::plain(&sorted)).flatten();
        let regular = || split.as_ref()?.regular.filter(|_| plain.is_none());
        let step = step.or_else(regular);
        let plain = plain.or(step.map(|_| "multiples"));
        let wanted = split::wanted(split.as_ref(), sorted.len(), CLAIMED);
        let split = split.filter(|split| plain.is_none() && split.saved >= CLAIMED);
        let late = self.late;
        let usual = snowflake::FLAVOURS.iter().map(|flavour| flavour.ticks().epoch());
        let usual = core::iter::once(UnixTime::EPOCH).chain(usual);
        let counted = |known: &Sample<Known>, split: Option<&Cut>| {
            let number = |(text, time): &Known| Some((low(number(found, text)?), *time));
            let known: Vec<_> = known.kept().iter().filter_map(number).collect();
            if integers { clock::timing(&known, late, split, &usual) } else { Err(UNKNOWN) }
        };
        let mut clock = counted(&self.known, split.as_ref());
        if split.is_some() && matches!(clock, Err(CONTRADICTED)) {
            clock = counted(&self.known, None);
        }
        // The epoch of a known flavour, but for the offset of a time zone: that is what the times are off by.
        let zone = clock.ok().and_then(|clock| clock.zone(snowflake::FLAVOURS));
        let zone = zone.or_else(|| self.offset().filter(|_| !integers));
        if let Some(minutes) = zone {
            self.shift(minutes);
            clock = counted(&self.known, split.as_ref());
        }
        let (timing, clock) = (clock.err(), clock.ok());
        let low = clock.map(|clock| clock.low).or(split.as_ref().map(|split| split.low));
        // Rounding makes bits that look like a layout's.
        let layout = low.filter(|_| !is_rounded).map(|low| Inferred {
            low,
            parts: role::parts(&sorted, low, split.as_ref()),
            evidence: split.as_ref().map_or(0, |split| whole(split.saved)),
            clock: clock.map(|Clock { ticks, between: (from, until), .. }| (ticks, from, until)),
        });
        self.refuse_fits(split.as_ref().filter(|_| !is_rounded), clock);
        let few = integers && plain.is_none() && timing != Some(CONTRADICTED);
        let order = census.order();
        let (ones, flips, wanted) = (census.ones, census.flips, wanted.filter(|_| few));
        let timing = timing.unwrap_or("found");
        let mut findings = Findings { wanted, zone, ones, flips, order, layout, ..self.found };
        (findings.plain, findings.step, findings.timing) = (plain, step, timing);
        if !is_rounded {
            findings.answer = findings.conclude(integers);
        }
        if findings.answer != Answer::Undecided {
            findings.wanted = None;
        }
        findings
    }

    /// Takes `minutes` from all known times.
    fn shift(&mut self, minutes: i32) {
        let by = Duration::from_secs(60 * u64::from(minutes.unsigned_abs()));
        for (_, time) in self.known.kept_mut() {
            *time = if minutes > 0 { time.saturating_sub(by) } else { time.saturating_add(by) };
        }
    }

    /// The minutes by which all known times are later than those that a format reads, if a time zone can have such an
    /// offset, and no format reads the known times.
    fn offset(&self) -> Option<i32> {
        let near = i64::try_from(NEAR.as_secs()).ok()?;
        let late = i64::try_from(self.late.as_secs()).ok()?.checked_add(near)?;
        let ahead = |fit, (text, at): &Known| -> Option<i64> {
            let time = read_time(fit, text)?;
            let apart = i64::try_from(at.abs_diff(time).as_secs()).ok()?;
            Some(if *at < time { -apart } else { apart })
        };
        let known = self.known.kept();
        let met = |fit, by: i64| {
            let met = |seconds: i64| (by - near..=by.saturating_add(late)).contains(&seconds);
            known.iter().all(|known| ahead(fit, known).is_some_and(met))
        };
        let first = known.first().filter(|_| known.len() >= OFFSET)?;
        if self.found.fits.iter().any(|fit| met(fit, 0)) {
            return None;
        }
        let mut fits = self.found.fits.iter().filter(|fit| fit.plausible == self.found.count);
        fits.find_map(|fit| {
            let quarters = ahead(fit, first)?.checked_add(near)?.div_euclid(QUARTER);
            let zone = (-56..=56).contains(&quarters) && met(fit, QUARTER * quarters);
            i32::try_from(15 * quarters).ok().filter(|_| zone)
        })
    }

    /// Says which formats are out of the question, and puts the likeliest first.
    fn refuse_fits(&mut self, split: Option<&Cut>, clock: Option<Clock>) {
        let (known, late, read) = (self.known.kept(), self.late, self.found.count);
        for fit in &mut self.found.fits {
            let near = |(text, at): &&Known| {
                read_time(fit, text).is_some_and(|time| {
                    time <= at.saturating_add(NEAR)
                        && *at <= time.saturating_add(NEAR).saturating_add(late)
                })
            };
            let met = known.iter().filter(near).count();
            let timestamp = snowflake_low(fit.first.found);
            let behind = match (split, timestamp) {
                (Some(split), Some(low)) => {
                    split.behind.get(low as usize).copied().unwrap_or(f64::MAX)
                }
                _ => 0.0,
            };
            // Where the timestamp begins higher, its lowest bits may be those of a full sequence, and
            // the ends of the range cost as much as some numbers.
            let limit = match split {
                Some(split) if timestamp > Some(split.low) => 2.0 * CLAIMED + split.saved / 16.0,
                _ => CLAIMED,
            };
            let other = clock.is_some_and(|clock| timestamp.is_some_and(|low| low != clock.low));
            fit.met = met;
            fit.refused = if fit.read < read {
                Some("does not read all")
            } else if fit.plausible < read {
                Some("some times are not plausible")
            } else if met < known.len() {
                Some("a known time is another one")
            } else {
                (behind > limit || other).then_some("the bits do not change as its fields would")
            };
        }
        self.found.fits.sort_by_key(|fit| {
            (fit.refused.is_some(), Reverse((fit.read, fit.plausible, fit.score())))
        });
    }
}

impl Lead<'_> {
    fn add(&mut self, number: u128) {
        self.census.add(number);
        self.sample.add(|| low(number));
    }
}

/// The time in a text, read as the others of a fit.
fn read_time(fit: &Fit<'_>, text: &[u8]) -> Option<UnixTime> {
    fit.first.found.again(text)?.time()
}

/// The bits that identifiers of this reading have.
fn width(found: Found<'_>) -> u32 {
    match found {
        Found::Own(own) => own.format.facts().layout.bits(),
        Found::Other(other) => u32::try_from(8 * other.bytes().len()).unwrap_or_default().min(128),
    }
}

/// The number of a text in this reading.
fn number(found: Found<'_>, text: &[u8]) -> Option<u128> {
    match found {
        // Whatever the flavour fixes: it may be another one.
        Found::Own(own) if is_snowflake(found) => own.format.read(own.form, text).ok(),
        _ => Some(match found.again(text)? {
            Found::Own(own) => own.bits,
            Found::Other(other) => {
                other.bytes().iter().fold(0, |number, byte| number << 8 | u128::from(*byte))
            }
        }),
    }
}

/// The lowest bit of the timestamp of a flavour of Snowflake.
fn snowflake_low(found: Found<'_>) -> Option<u32> {
    let Found::Own(own) = found else { return None };
    let timestamp = own.format.facts().layout.field("timestamp")?;
    is_snowflake(found).then(|| timestamp.low())
}

fn is_snowflake(found: Found<'_>) -> bool {
    matches!(found, Found::Own(own) if own.format.facts().family == formats::snowflake::FAMILY.name)
}

fn is_decimal(found: Found<'_>) -> bool {
    let Found::Own(own) = found else { return false };
    is_snowflake(found) && own.is_canonical() && own.format.facts().is_number()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is clamped")]
const fn whole(bits: f64) -> u32 {
    bits as u32
}
