//! A ledger, verified as it arrives.

use evently_ledger::{Failure, Fault, MAX_RECORD, Verifier, parallel::Report};
use ids_formats::json;

use crate::stream::Taken;

/// Verifies records up to the first that is wrong.
#[derive(Debug)]
pub(crate) struct Ledger {
    verifier: Verifier,
    events: u64,
    offset: u64,
    failed: Option<Failure>,
}

impl Default for Ledger {
    fn default() -> Self {
        Self { verifier: Verifier::from_genesis(None), events: 0, offset: 0, failed: None }
    }
}

impl Ledger {
    fn fail(&mut self, offset: u64, fault: Fault) {
        let (index, offset) = (self.events, self.offset + offset);
        self.failed.get_or_insert(Failure { index, offset, row: None, fault });
    }
}

impl Taken for Ledger {
    fn take(&mut self, lines: &[u8]) {
        if self.failed.is_some() {
            return;
        }
        match self.verifier.verify_lines(lines) {
            Ok(count) => self.events += count,
            Err(failure) => {
                self.events += failure.index;
                self.fail(failure.offset, failure.fault);
            }
        }
        self.offset += lines.len() as u64;
    }

    fn open(&mut self, length: usize) {
        if length > MAX_RECORD {
            self.fail(0, Fault::TooLong);
        }
    }

    /// Appends the verdict as `ids ledger verify --json` prints it, with a `"message"` for a failure.
    fn write(&self, out: &mut Vec<u8>) {
        let Self { verifier, events, failed, .. } = self;
        let mut report = Report::default();
        (report.profile, report.head) = (verifier.profile(), verifier.head());
        report.events = *events;
        report.begin_json(failed.is_none(), out);
        match failed {
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

    fn end(mut self: Box<Self>, out: &mut Vec<u8>) {
        if self.verifier.head().is_none() {
            let empty = Failure { index: 0, offset: 0, row: None, fault: Fault::Empty };
            self.failed.get_or_insert(empty);
        }
        self.write(out);
    }
}
