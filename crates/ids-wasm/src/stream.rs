//! Input that is larger than one buffer.

use serde::Deserialize;

use crate::{Inference, Ledger, Refused, Tally, inference::Source, inspect::Known, read};

/// What is done with a stream of lines.
#[derive(Debug)]
pub enum Stream {
    /// Each is an identifier: what kinds there are, and how many of each.
    Tally(Box<Tally>),
    /// Each is an identifier of one source: what they are together.
    Infer(Box<Inference>),
    /// Each is a record of one ledger, which is verified.
    Ledger(Box<Ledger>),
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
        Ok(match read(request)? {
            Request::Tally(known) => Self::Tally(Box::new(Tally::new(known.context()))),
            Request::Infer(source) => Self::Infer(Box::new(Inference::new(&source)?)),
            Request::Ledger {} => Self::Ledger(Box::default()),
        })
    }

    /// Takes the next bytes, wherever they end, and appends what is known so far, as
    /// [`end`](Self::end) does; of a survey only how many lines were read.
    pub fn feed(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        match self {
            Self::Tally(tally) => {
                tally.feed(bytes);
                tally.write(out);
            }
            Self::Infer(inference) => {
                inference.feed(bytes);
                inference.write_progress(out);
            }
            Self::Ledger(ledger) => {
                ledger.feed(bytes);
                ledger.write(out);
            }
        }
    }

    /// Takes the last line, if it had no line feed, and appends the answer as JSON.
    pub fn end(self, out: &mut Vec<u8>) {
        match self {
            Self::Tally(tally) => tally.end().write(out),
            Self::Infer(inference) => inference.end(out),
            Self::Ledger(ledger) => ledger.end().write(out),
        }
    }
}
