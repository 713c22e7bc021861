//! The verdict on a ledger.

use evently_id::{Digest, EventId, Fault, Profile};

use crate::{json, output::Page};

/// What is said of a record of more than [`MAX_RECORD`](super::chunks::MAX_RECORD).
pub(super) const TOO_LONG: &str = "longer than 16 MiB";

/// A record that is wrong.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failed {
    /// Its index; in an outcome, among the records of its chunk.
    pub(super) index: u64,
    /// The byte at which it was noticed; in an outcome, from the start of its chunk.
    pub(super) offset: u64,
    pub(super) why: Why,
}

/// What is wrong with it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Why {
    Fault(Fault),
    /// It is longer than a record may be.
    TooLong,
}

impl Why {
    fn kind(self) -> &'static str {
        match self {
            Self::Fault(fault) => fault.kind(),
            Self::TooLong => "too_long",
        }
    }
}

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "record {} (line {}, byte {}): ", self.index, self.index + 1, self.offset)?;
        match self.why {
            Why::Fault(fault) => write!(f, "{fault}"),
            Why::TooLong => f.write_str(TOO_LONG),
        }
    }
}

/// What has been found so far, in the order of the records.
#[derive(Debug, Default)]
pub(super) struct Report {
    pub(super) profile: Option<Profile>,
    /// The last event that was verified, or the trusted one.
    pub(super) head: Option<EventId>,
    /// Records seen.
    pub(super) records: u64,
    /// Of them, those verified.
    pub(super) events: u64,
    /// Of them, those that only say where to go on after a failure.
    pub(super) unchecked: u64,
    pub(super) failed: u64,
    pub(super) first: Option<Failed>,
    pub(super) digest: Option<Digest>,
}

impl Report {
    pub(super) fn add(&mut self, failed: Failed) {
        self.failed += 1;
        self.first.get_or_insert(failed);
    }

    /// One line for people.
    pub(super) fn show(&self, page: &mut Page) {
        let events = if self.events == 1 { "event" } else { "events" };
        let mut parts = vec![format!("{} {events}", self.events)];
        parts.extend(self.profile.map(|profile| format!("profile {profile}")));
        parts.extend(self.head.map(|head| format!("ledger {}, head {head}", head.ledger())));
        parts.extend(self.digest.map(|digest| format!("sha256 {digest}")));
        let verdict = if self.failed == 0 { "valid" } else { "not valid" };
        page.text(format!("{verdict}: {}\n", parts.join(", ")));
    }

    /// One line for programs.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.push(b'{');
        json::key(out, "valid");
        out.extend_from_slice(if self.failed == 0 { b"true" } else { b"false" });
        optional(out, "profile", self.profile.map(Profile::name));
        optional(out, "ledger", self.head.map(|head| head.ledger().encode()));
        json::member(out, "events", self.events.to_string().as_bytes());
        optional(out, "head", self.head.map(EventId::encode));
        if self.unchecked > 0 {
            json::member(out, "unchecked", self.unchecked.to_string().as_bytes());
        }
        if self.digest.is_some() {
            optional(out, "sha256", self.digest.map(Digest::encode));
        }
        json::key(out, "failure");
        match &self.first {
            Some(failed) => failed.write(out),
            None => out.extend_from_slice(b"null"),
        }
        out.push(b'}');
    }
}

impl Failed {
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.push(b'{');
        json::member(out, "index", self.index.to_string().as_bytes());
        json::member(out, "line", (self.index + 1).to_string().as_bytes());
        json::member(out, "offset", self.offset.to_string().as_bytes());
        json::member(out, "kind", self.why.kind().as_bytes());
        let (found, expected) = match self.why {
            Why::Fault(Fault::Mismatch { found, expected }) => {
                (found.map(|found| found.to_string()), Some(expected))
            }
            Why::Fault(Fault::NotMonotonic { found, .. }) => (Some(found.to_string()), None),
            _ => (None, None),
        };
        optional(out, "found", found);
        optional(out, "expected", expected.map(EventId::encode));
        out.push(b'}');
    }
}

fn optional(out: &mut Vec<u8>, name: &str, value: Option<impl AsRef<str>>) {
    json::key(out, name);
    match value {
        Some(value) => json::string(out, value.as_ref().as_bytes()),
        None => out.extend_from_slice(b"null"),
    }
}
