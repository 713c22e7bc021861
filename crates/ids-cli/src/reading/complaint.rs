//! Text that could not be read, with the place it failed at.

use ids_formats::{Format, Unread};

use super::input::{Line, MAX_LINE};
use crate::{
    show::{
        foreign, json,
        output::{BAD, DIM, Output},
        outside::printable,
        plural::plural,
    },
    status::{Failure, Status},
};

/// Columns of the text that are shown around the place.
const SHOWN: usize = 72;

/// What reading nothing is worth.
pub(crate) fn status(unread: &Unread, strict: bool) -> Status {
    match unread {
        Unread::Ambiguous { .. } if strict => Status::Ambiguous,
        _ => Status::Invalid,
    }
}

fn say(unread: &Unread) -> String {
    match unread {
        Unread::Ambiguous { forms } => {
            let option = if forms.len() > 1 { "--form" } else { "--flavour" };
            format!("{unread}: say which with {option}")
        }
        _ => unread.to_string(),
    }
}

/// The text is no identifier of the chosen format.
pub(crate) fn unread(
    out: &mut Output,
    json: bool,
    text: &[u8],
    unread: &Unread,
) -> Result<(), Failure> {
    report(out, json, text, unread.kind(), &say(unread), unread.index())
}

/// The same of a text in a record of a table.
pub(crate) fn unread_in(
    out: &mut Output,
    record: u64,
    text: &[u8],
    unread: &Unread,
) -> Result<(), Failure> {
    let message = format!("record {record}: {}", say(unread));
    report(out, false, text, unread.kind(), &message, unread.index())
}

/// The record has no such column.
pub(crate) fn short(
    out: &mut Output,
    json: bool,
    record: u64,
    columns: usize,
) -> Result<(), Failure> {
    let columns = plural(columns as u64, "column");
    let message = format!("record {record} has only {columns}: the chosen column is missing");
    if json {
        return report(out, json, b"", "column", &message, None);
    }
    out.complain(|page| {
        page.styled(BAD, "error");
        page.text(format!(": {message}\n"));
    })
}

/// The text is no identifier of any format.
pub(crate) fn unknown(
    out: &mut Output,
    json: bool,
    text: &[u8],
    nearest: Option<(&dyn Format, Unread)>,
) -> Result<(), Failure> {
    let mut message = "no format reads this".to_owned();
    let mut index = None;
    if let Some(what) = foreign::name(text) {
        message = format!("{message}: it is {what}");
    } else if let Some((format, unread)) = nearest {
        message = format!("{message}; nearest is {}, {}", format.facts().family, say(&unread));
        index = unread.index();
    }
    report(out, json, text, "unknown", &message, index)
}

/// The line is longer than any identifier.
pub(crate) fn too_long(out: &mut Output, json: bool, line: Line<'_>) -> Result<(), Failure> {
    let (Line::Text(text) | Line::TooLong(text)) = line;
    let message = format!("the line is longer than {MAX_LINE} bytes; only its beginning is shown");
    report(out, json, text, "line_too_long", &message, None)
}

/// Writes `{"input":..,"error":{..}}`, or tells people on standard error.
fn report(
    out: &mut Output,
    json: bool,
    text: &[u8],
    kind: &str,
    message: &str,
    index: Option<usize>,
) -> Result<(), Failure> {
    if json {
        let bytes = out.bytes();
        json::open(bytes, text);
        json::key(bytes, "error");
        bytes.push(b'{');
        json::member(bytes, "kind", kind.as_bytes());
        json::member(bytes, "message", message.as_bytes());
        if let Some(index) = index {
            json::key(bytes, "index");
            json::decimal(bytes, index as u64);
        }
        bytes.extend_from_slice(b"}}\n");
        return out.end();
    }
    out.complain(|page| {
        page.styled(BAD, "error");
        page.text(format!(": {message}\n"));
        let place = index.unwrap_or(0).min(text.len());
        let start = place.saturating_sub(SHOWN / 2);
        let end = text.len().min(start + SHOWN);
        let before = if start > 0 { "…" } else { "" };
        let after = if end < text.len() { "…" } else { "" };
        page.text(format!("  {before}{}{after}\n", printable(&text[start..end])));
        if index.is_some() {
            let column = before.chars().count() + printable(&text[start..place]).chars().count();
            page.text(" ".repeat(2 + column));
            page.styled(BAD, "^");
            page.text("\n");
        } else if text.is_empty() {
            page.styled(DIM, "  (an empty text)\n");
        }
    })
}
