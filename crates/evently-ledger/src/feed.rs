//! A ledger, verified as its bytes arrive.

use core::mem;

use crate::{Failure, Fault, MAX_RECORD, Verifier, records};

/// The next record.
const TOO_LONG: Failure = Failure { index: 0, offset: 0, row: None, fault: Fault::TooLong };

/// What has arrived of a ledger.
#[derive(Debug, Default)]
pub(crate) struct Fed {
    events: u64,
    /// The beginning of a record whose end has not arrived, and where it begins among all bytes.
    rest: Vec<u8>,
    offset: u64,
    failure: Option<Failure>,
}

impl Verifier {
    /// Takes the next bytes of records that arrive in pieces, wherever these end, and verifies them up to the first that
    /// is wrong.
    ///
    /// ```
    /// use evently_ledger::Verifier;
    /// let mut verifier = Verifier::from_genesis(None);
    /// verifier.feed(b"{}\n[");
    /// verifier.end();
    /// let failure = verifier.failure().expect("an event has fields");
    /// assert_eq!((verifier.events(), failure.index, failure.fault.kind()), (0, 0, "missing_field"));
    /// ```
    #[inline]
    pub fn feed(&mut self, bytes: &[u8]) {
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let (lines, rest) = bytes.split_at(end);
        if !lines.is_empty() && self.fed.rest.is_empty() {
            self.verify_fed(lines);
        } else if !lines.is_empty() {
            self.fed.rest.extend_from_slice(lines);
            self.verify_rest();
        }
        if self.fed.failure.is_none() {
            self.fed.rest.extend_from_slice(rest);
        }
        if self.fed.rest.len() > MAX_RECORD {
            self.fed.fail(TOO_LONG);
        }
    }

    /// No more bytes come: the last record may lack its line feed. A ledger without events is not valid.
    #[inline]
    pub fn end(&mut self) {
        self.verify_rest();
        if self.fed.failure.is_none() && self.head().is_none() {
            self.fed.fail(Failure::EMPTY);
        }
    }

    /// How many of the records that it was [fed](Self::feed) were right.
    #[inline]
    pub const fn events(&self) -> u64 {
        self.fed.events
    }

    /// The first of them that is wrong. What comes behind it is not looked at.
    #[inline]
    pub const fn failure(&self) -> Option<&Failure> {
        self.fed.failure.as_ref()
    }

    fn verify_rest(&mut self) {
        let mut rest = mem::take(&mut self.fed.rest);
        self.verify_fed(&rest);
        rest.clear();
        self.fed.rest = rest;
    }

    fn verify_fed(&mut self, lines: &[u8]) {
        if self.fed.failure.is_some() {
            return;
        }
        let is_long = |(_, line): &(usize, &[u8])| line.len() > MAX_RECORD;
        let long = if lines.len() > MAX_RECORD { records(lines).find(is_long) } else { None };
        let before = long.map_or(lines, |(start, _)| &lines[..start]);
        match self.verify_lines(before) {
            Ok(events) => self.fed.events += events,
            Err(failure) => return self.fed.fail(failure),
        }
        self.fed.offset += before.len() as u64;
        if long.is_some() {
            self.fed.fail(TOO_LONG);
        }
    }
}

impl Fed {
    /// A failure among the lines that are looked at.
    fn fail(&mut self, failure: Failure) {
        self.events += failure.index;
        let (index, offset) = (self.events, self.offset + failure.offset);
        self.failure = Some(Failure { index, offset, ..failure });
        self.rest = Vec::new();
    }
}
