//! A ledger, verified as its bytes arrive.

use core::mem;

use crate::{Failure, Fault, MAX_RECORD, Verifier, records};

/// The next record.
const TOO_LONG: Failure = Failure { index: 0, offset: 0, row: None, fault: Fault::TooLong };

/// Verifies records that arrive in pieces, wherever these end, up to the first that is wrong.
///
/// ```
/// use evently_ledger::{Feed, Verifier};
/// let mut feed = Feed::new(Verifier::from_genesis(None));
/// feed.feed(b"{}\n[");
/// feed.end();
/// let failure = feed.failure().expect("an event has fields");
/// assert_eq!((feed.events(), failure.index, failure.fault.kind()), (0, 0, "missing_field"));
/// ```
#[derive(Debug)]
pub struct Feed {
    verifier: Verifier,
    events: u64,
    /// The beginning of a record whose end has not arrived, and where it begins among all bytes.
    rest: Vec<u8>,
    offset: u64,
    failure: Option<Failure>,
}

impl Feed {
    /// Records that this verifier verifies.
    #[inline]
    pub const fn new(verifier: Verifier) -> Self {
        Self { verifier, events: 0, rest: Vec::new(), offset: 0, failure: None }
    }

    /// What has verified them.
    #[inline]
    pub const fn verifier(&self) -> &Verifier {
        &self.verifier
    }

    /// How many records were right.
    #[inline]
    pub const fn events(&self) -> u64 {
        self.events
    }

    /// The first that is wrong. What comes behind it is not looked at.
    #[inline]
    pub const fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// Takes the next bytes.
    #[inline]
    pub fn feed(&mut self, bytes: &[u8]) {
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let (lines, rest) = bytes.split_at(end);
        if !lines.is_empty() && self.rest.is_empty() {
            self.verify(lines);
        } else if !lines.is_empty() {
            self.rest.extend_from_slice(lines);
            self.verify_rest();
        }
        if self.failure.is_none() {
            self.rest.extend_from_slice(rest);
        }
        if self.rest.len() > MAX_RECORD {
            self.fail(TOO_LONG);
        }
    }

    /// No more bytes come: the last record may lack its line feed. A ledger without events is not valid.
    #[inline]
    pub fn end(&mut self) {
        self.verify_rest();
        if self.failure.is_none() && self.verifier.head().is_none() {
            self.fail(Failure::EMPTY);
        }
    }

    fn verify_rest(&mut self) {
        let mut rest = mem::take(&mut self.rest);
        self.verify(&rest);
        rest.clear();
        self.rest = rest;
    }

    fn verify(&mut self, lines: &[u8]) {
        if self.failure.is_some() {
            return;
        }
        let is_long = |(_, line): &(usize, &[u8])| line.len() > MAX_RECORD;
        let long = if lines.len() > MAX_RECORD { records(lines).find(is_long) } else { None };
        let before = long.map_or(lines, |(start, _)| &lines[..start]);
        match self.verifier.verify_lines(before) {
            Ok(events) => self.events += events,
            Err(failure) => return self.fail(failure),
        }
        self.offset += before.len() as u64;
        if long.is_some() {
            self.fail(TOO_LONG);
        }
    }

    /// A failure among the lines that are looked at.
    fn fail(&mut self, failure: Failure) {
        self.events += failure.index;
        let (index, offset) = (self.events, self.offset + failure.offset);
        self.failure = Some(Failure { index, offset, ..failure });
        self.rest = Vec::new();
    }
}
