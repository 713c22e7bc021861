//! Text that could not be read, with the place it failed at.

use std::fmt::Write;

use ids_formats::{
    Unread,
    spelling::{Spelling, about, cause},
};

use super::{Absent, Position, input};
use crate::{
    Failure, Output, Status,
    show::{BAD, DIM, argument, foreign, json, printable},
};

/// What is said of a text that stands for no value.
pub(crate) const MISSING: &str = "this is a missing value, and no identifier";

/// Columns of the text that are shown around the place.
const SHOWN: usize = 72;

fn say(unread: &Unread) -> String {
    match unread {
        Unread::Ambiguous { forms } => {
            let option = if forms.len() > 1 { "--form" } else { "--flavour" };
            format!("{unread}: say which with {option}")
        }
        Unread::Word { form } | Unread::Implausible { form, .. } => {
            format!("{unread}: if it is an identifier, give --form {form}")
        }
        Unread::OtherForm { .. } => format!("{unread}: --form says which is meant"),
        _ => unread.to_string(),
    }
}

/// A message with the place of what it is about. A program knows which answer it reads.
fn at(place: Option<Position<'_>>, json: bool, message: &str) -> String {
    match place.filter(|_| !json) {
        Some(place) => format!("{place}: {message}"),
        None => message.to_owned(),
    }
}

/// The text is no identifier of the chosen format. People are told where it stands. With `header` the
/// first of its source may be one, and an argument that has no place may be meant for a file. `--lenient` would take
/// off what is `around` an identifier.
pub(crate) fn unread(
    out: &mut Output,
    json: bool,
    (place, text): (Option<Position<'_>>, &[u8]),
    unread: &Unread,
    (strict, header): (bool, bool),
    around: Option<Vec<Spelling>>,
) -> Result<(), Failure> {
    let mut message = at(place, json, &say(unread));
    if let Some(around) = around {
        let _ = write!(message, "; it has {}: --lenient reads it", about(&around));
    }
    let rounded = matches!(unread, Unread::Rounded(_));
    if let Some(cause) = cause(text).filter(|_| !rounded) {
        message.push_str("; ");
        message.push_str(cause);
    }
    let word = header && !rounded;
    if word && place.is_some_and(|place| place.line == 1) && text.len() <= SHOWN {
        message.push_str("; if this is a header, give --header");
    }
    if header && place.is_none() {
        add_no_file(&mut message, text);
    }
    if strict && matches!(unread, Unread::Ambiguous { .. }) {
        out.status.raise(Status::Ambiguous);
    }
    report(out, json, text, unread.kind(), &message, unread.index())
}

/// The record has no such column, the line is not the JSON that is wanted, or is longer than any identifier.
pub(crate) fn absent(
    out: &mut Output,
    json: bool,
    place: Option<Position<'_>>,
    text: &[u8],
    absent: &Absent,
) -> Result<(), Failure> {
    let place = place.map_or_else(|| "this".to_owned(), |place| place.to_string());
    let message = format!("{place} {absent}");
    if json || !text.is_empty() {
        return report(out, json, text, absent.kind(), &message, None);
    }
    out.status.raise(Status::Invalid);
    out.complain(|page| page.error(message))
}

/// The text is no identifier of any format.
pub(crate) fn unknown(
    out: &mut Output,
    json: bool,
    text: &[u8],
    nearest: Option<(String, Option<usize>)>,
    argument: bool,
) -> Result<(), Failure> {
    let mut message = "no format reads this".to_owned();
    let mut index = None;
    if let Some(what) = foreign::name(text) {
        message = format!("{message}: it is {what}");
    } else if let Some((nearest, place)) = nearest {
        message = format!("{message}; nearest is {nearest}");
        index = place;
    }
    if let Some(cause) = cause(text) {
        message.push_str("; ");
        message.push_str(cause);
    }
    if argument {
        add_no_file(&mut message, text);
    }
    report(out, json, text, "unknown", &message, index)
}

/// What is said of an argument that may be meant for a file.
fn add_no_file(message: &mut String, text: &[u8]) {
    if let Some(why) = input::no_file(text) {
        message.push_str("; and ");
        message.push_str(why);
    }
}

/// The text is what programs write where there is no value.
pub(crate) fn missing(
    out: &mut Output,
    json: bool,
    place: Option<Position<'_>>,
    text: &[u8],
) -> Result<(), Failure> {
    report(out, json, text, "missing", &at(place, json, MISSING), None)
}

/// Writes `{"input":..,"error":{..}}`, or tells people on standard error. It is a line that is not valid.
fn report(
    out: &mut Output,
    json: bool,
    text: &[u8],
    kind: &str,
    message: &str,
    index: Option<usize>,
) -> Result<(), Failure> {
    out.status.raise(Status::Invalid);
    if json {
        json::answer(out.bytes(), text, |out| json::error(out, kind, message, index));
        return out.end();
    }
    let shown = argument(text);
    let hides = shown != printable(text);
    out.complain(|page| {
        page.error(message);
        // What hides a password has other places.
        let (text, index) = if hides { (shown.as_bytes(), None) } else { (text, index) };
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
