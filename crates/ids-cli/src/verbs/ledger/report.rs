//! The verdict on a ledger.

use evently_ledger::{Failure, Fault, parallel::Report};

use super::cause::Cause;
use crate::show::{
    json,
    output::{DIM, Output, Page},
    plural,
};

/// What a valid ledger does not prove: the page says the same.
const BOUND: &str = "ids show accidents, not forgery: other data can have the same ids. Only a digest kept elsewhere shows that";

/// For people: a line with the verdict, and one that says what it is worth.
pub(super) fn show(report: &Report, page: &mut Page) {
    let events = if report.events == 1 { "event" } else { "events" };
    let mut parts = vec![format!("{} {events}", report.events)];
    parts.extend(report.profile.map(|profile| format!("profile {profile}")));
    parts.extend(report.head.map(|head| format!("ledger {}, head {head}", head.ledger())));
    parts.extend(report.digest.map(|digest| format!("sha256 {digest}")));
    let verdict = if report.failed == 0 { "valid" } else { "not valid" };
    page.text(format!("{verdict}: {}\n", parts.join(", ")));
    if report.failed == 0 {
        page.styled(DIM, BOUND);
        page.text("\n");
    }
}

/// A failure for people: where it is, and in which database.
pub(super) fn place(failed: &Failure, database: Option<&str>) -> String {
    match database {
        Some(database) if failed.fault == Fault::Empty => format!("{database}: {failed}\n"),
        Some(database) => {
            let row = failed.row.map_or_else(String::new, |row| format!(", row {row}"));
            format!("{database}: record {}{row}: {}\n", failed.index, failed.fault)
        }
        None => format!("{failed}\n"),
    }
}

/// Failures that are listed. A small file of zeros, compressed, has billions.
pub(super) const LISTED: u64 = 10_000;

/// A line for the failures that are not listed, if there are any.
pub(super) fn show_rest(report: &Report, json: bool, out: &mut Output) {
    let Some(rest @ 1..) = report.failed.checked_sub(LISTED) else { return };
    if json {
        json::line(out.bytes(), |out| json::digits(out, "unlisted", rest));
    } else {
        out.page().text(format!("and {} more\n", plural(rest, "failure")));
    }
}

/// One line for programs.
pub(super) fn write(report: &Report, cause: Option<&Cause>, out: &mut Vec<u8>) {
    report.write_json(out);
    if let Some(cause) = cause {
        // Into the object that has just been closed.
        out.pop();
        json::member(out, "cause", cause.name().as_bytes());
        out.push(b'}');
    }
    out.push(b'\n');
}

/// One line for programs, on a ledger whose next row in the database cannot be read.
pub(super) fn write_row(report: &Report, out: &mut Vec<u8>) {
    report.begin_json(false, out);
    json::object(out, |out| {
        json::digits(out, "index", report.records);
        json::member(out, "kind", b"row");
    });
    out.extend_from_slice(b"}\n");
}
