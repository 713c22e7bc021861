//! The verdict on a ledger.

use evently_ledger::parallel::{Failed, Report};

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
        Some(database) => {
            let row = failed.row.map_or_else(String::new, |row| format!(", row {row}"));
            format!("{database}: record {}{row}: {}\n", failed.index, failed.why)
        }
        None => format!("{failed}\n"),
    }
}

/// One line for programs, on a ledger whose next row in the database cannot be read.
pub(super) fn write_row(report: &Report, out: &mut Vec<u8>) {
    report.begin_json(false, out);
    out.push(b'{');
    json::member(out, "index", report.records.to_string().as_bytes());
    json::member(out, "kind", b"row");
    out.extend_from_slice(b"}}");
}
