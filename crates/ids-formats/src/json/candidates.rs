//! Candidates in JSON.

use alloc::{format, string::ToString, vec::Vec};
use core::{ops::Range, ptr};

use super::{Record, other, write as json};
use crate::{
    Answer, Candidate, Facts, Found, Inspector, Kept, UnixTime, others, rounded::Rounded,
    spelling::Spelling,
};

/// The text of the last candidate, and where it stands: the next one's is mostly the same.
type Last<'a> = Option<(&'a Facts, u128, Range<usize>)>;

/// Writes the candidates that an inspector finds.
#[derive(Debug)]
pub struct Candidates<'a> {
    records: &'a [Record<'a>],
    /// The starts of the objects of candidates, and their formats.
    heads: Kept<(Vec<u8>, Option<&'a Record<'a>>)>,
    parts: bool,
}

impl<'a> Candidates<'a> {
    /// Of these formats, which are all that the inspector has.
    #[inline]
    pub const fn new(records: &'a [Record<'a>]) -> Self {
        Self { records, heads: Kept::new(), parts: false }
    }

    /// The same, and each candidate has the members of [`Record::write_parts`].
    #[inline]
    #[must_use]
    pub fn with_parts(self) -> Self {
        Self { parts: true, ..self }
    }

    /// Appends the members that say what an inspector has found in a text.
    #[inline]
    pub fn write(&mut self, out: &mut Vec<u8>, inspector: &Inspector<'_>, text: &[u8]) {
        let candidates = inspector.found();
        let read_from = |found: &Candidate<'_>| inspector.read_from(found, text);
        let first = candidates.first();
        let number = candidates.iter().find_map(Candidate::number);
        let text = first.map_or(text, read_from);
        let rounded = number.and_then(|bits| Rounded::written(text).or_else(|| Rounded::of(bits)));
        let answer = Answer::of(candidates);
        json::member(out, "answer", answer.name().as_bytes());
        if let Some(first) = first {
            spelling(out, first.taken());
        }
        out.extend_from_slice(b",\"candidates\":[");
        let mut last = None;
        for candidate in candidates {
            if out.last() == Some(&b'}') {
                out.push(b',');
            }
            let &(ref head, record) = self.heads.get(candidate, || {
                let own = candidate.own();
                (start(candidate), own.and_then(|own| Record::of(self.records, own.format)))
            });
            out.extend_from_slice(head);
            match candidate.found {
                Found::Own(own) => {
                    if let Some(record) = record {
                        let known = (own.bits, candidate.time);
                        self.own(out, record, known, rounded, &mut last);
                    }
                }
                Found::Other(found) => {
                    let text = read_from(candidate);
                    other::write(out, found, candidate.time, text);
                    if self.parts {
                        other::write_parts(out, found, text);
                    }
                }
            }
            out.push(b'}');
        }
        out.push(b']');
        if let Some(rounded) = rounded {
            self::rounded(out, &rounded);
        }
        let rearranged = first.is_some_and(Candidate::is_rearranged);
        if answer == Answer::Nothing || rearranged {
            json::some(out, "nearest", others::near(text).map(|(says, _)| says));
        }
    }

    /// Appends what follows the start of an own candidate's object.
    fn own<'r>(
        &self,
        out: &mut Vec<u8>,
        record: &'r Record<'_>,
        (bits, time): (u128, Option<UnixTime>),
        rounded: Option<Rounded>,
        last: &mut Last<'r>,
    ) {
        let facts = record.facts;
        record.write_known(out, bits, time, |out| match last {
            Some((other, same, text))
                if *same == bits && ptr::eq(other.canonical, facts.canonical) =>
            {
                out.extend_from_within(text.clone());
            }
            _ => {
                let start = out.len();
                record.format.write(facts.canonical, bits, out);
                *last = Some((facts, bits, start..out.len()));
            }
        });
        if let (Some(rounded), Some(timed)) = (rounded, record.timed) {
            let times = rounded.times(timed).filter(|_| facts.is_number());
            if let Some((from, until)) = times {
                record.write_instant(out, "made_from", from);
                record.write_instant(out, "made_until", until);
            }
        }
        if self.parts {
            record.write_parts(out, bits);
        }
    }
}

/// Appends the member `"spelling"`: what was taken off a text, the outermost first; none if nothing was.
#[inline]
pub fn spelling(out: &mut Vec<u8>, taken: &[Spelling]) {
    if taken.is_empty() {
        return;
    }
    json::strings(out, "spelling", taken.iter().map(|spelling| spelling.name()));
}

/// Appends the member `"rounded"`, which says what is left of a number that was kept as binary64.
#[inline]
pub fn rounded(out: &mut Vec<u8>, rounded: &Rounded) {
    json::key(out, "rounded");
    json::object(out, |out| {
        json::member(out, "how", rounded.how().as_bytes());
        json::digits(out, "digits_lost", rounded.lost);
        json::digits(out, "first", rounded.first);
        json::digits(out, "last", rounded.last);
        json::member(out, "says", rounded.to_string().as_bytes());
    });
}

/// Appends `"format"`, `"flavour"` and `"form"`.
pub(super) fn named(out: &mut Vec<u8>, candidate: &Candidate<'_>) {
    json::member(out, "format", candidate.name().as_bytes());
    json::some(out, "flavour", candidate.flavour());
    json::member(out, "form", candidate.form().as_bytes());
}

/// `{"format":..,"flavour":..,"form":..,"score":..,"why":[..]`.
fn start(candidate: &Candidate<'_>) -> Vec<u8> {
    let mut out = b"{".to_vec();
    named(&mut out, candidate);
    spelling(&mut out, candidate.taken());
    json::key(&mut out, "score");
    out.extend_from_slice(candidate.score.round().to_string().as_bytes());
    let reasons = candidate.reasons().map(|(why, bits)| format!("{why} ({bits})"));
    json::strings(&mut out, "why", reasons);
    out
}
