//! Input that is larger than one buffer.

use evently_ledger::{Verifier, parallel::Report};
use ids_formats::{infer::Survey, json};
use serde::Deserialize;

use crate::{Refused, inference::Source, inspect::Known, lines::Lines, read, tally::Tally};

/// Input that arrives in pieces, and what is done with its lines: identifiers are counted by what they are, or surveyed
/// together as those of one source; records are verified as those of one ledger.
#[derive(Debug)]
pub struct Stream {
    lines: Lines,
    taken: Taken,
}

#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one")]
enum Taken {
    Tally(Tally),
    Survey(Survey<'static>),
    Ledger(Verifier),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum Request {
    Tally(Known),
    Infer(Source),
    Ledger {},
}

impl Stream {
    /// Begins what the request says: `{"tally":{"now":"0"}}`, `{"ledger":{}}` or
    /// `{"infer":{"known":{"now":"0"},"at":[{"id":"..","time":"0"}],"late":"0"}}`, of which `"at"` and
    /// `"late"` may be left out.
    ///
    /// # Errors
    /// The request is not valid, or no format reads an identifier of `"at"`.
    pub fn begin(request: &[u8]) -> Result<Self, Refused> {
        let taken = match read(request)? {
            Request::Tally(known) => Taken::Tally(Tally::new(known.context())),
            Request::Infer(source) => Taken::Survey(source.survey()?),
            Request::Ledger {} => Taken::Ledger(Verifier::from_genesis(None)),
        };
        Ok(Self { lines: Lines::default(), taken })
    }

    /// Takes the next bytes, wherever they end, and appends what is known so far, as
    /// [`end`](Self::end) does; of a survey only how many lines were read.
    pub fn feed(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        self.take(bytes);
        self.write(out);
    }

    /// Takes the last line, if it had no line feed, and appends the answer as JSON: what [`Tally::write`] says, what
    /// `ids infer --json` prints, or the verdict of `ids ledger verify --json` with a `"message"` for a failure.
    pub fn end(mut self, out: &mut Vec<u8>) {
        if self.lines.is_open() {
            self.take(b"\n");
        }
        if let Taken::Ledger(verifier) = &mut self.taken {
            verifier.end();
        }
        match self.taken {
            Taken::Survey(survey) => {
                json::object(out, |out| json::findings(out, &survey.findings()));
            }
            _ => self.write(out),
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        match &mut self.taken {
            Taken::Tally(tally) => self.lines.feed(bytes, |line, text| tally.add(line, text)),
            Taken::Survey(survey) => self.lines.feed(bytes, |line, text| {
                if !survey.add(text) {
                    survey.refuse(line, text);
                }
            }),
            Taken::Ledger(verifier) => verifier.feed(bytes),
        }
    }

    fn write(&self, out: &mut Vec<u8>) {
        match &self.taken {
            Taken::Tally(tally) => tally.write(self.lines.count, out),
            Taken::Survey(_) => {
                json::object(out, |out| json::digits(out, "lines", self.lines.count));
            }
            Taken::Ledger(verifier) => verdict(verifier, out),
        }
    }
}

fn verdict(verifier: &Verifier, out: &mut Vec<u8>) {
    let mut report = Report::default();
    (report.profile, report.head) = (verifier.profile(), verifier.head());
    (report.events, report.first) = (verifier.events(), verifier.failure().copied());
    report.failed = report.first.is_some().into();
    report.write_json(out);
    if let Some(failure) = report.first {
        // Into the failure's object, which was closed before the report's.
        out.truncate(out.len() - 2);
        json::member(out, "message", failure.fault.to_string().as_bytes());
        out.extend_from_slice(b"}}");
    }
}
