//! Candidates in JSON.

use ids_formats::{Candidate, Inspector, Verdict};

use super::{json, record::Record};

/// Writes the candidates that an inspector finds.
pub(crate) struct Candidates<'a> {
    pub(crate) records: &'a [Record<'a>],
    /// For each format and verdict the start of the object, for the canonical form.
    heads: Vec<[Option<Vec<u8>>; Verdict::ALL.len()]>,
}

impl<'a> Candidates<'a> {
    /// Of these formats, which the inspector has in this order.
    pub(crate) fn new(records: &'a [Record<'a>]) -> Self {
        Self { records, heads: vec![[const { None }; Verdict::ALL.len()]; records.len()] }
    }

    pub(crate) fn record(&self, candidate: &Candidate<'_>) -> &'a Record<'a> {
        &self.records[candidate.place]
    }

    /// Appends the candidates as an array.
    pub(crate) fn write(
        &mut self,
        out: &mut Vec<u8>,
        inspector: &Inspector<'_>,
        candidates: &[Candidate<'_>],
    ) {
        // The text of the last candidate: the next one's is mostly the same.
        let mut text = (usize::MAX, 0, 0..0);
        out.push(b'[');
        for candidate in candidates {
            let Candidate { place, form, bits, time, verdict, .. } = *candidate;
            let record = &self.records[place];
            if out.last() == Some(&b'}') {
                out.push(b',');
            }
            // A doubt may be another for each identifier.
            if form == record.facts.canonical && verdict != Verdict::Doubted {
                let head = &mut self.heads[place][verdict as usize];
                out.extend_from_slice(head.get_or_insert_with(|| start(record, candidate)));
            } else {
                out.extend_from_slice(&start(record, candidate));
            }
            let twin = inspector.twin(place);
            record.write_known(out, bits, time, |out| {
                if (text.0, text.1) == (twin, bits) {
                    out.extend_from_within(text.2.clone());
                } else {
                    let start = out.len();
                    record.format.write(record.facts.canonical, bits, out);
                    text = (twin, bits, start..out.len());
                }
            });
            out.push(b'}');
        }
        out.push(b']');
    }
}

/// `{"format":..,"flavour":..,"form":..,"score":..,"why":[..]`.
fn start(record: &Record<'_>, candidate: &Candidate<'_>) -> Vec<u8> {
    let mut out = b"{".to_vec();
    record.write_name(&mut out);
    json::member(&mut out, "form", record.facts.forms[candidate.form].name().as_bytes());
    json::key(&mut out, "score");
    json::decimal(&mut out, candidate.score.into());
    json::key(&mut out, "why");
    out.push(b'[');
    for (index, why) in candidate.reasons().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        json::string(&mut out, why.to_string().as_bytes());
    }
    out.push(b']');
    out
}
