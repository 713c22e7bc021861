//! What a survey found.

use alloc::{format, string::String, vec::Vec};

use ids_core::format::{Field, Ticks};

use super::{
    cost::{entropy, real},
    fit::Fit,
};
use crate::{Answer, Candidate, Evidence, UnixTime, rounded::Counts};

/// Bits by which random identifiers are not like these: once in a billion.
const SAME: u64 = 30;

/// A layout found in 64-bit numbers.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Inferred {
    /// The lowest bit of the timestamp.
    pub low: u32,
    /// The parts, most significant first, each with what shows what its bits do, as a sentence's part. A part is named
    /// `constant`, with the value that it always has, `timestamp`, `node`, `sequence` or `random`; `mixed` if none of
    /// these.
    pub parts: Vec<(Field, String)>,
    /// The bits that speak for it against random numbers; 0 if only the known times do.
    pub evidence: u32,
    /// Unit and epoch, the roundest instant that fits, if known times say them; and the first and the last epoch that fit.
    pub clock: Option<(Ticks, UnixTime, UnixTime)>,
}

/// What a survey found.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Findings<'a> {
    /// Identifiers that were read.
    pub count: u64,
    /// Those among them that were not read as the others: the format that reads most does not
    /// read them.
    pub strays: u64,
    /// Missing values, which are not counted as identifiers.
    pub missing: u64,
    /// Texts that were [refused](super::Survey::refuse).
    pub unread: u64,
    /// The first five of them: the line, and the first 64 bytes of its text.
    pub first_unread: Vec<(u64, Vec<u8>)>,
    /// About how many identifiers would say which bits are time, if these are too few.
    pub wanted: Option<u64>,
    /// How many minutes the known times are ahead of those of a known flavour, as local times are. They were taken as
    /// such.
    pub zone: Option<i32>,
    /// The numbers, if a program that keeps numbers as binary64 has changed them.
    pub rounded: Option<Counts>,
    /// For each bit, the least significant first, in how many identifiers it is 1.
    pub ones: Vec<u64>,
    /// For each bit in how many it is another than in the one before.
    pub flips: Vec<u64>,
    /// How their order goes with their size: `ascending` if each is larger than the one before, or equal, `descending` if each is
    /// smaller, `mostly_ascending` if far more are larger than by chance, by five standard deviations, `none`, or `too_few`
    /// to say: a random order would be this one once in 1000 times.
    pub order: &'static str,
    /// Formats that read them, the likeliest first.
    pub fits: Vec<Fit<'a>>,
    /// The layout, if they are 64-bit numbers with one.
    pub layout: Option<Inferred>,
    /// What 64-bit numbers have instead of a layout: `even` if they fill a range evenly that ends at powers of ten or of two,
    /// `dense` if their steps are so small that they count themselves, `multiples` if they have a [`step`](Self::step).
    pub plain: Option<&'static str>,
    /// The number of which all their differences are multiples, or nearly, if it is not a power of two.
    pub step: Option<u64>,
    /// What the known times say of 64-bit numbers: `found` if one unit and epoch fits, `several` if several units fit and times
    /// that are more exact or further apart would decide, `too_few` if more would, `contradicted` if no unit fits, as where the
    /// identifiers do not count time or some time is wrong, and `none` if no time is known.
    pub timing: &'static str,
    /// What follows.
    pub answer: Answer,
}

impl Inferred {
    /// The fields with their widths, most significant first: what a layout of your own is made of.
    ///
    /// The timestamp is `timestamp`, a sequence is `sequence`, bit 63 is `sign` if it is always 0,
    /// and random bits are `random`. All other bits are of the node: what never changes belongs to
    /// the machine that made the identifiers, as far as the numbers show.
    #[inline]
    pub fn fields(&self) -> Vec<(String, u32)> {
        let mut fields: Vec<(&str, u32)> = Vec::new();
        for (part, _) in &self.parts {
            let name = match part.name() {
                "constant" if part.low() == 63 => "sign",
                "constant" | "mixed" => "node",
                name => name,
            };
            match fields.last_mut() {
                Some((last, bits)) if *last == name => *bits += part.width(),
                _ => fields.push((name, part.width())),
            }
        }
        let named = fields.iter().enumerate().map(|(place, (name, width))| {
            match fields[..place].iter().filter(|other| other.0 == *name).count() {
                0 => (String::from(*name), *width),
                before => (format!("{name}{}", before + 1), *width),
            }
        });
        named.collect()
    }

    /// The fields with their widths as one text, as `--layout` of the command takes it:
    /// `sign:1,timestamp:41,node:22`.
    #[inline]
    pub fn spelled(&self) -> String {
        let fields = self.fields();
        let fields: Vec<_> = fields.iter().map(|(name, width)| format!("{name}:{width}")).collect();
        fields.join(",")
    }
}

impl Findings<'_> {
    /// How much a bit says, by itself: 0 where it never changes, 1 where it is as often 1 as 0.
    #[inline]
    pub fn entropy(&self, bit: usize) -> f64 {
        let ones = self.ones.get(bit).copied().unwrap_or_default();
        let [ones, count] =
            [ones, self.count - self.strays].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        if count == 0 { 0.0 } else { entropy(ones.min(count), count) / real(count) }
    }

    /// How many of the highest bits never change, where those of random identifiers do so at most once in 2^30. Zeros at
    /// the top speak for nothing: random numbers may be small.
    #[inline]
    pub fn same(&self) -> Option<u32> {
        let count = self.count - self.strays;
        let same = |ones: &&u64| **ones == 0 || **ones == count;
        let same = self.ones.iter().rev().take_while(same).count();
        let zeros = self.ones.iter().rev().take_while(|ones| **ones == 0).count();
        let telling = same.saturating_sub(zeros) as u64;
        let claimed = count.saturating_sub(1).saturating_mul(telling) >= SAME;
        claimed.then(|| u32::try_from(same).unwrap_or_default())
    }

    /// The offset by which the known times are ahead, as `--zone` of the command takes it: `+02:00`.
    #[inline]
    pub fn spelled_zone(&self) -> Option<String> {
        let minutes = self.zone?;
        let (sign, size) = (if minutes < 0 { '-' } else { '+' }, minutes.unsigned_abs());
        Some(format!("{sign}{:02}:{:02}", size / 60, size % 60))
    }

    /// What follows from the rest.
    pub(super) fn conclude(&self, integers: bool) -> Answer {
        let open = self.fits.iter().take_while(|fit| fit.refused.is_none());
        let Some(first) = open.clone().next() else {
            return match &self.layout {
                Some(Inferred { clock: Some(_), .. }) => Answer::Layout,
                Some(_) => Answer::Bits,
                // More of them may show a layout of their own.
                None if self.wanted.is_some() => Answer::Undecided,
                None => Answer::Nothing,
            };
        };
        // Two known times are met by chance once in a million times.
        let timed = first.met > 1;
        let close = open.clone().take_while(|fit| first.score() - fit.score() < Candidate::LEAD);
        let close = close.count();
        if !integers {
            return match close {
                _ if first.score() < Evidence::ZERO && !timed => Answer::Nothing,
                1 if first.score() < Candidate::CLAIMED && !timed => Answer::Undecided,
                1 => Answer::One,
                count => Answer::Several { count, times: self.timing == "none" },
            };
        }
        let certain = self.layout.is_some() || timed;
        match open.count() {
            _ if !certain && self.plain.is_some() => Answer::Nothing,
            _ if !certain => Answer::Undecided,
            1 => Answer::One,
            count => Answer::Several { count, times: self.timing == "none" },
        }
    }
}
