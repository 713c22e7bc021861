//! The verdict on a ledger.

use evently_ledger::{
    Digest, EventId, Fault, Profile,
    parallel::{Failed, Report, Why},
};

use crate::show::{json, output::Page};

/// One line for people.
pub(super) fn show(report: &Report, page: &mut Page) {
    let events = if report.events == 1 { "event" } else { "events" };
    let mut parts = vec![format!("{} {events}", report.events)];
    parts.extend(report.profile.map(|profile| format!("profile {profile}")));
    parts.extend(report.head.map(|head| format!("ledger {}, head {head}", head.ledger())));
    parts.extend(report.digest.map(|digest| format!("sha256 {digest}")));
    let verdict = if report.failed == 0 { "valid" } else { "not valid" };
    page.text(format!("{verdict}: {}\n", parts.join(", ")));
}

/// A failure for people: where it is, and in which database.
pub(super) fn place(failed: &Failed, database: Option<&str>) -> String {
    match database {
        Some(database) => format!("{database}: record {}: {}\n", failed.index, failed.why),
        None => format!("{failed}\n"),
    }
}

/// One line for programs.
pub(super) fn write(report: &Report, out: &mut Vec<u8>) {
    begin(report, report.failed == 0, out);
    match &report.first {
        Some(failed) => failure(failed, out),
        None => out.extend_from_slice(b"null"),
    }
    out.push(b'}');
}

/// One line for programs, on a ledger whose next row in the database cannot be read.
pub(super) fn write_row(report: &Report, out: &mut Vec<u8>) {
    begin(report, false, out);
    out.push(b'{');
    json::member(out, "index", report.records.to_string().as_bytes());
    json::member(out, "kind", b"row");
    out.extend_from_slice(b"}}");
}

/// The line, up to what is wrong.
fn begin(report: &Report, valid: bool, out: &mut Vec<u8>) {
    out.push(b'{');
    json::key(out, "valid");
    out.extend_from_slice(if valid { b"true" } else { b"false" });
    optional(out, "profile", report.profile.map(Profile::name));
    optional(out, "ledger", report.head.map(|head| head.ledger().encode()));
    json::member(out, "events", report.events.to_string().as_bytes());
    optional(out, "head", report.head.map(EventId::encode));
    if report.unchecked > 0 {
        json::member(out, "unchecked", report.unchecked.to_string().as_bytes());
    }
    if report.digest.is_some() {
        optional(out, "sha256", report.digest.map(Digest::encode));
    }
    json::key(out, "failure");
}

/// A failure for programs.
pub(super) fn failure(failed: &Failed, out: &mut Vec<u8>) {
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
    out.push(b'}');
}

fn optional(out: &mut Vec<u8>, name: &str, value: Option<impl AsRef<str>>) {
    json::key(out, name);
    match value {
        Some(value) => json::string(out, value.as_ref().as_bytes()),
        None => out.extend_from_slice(b"null"),
    }
}
