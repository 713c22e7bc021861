//! Input that is larger than one buffer.

use serde::Deserialize;

use crate::{Ledger, Refused, Tally, inspect::Known, read};

/// What is done with a stream of lines.
#[derive(Debug)]
pub enum Stream {
    /// Each is an identifier: what kinds there are, and how many of each.
    Tally(Box<Tally>),
    /// Each is a record of one ledger, which is verified.
    Ledger(Box<Ledger>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum Request {
    Tally(Known),
    Ledger {},
}

impl Stream {
    /// Begins what the request says: `{"tally":{"now":"0"}}` or `{"ledger":{}}`.
    ///
    /// # Errors
    /// The request is none.
    pub fn begin(request: &[u8]) -> Result<Self, Refused> {
        Ok(match read(request)? {
            Request::Tally(known) => Self::Tally(Box::new(Tally::new(known.context()))),
            Request::Ledger {} => Self::Ledger(Box::default()),
        })
    }

    /// Takes the next bytes, wherever they end, and appends what is known so far, as
    /// [`end`](Self::end) does.
    pub fn feed(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        match self {
            Self::Tally(tally) => {
                tally.feed(bytes);
                tally.write(out);
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
            Self::Ledger(ledger) => ledger.end().write(out),
        }
    }
}
