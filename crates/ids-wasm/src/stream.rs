//! Input that is larger than one buffer.

use core::fmt::Debug;

use evently_ledger::MAX_RECORD;
use serde::Deserialize;

use crate::{
    Refused,
    inference::{Inference, Source},
    inspect::Known,
    ledger::Ledger,
    lines::Lines,
    read,
    tally::Tally,
};

/// The longest line with an identifier that is looked at. No text form of any format comes near.
const MAX_LINE: usize = 4096;

/// What is done with lines.
pub(crate) trait Taken: Debug {
    /// Takes lines, each with its line feed, but the last of all.
    fn take(&mut self, lines: &[u8]);

    /// Says how long the line is that has not ended.
    fn open(&mut self, _length: usize) {}

    /// Appends what is known so far.
    fn write(&self, out: &mut Vec<u8>);

    /// Appends what is known at the end.
    fn end(self: Box<Self>, out: &mut Vec<u8>) {
        self.write(out);
    }
}

/// Input that arrives in pieces, and what is done with its lines: identifiers are counted by what they are, or surveyed
/// together as those of one source; records are verified as those of one ledger.
#[derive(Debug)]
pub struct Stream {
    lines: Lines,
    taken: Box<dyn Taken>,
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
        let (limit, taken): (_, Box<dyn Taken>) = match read(request)? {
            Request::Tally(known) => (MAX_LINE, Box::new(Tally::new(known.context()))),
            Request::Infer(source) => (MAX_LINE, Box::new(Inference::new(&source)?)),
            Request::Ledger {} => (MAX_RECORD + 1, Box::new(Ledger::default())),
        };
        Ok(Self { lines: Lines::new(limit), taken })
    }

    /// Takes the next bytes, wherever they end, and appends what is known so far, as
    /// [`end`](Self::end) does; of a survey only how many lines were read.
    pub fn feed(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        let Self { lines, taken } = self;
        lines.feed(bytes, |lines| taken.take(lines));
        taken.open(lines.open());
        taken.write(out);
    }

    /// Takes the last line, if it had no line feed, and appends the answer as JSON.
    pub fn end(mut self, out: &mut Vec<u8>) {
        self.taken.take(&self.lines.end());
        self.taken.end(out);
    }
}
