//! A ledger, verified as it arrives.

use evently_ledger::{Failure, Fault, MAX_RECORD, Verifier, parallel::Report};
use ids_formats::json;

use crate::lines::Lines;

/// Verifies records up to the first that is wrong.
#[derive(Debug)]
pub struct Ledger {
    verifier: Verifier,
    lines: Lines,
    checked: Checked,
}

/// What was found so far.
#[derive(Debug, Default)]
struct Checked {
    events: u64,
    offset: u64,
    failed: Option<Failure>,
}

impl Default for Ledger {
    fn default() -> Self {
        Self {
            verifier: Verifier::from_genesis(None),
            lines: Lines::new(MAX_RECORD + 1),
            checked: Checked::default(),
        }
    }
}

impl Checked {
    fn check(&mut self, verifier: &mut Verifier, lines: &[u8]) {
        if self.failed.is_some() {
            return;
        }
        match verifier.verify_lines(lines) {
            Ok(count) => self.events += count,
            Err(failure) => {
                self.events += failure.index;
                self.fail(failure.offset, failure.fault);
            }
        }
        self.offset += lines.len() as u64;
    }

    const fn fail(&mut self, offset: u64, fault: Fault) {
        self.failed =
            Some(Failure { index: self.events, offset: self.offset + offset, row: None, fault });
    }
}

impl Ledger {
    /// Takes the next bytes, wherever they end.
    pub fn feed(&mut self, bytes: &[u8]) {
        let Self { verifier, lines, checked } = self;
        if checked.failed.is_none() {
            lines.feed(bytes, |lines| checked.check(verifier, lines));
            if lines.open() > MAX_RECORD {
                checked.fail(0, Fault::TooLong);
            }
        }
    }

    /// Takes the last line, if it had no line feed.
    #[must_use]
    pub fn end(mut self) -> Self {
        let rest = core::mem::replace(&mut self.lines, Lines::new(0)).end();
        self.checked.check(&mut self.verifier, &rest);
        if self.checked.failed.is_none() && self.verifier.head().is_none() {
            self.checked.failed =
                Some(Failure { index: 0, offset: 0, row: None, fault: Fault::Empty });
        }
        self
    }

    /// Appends the verdict as `ids ledger verify --json` prints it, with a `"message"` for a failure.
    pub fn write(&self, out: &mut Vec<u8>) {
        let Self { verifier, checked, .. } = self;
        let mut report = Report::default();
        (report.profile, report.head) = (verifier.profile(), verifier.head());
        report.events = checked.events;
        report.begin_json(checked.failed.is_none(), out);
        match checked.failed {
            Some(failed) => {
                failed.write_json(out);
                // Inside the object of the failure.
                out.pop();
                json::member(out, "message", failed.fault.to_string().as_bytes());
                out.push(b'}');
            }
            None => out.extend_from_slice(b"null"),
        }
        out.push(b'}');
    }
}
