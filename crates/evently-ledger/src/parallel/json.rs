//! A verdict in JSON, for programs.

use std::io::Write as _;

use super::Report;
use crate::{Failure, Fault, Profile};

impl Report {
    /// Appends the object that `ids ledger verify --json` prints, without a line feed. Its `"failure"` is
    /// the first, or `null`.
    ///
    /// ```
    /// use evently_ledger::parallel::Verification;
    /// let (report, read) = Verification::default().run(&b""[..]);
    /// read?;
    /// let mut out = Vec::new();
    /// report.write_json(&mut out);
    /// // A ledger has at least its first event.
    /// let text = String::from_utf8_lossy(&out);
    /// assert!(text.starts_with(r#"{"valid":false,"profile":null,"ledger":null,"events":"0","head":null"#));
    /// assert!(text.contains(r#""kind":"empty""#));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn write_json(&self, out: &mut Vec<u8>) {
        self.begin_json(self.failed == 0, out);
        match &self.first {
            Some(failed) => failed.write_json(out),
            None => out.extend_from_slice(b"null"),
        }
        out.push(b'}');
    }

    /// Appends the object up to the value of `"failure"`.
    #[inline]
    pub fn begin_json(&self, valid: bool, out: &mut Vec<u8>) {
        let _ = write!(out, "{{\"valid\":{valid}");
        optional(out, "profile", self.profile.map(Profile::name));
        optional(out, "ledger", self.head.map(crate::EventId::ledger));
        let _ = write!(out, ",\"events\":\"{}\"", self.events);
        optional(out, "head", self.head);
        if self.unchecked > 0 {
            let _ = write!(out, ",\"unchecked\":\"{}\"", self.unchecked);
        }
        if self.digest.is_some() {
            optional(out, "sha256", self.digest);
        }
        out.extend_from_slice(b",\"failure\":");
    }
}

impl Failure {
    /// Appends the object of a failure: `"index"`, `"line"`, `"offset"`, `"kind"`, `"found"`, `"expected"`, and
    /// in a database `"row"`.
    #[inline]
    pub fn write_json(&self, out: &mut Vec<u8>) {
        let (found, expected) = match self.fault {
            Fault::Mismatch { found, expected } => {
                (found.map(|found| found.to_string()), Some(expected))
            }
            Fault::NotMonotonic { found, .. } | Fault::OtherId { found } => {
                (Some(found.to_string()), None)
            }
            _ => (None, None),
        };
        let Self { index, offset, row, fault } = self;
        let (line, kind) = (index + 1, fault.kind());
        let _ = write!(
            out,
            "{{\"index\":\"{index}\",\"line\":\"{line}\",\"offset\":\"{offset}\",\"kind\":\"{kind}\""
        );
        optional(out, "found", found);
        optional(out, "expected", expected);
        if row.is_some() {
            optional(out, "row", *row);
        }
        out.push(b'}');
    }
}

/// Appends a member that is `null` if there is none.
fn optional(out: &mut Vec<u8>, name: &str, value: Option<impl ToString>) {
    let text = value.map_or_else(
        || "null".into(),
        |value| {
            // A record can have any text of ASCII where its id stands; a terminal acts on this one, too.
            serde_json::Value::from(value.to_string()).to_string().replace('\u{7f}', "\\u007f")
        },
    );
    let _ = write!(out, ",\"{name}\":{text}");
}
