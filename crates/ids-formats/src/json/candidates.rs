//! Candidates in JSON.

use alloc::{format, string::ToString, vec, vec::Vec};

use super::{Record, other, write as json};
use crate::{
    Answer, Candidate, Evidence, Found, Inspector,
    others::{self, Kind},
    rounded::Rounded,
    spelling::Spelling,
};

/// Heads that are kept for each slot. Texts of one format have few shapes.
const KEPT: usize = 16;

/// The starts of objects, each by the score and the doubt.
type Heads = Vec<(Evidence, Option<&'static str>, Vec<u8>)>;

/// Writes the candidates that an inspector finds.
#[derive(Debug)]
pub struct Candidates<'a> {
    records: &'a [Record<'a>],
    /// For each [slot](Candidate::slot) the heads that it has had.
    heads: Vec<Heads>,
    parts: bool,
}

impl<'a> Candidates<'a> {
    /// Of these formats, which the inspector has in this order.
    #[inline]
    pub fn new(records: &'a [Record<'a>]) -> Self {
        let slots = 2 * records.len().max(Kind::ALL.len());
        Self { records, heads: vec![Heads::new(); slots], parts: false }
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
        let number = |found: &Candidate<'_>| match found.found {
            Found::Own { place, bits, .. } if self.records[place].facts.is_number() => Some(bits),
            _ => None,
        };
        let number = candidates.iter().find_map(number);
        let text = first.map_or(text, read_from);
        let rounded = number.and_then(|bits| Rounded::written(text).or_else(|| Rounded::of(bits)));
        let answer = Answer::of(candidates);
        json::member(out, "answer", answer.name().as_bytes());
        if let Some(first) = first {
            spelling(out, first.taken());
        }
        out.extend_from_slice(b",\"candidates\":[");
        // The text of the last candidate: the next one's is mostly the same.
        let mut last = (usize::MAX, 0, 0..0);
        for candidate in candidates {
            if out.last() == Some(&b'}') {
                out.push(b',');
            }
            self.start(out, candidate);
            match candidate.found {
                Found::Own { place, bits, .. } => {
                    let record = &self.records[place];
                    let twin = inspector.twin(place);
                    record.write_known(out, bits, candidate.time, |out| {
                        if (last.0, last.1) == (twin, bits) {
                            out.extend_from_within(last.2.clone());
                        } else {
                            let start = out.len();
                            record.format.write(record.facts.canonical, bits, out);
                            last = (twin, bits, start..out.len());
                        }
                    });
                    if let (Some(rounded), Some(timed)) = (rounded, record.timed) {
                        let times = rounded.times(timed).filter(|_| record.facts.is_number());
                        if let Some((from, until)) = times {
                            record.write_instant(out, "made_from", from);
                            record.write_instant(out, "made_until", until);
                        }
                    }
                    if self.parts {
                        record.write_parts(out, bits);
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

    /// Appends the start of a candidate's object: as it was for the last one like it, if nothing in
    /// its reasons depends on more than its score.
    fn start(&mut self, out: &mut Vec<u8>, candidate: &Candidate<'_>) {
        let Some(slot) = candidate.slot() else {
            return out.extend_from_slice(&start(candidate));
        };
        let (heads, key) = (&mut self.heads[slot], (candidate.score, candidate.doubt));
        if let Some((.., head)) = heads.iter().find(|(score, doubt, _)| (*score, *doubt) == key) {
            return out.extend_from_slice(head);
        }
        let head = start(candidate);
        out.extend_from_slice(&head);
        if heads.len() < KEPT {
            heads.push((candidate.score, candidate.doubt, head));
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
