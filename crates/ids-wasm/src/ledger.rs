//! A ledger, verified as it arrives.

use evently_ledger::{
    EventId, Fault, MAX_RECORD, Profile, Verifier,
    parallel::{Failed, Why},
};
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
    failed: Option<Failed>,
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
                self.fail(failure.offset, Why::Fault(failure.fault));
            }
        }
        self.offset += lines.len() as u64;
    }

    const fn fail(&mut self, offset: u64, why: Why) {
        self.failed = Some(Failed { index: self.events, offset: self.offset + offset, why });
    }
}

impl Ledger {
    /// Takes the next bytes, wherever they end.
    pub fn feed(&mut self, bytes: &[u8]) {
        let Self { verifier, lines, checked } = self;
        if checked.failed.is_none() {
            lines.feed(bytes, |lines| checked.check(verifier, lines));
            if lines.open() > MAX_RECORD {
                checked.fail(0, Why::TooLong);
            }
        }
    }

    /// Takes the last line, if it had no line feed.
    #[must_use]
    pub fn end(mut self) -> Self {
        let rest = core::mem::replace(&mut self.lines, Lines::new(0)).end();
        self.checked.check(&mut self.verifier, &rest);
        self
    }

    /// Appends the verdict as `ids ledger verify --json` prints it, with a `"message"` for a failure.
    pub fn write(&self, out: &mut Vec<u8>) {
        let (verifier, checked) = (&self.verifier, &self.checked);
        let (profile, head) = (verifier.profile(), verifier.head());
        out.push(b'{');
        json::key(out, "valid");
        out.extend_from_slice(if checked.failed.is_none() { b"true" } else { b"false" });
        optional(out, "profile", profile.map(Profile::name));
        optional(out, "ledger", head.map(|head| head.ledger().encode()));
        json::member(out, "events", checked.events.to_string().as_bytes());
        optional(out, "head", head.map(EventId::encode));
        json::key(out, "failure");
        match checked.failed {
            Some(failed) => failure(failed, out),
            None => out.extend_from_slice(b"null"),
        }
        out.push(b'}');
    }
}

fn failure(failed: Failed, out: &mut Vec<u8>) {
    out.push(b'{');
    json::member(out, "index", failed.index.to_string().as_bytes());
    json::member(out, "line", (failed.index + 1).to_string().as_bytes());
    json::member(out, "offset", failed.offset.to_string().as_bytes());
    json::member(out, "kind", failed.why.kind().as_bytes());
    let (found, expected) = match failed.why {
        Why::Fault(Fault::Mismatch { found, expected }) => {
            (found.map(|found| found.to_string()), Some(expected))
        }
        Why::Fault(Fault::NotMonotonic { found, .. }) => (Some(found.to_string()), None),
        _ => (None, None),
    };
    optional(out, "found", found);
    optional(out, "expected", expected.map(EventId::encode));
    json::member(out, "message", failed.why.to_string().as_bytes());
    out.push(b'}');
}

fn optional(out: &mut Vec<u8>, name: &str, value: Option<impl AsRef<str>>) {
    json::key(out, name);
    match value {
        Some(value) => json::string(out, value.as_ref().as_bytes()),
        None => out.extend_from_slice(b"null"),
    }
}
