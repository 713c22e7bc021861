//! Why a file is no valid ledger, where its bytes show what a program has done to it.

use core::{fmt, ops::Range};
use std::{collections::BTreeMap, iter};

use evently_ledger::{
    EventId, EventReader, Failure, Fault, Profile, Verifier, file::compression, records,
};
use ids_formats::rounded::Rounded;
use serde_json::{Deserializer, value::RawValue};

use crate::show::printable;

/// Bytes that are looked at.
pub(super) const PIECE: usize = 256 << 10;

/// Of them, those before the record that is wrong.
pub(super) const BEFORE: usize = PIECE / 4;

/// Records that are tried in place of one, and their bytes.
const TRIED: usize = 10_000;
const TRIED_BYTES: usize = 4 << 20;

/// The largest number below which binary64 has all.
const EXACT: u128 = 1 << f64::MANTISSA_DIGITS;

/// What was done to a file.
#[derive(Debug)]
pub(super) struct Cause {
    /// The name, for programs.
    pub(super) name: &'static str,
    /// What shows it, where that is one of several things.
    evidence: Option<String>,
}

/// The name of each, and what is said of it: a sentence, and what to do.
const CAUSES: &str = include_str!("causes.txt");

impl Cause {
    const fn new(name: &'static str) -> Self {
        Self { name, evidence: None }
    }

    /// What the first bytes of a file show.
    fn of_start(text: &[u8]) -> Option<&'static str> {
        const TAR: Range<usize> = 257..262;
        match text {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [b'{', 0, ..] | [0, b'{', ..] => Some("utf-16"),
            [b'P', b'K', 3, 4, ..] => Some("zip"),
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some("bzip2"),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some("xz"),
            _ if text.starts_with(b"SQLite format 3\0") => Some("sqlite"),
            _ if text.get(TAR) == Some(b"ustar") => Some("tar"),
            _ => compression(text).map(|_| "compressed-twice"),
        }
    }

    /// What is wrong with the lines from here on, of which the first is no record. `whole` is whether the file ends
    /// with this text.
    fn of_lines(text: &[u8], whole: bool) -> Option<&'static str> {
        let line = records(text).next().map_or(text, |(_, line)| line);
        if line.trim_ascii().is_empty() {
            return Some("blank-line");
        }
        if text.starts_with(b"\xef\xbb\xbf") {
            return Some("byte-order-mark");
        }
        let start = text.trim_ascii_start();
        if let Some(events) = start.strip_prefix(b"[") {
            return first_event(events).map(|_| "array");
        }
        let Some(end) = first_event(start) else {
            let cut = serde_json::from_slice::<&RawValue>(start).is_err_and(|error| error.is_eof());
            let last = whole && line.len() == text.len() && start.starts_with(b"{");
            return (last && cut).then_some("cut-off");
        };
        let (event, rest) = start.split_at(end);
        if event.trim_ascii().contains(&b'\n') {
            return Some("pretty-printed");
        }
        let next = rest.trim_ascii_start();
        // The line is one event, and what follows stands on the next one.
        if rest[..rest.len() - next.len()].contains(&b'\n') {
            return None;
        }
        match next.first()? {
            b',' => Some("array"),
            b'{' if rest.starts_with(b"\r") => Some("carriage-returns"),
            b'{' => Some("joined-lines"),
            _ => None,
        }
    }
}

/// Where the JSON value at the start of a text ends, if it is an event.
fn first_event(text: &[u8]) -> Option<usize> {
    let mut values = Deserializer::from_slice(text).into_iter::<&RawValue>();
    let event = values.next()?.ok()?;
    EventReader::default().read_any(event.get().as_bytes()).ok()?;
    Some(values.byte_offset())
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(evidence) = &self.evidence {
            write!(f, "{evidence}: ")?;
        }
        let mut said = CAUSES.lines().filter_map(|line| line.split_once(": "));
        f.write_str(said.find(|(name, _)| *name == self.name).map_or(self.name, |(_, said)| said))
    }
}

/// A piece of a file, with the first record that is wrong.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'p> {
    pub(super) bytes: &'p [u8],
    /// Where it begins in the file.
    pub(super) from: u64,
    /// Whether the file ends with it.
    pub(super) whole: bool,
    pub(super) profile: Option<Profile>,
    /// The event before the file's first record.
    pub(super) after: Option<EventId>,
}

/// Where the record that is wrong begins in its file.
pub(super) const fn start(failed: &Failure) -> u64 {
    failed.offset.saturating_sub(failed.fault.offset() as u64)
}

impl Piece<'_> {
    /// Why the record is wrong, if that shows.
    pub(super) fn cause(&self, failed: &Failure) -> Option<Cause> {
        let at = usize::try_from(start(failed).checked_sub(self.from)?).ok()?;
        let text = self.bytes.get(at..)?;
        if failed.index == 0
            && let Some(name) = Cause::of_start(text)
        {
            return Some(Cause::new(name));
        }
        match failed.fault {
            Fault::Mismatch { .. } => {
                let lines = self.lines();
                let at = lines.iter().position(|line| line.start == at)?;
                let previous = match at.checked_sub(1) {
                    Some(before) => Some(lines[before].id?),
                    None if failed.index == 0 => self.after,
                    None => return None,
                };
                let record = lines[at].record;
                let name = self.misspelled(previous, record);
                let name = name.or_else(|| self.moved(&lines, at, failed.index == 0));
                name.map(Cause::new).or_else(|| self.rewritten(previous, &lines, at))
            }
            Fault::Record(_) | Fault::TooLong => {
                let latin = || {
                    let line = records(text).next()?.1;
                    let before = self.lines().into_iter().rev().find(|line| line.start < at);
                    let previous = if failed.index == 0 { self.after } else { Some(before?.id?) };
                    // Each byte is the character of this number.
                    let utf8: String = line.iter().map(|byte| char::from(*byte)).collect();
                    let is_utf8 = core::str::from_utf8(line).is_ok();
                    (!is_utf8 && self.follows(previous, utf8.as_bytes())).then_some("latin-1")
                };
                Cause::of_lines(text, self.whole).or_else(latin).map(Cause::new)
            }
            _ => None,
        }
    }

    /// The lines that are here from their beginning to their end.
    fn lines(&self) -> Vec<Line<'_>> {
        let skipped = if self.from == 0 {
            0
        } else {
            self.bytes.iter().position(|byte| *byte == b'\n').map_or(self.bytes.len(), |at| at + 1)
        };
        let end = if self.whole {
            self.bytes.len()
        } else {
            self.bytes.iter().rposition(|byte| *byte == b'\n').map_or(skipped, |at| at + 1)
        };
        let mut reader = EventReader::default();
        let lines = records(self.bytes.get(skipped..end).unwrap_or_default());
        let lines = lines.map(|(start, record)| Line {
            start: skipped + start,
            record,
            id: reader.recorded_id(record),
        });
        lines.collect()
    }

    /// Whether a record has the id that it gets after another one, or at the start of a ledger.
    fn follows(&self, previous: Option<EventId>, record: &[u8]) -> bool {
        Verifier::after(previous, self.profile).verify(record).is_ok()
    }

    /// Whether the record is right as soon as its id is spelled as it should be.
    fn misspelled(&self, previous: Option<EventId>, record: &[u8]) -> Option<&'static str> {
        let mut reader = EventReader::default();
        let event = reader.read_any(record).ok()?;
        let found = event.recorded()?.to_owned();
        let record = core::str::from_utf8(record).ok()?;
        let spelled = found.replace('-', "").to_ascii_lowercase();
        let right =
            spelled != found && self.follows(previous, record.replace(&found, &spelled).as_bytes());
        let upper = found.bytes().any(|byte| byte.is_ascii_uppercase());
        right.then_some(if upper { "upper-case-ids" } else { "hyphenated-ids" })
    }

    /// Whether the record is right in another place.
    fn moved(&self, lines: &[Line<'_>], at: usize, first: bool) -> Option<&'static str> {
        let Line { record, .. } = lines[at];
        if lines[..at].iter().any(|line| line.record == record) {
            return Some("repeated");
        }
        if !first && self.follows(None, record) {
            return Some("concatenated");
        }
        let behind = |line: &Line<'_>| line.id.is_some_and(|id| self.follows(Some(id), record));
        // In a long file the event before this one is not among the lines. One id that is smaller than the one before
        // it may have been changed.
        let is_smaller = |pair: &&[Line<'_>]| pair[1].id.is_some() && pair[1].id < pair[0].id;
        let is_moved = lines[at + 1..].iter().any(behind);
        if !is_moved && lines.windows(2).filter(is_smaller).count() < 2 {
            return None;
        }
        let reversed = first
            && lines.windows(2).all(|pair| {
                pair[1].id.is_some_and(|follower| self.follows(Some(follower), pair[0].record))
            });
        Some(if reversed { "reversed" } else { "order" })
    }

    /// Whether the record's numbers are those that a program writes that keeps them as binary64.
    fn rewritten(&self, previous: Option<EventId>, lines: &[Line<'_>], at: usize) -> Option<Cause> {
        let record = core::str::from_utf8(lines[at].record).ok()?;
        let all = numbers(record);
        let cause = |path: &str, text: &str, what: &str| {
            let evidence = format!("the record's `{}` {text} {what}", printable(path));
            Cause { name: "binary64", evidence: Some(evidence) }
        };
        // One number or two: with what they were before, the record is right.
        let most = TRIED.min(TRIED_BYTES / record.len().max(1));
        let before = all.iter().flat_map(|(path, text, at)| {
            let tried = candidates(text);
            tried.map(move |(number, is_rounded)| (path, text, at.clone(), number, is_rounded))
        });
        let before: Vec<_> = before.take(most).collect();
        let pairs = before.iter().flat_map(|one| {
            let behind = before.iter().filter(|two| two.2.start > one.2.start);
            behind.map(move |two| vec![one, two])
        });
        let right = before.iter().map(|one| vec![one]).chain(pairs).take(most).find(|numbers| {
            let mut text = record.to_owned();
            numbers.iter().rev().for_each(|(.., at, number, _)| {
                text.replace_range(at.clone(), number);
            });
            self.follows(previous, text.as_bytes())
        });
        if let Some(numbers) = right {
            let (path, text, _, number, is_rounded) =
                numbers.iter().find(|number| number.4).or(numbers.first())?;
            return Some(if *is_rounded {
                cause(path, text, "is a rounded number")
            } else {
                cause(path, text, &format!("was {number}"))
            });
        }
        // Several: such a program leaves no large number as it was. A right record with one shows another reason.
        let mut count = 0;
        for (index, line) in lines.iter().enumerate() {
            let previous = match index.checked_sub(1) {
                Some(before) => lines[before].id,
                None if self.from == 0 => self.after,
                None => continue,
            };
            let record = core::str::from_utf8(line.record).ok()?;
            let numbers = numbers(record);
            let mut large = numbers.iter().filter(|(_, text, _)| is_large(text)).peekable();
            if large.peek().is_some() && self.follows(previous, line.record) {
                return None;
            }
            for (_, text, _) in large {
                rounded(text)?;
                count += 1;
            }
        }
        // One number of ten may look rounded by chance.
        let (path, text, _) =
            all.iter().find(|(_, text, _)| is_large(text)).filter(|_| count > 1)?;
        Some(cause(path, text, "is a rounded number"))
    }
}

struct Line<'p> {
    /// Where it begins in the piece.
    start: usize,
    record: &'p [u8],
    /// The id that it carries.
    id: Option<EventId>,
}

/// What may have become a number, if something shows that it is rounded.
fn rounded(number: &str) -> Option<Rounded> {
    Rounded::of_text(number.trim_start_matches('-').as_bytes())
}

/// Whether a number is above what binary64 has exactly, and no round one, which people write.
fn is_large(number: &str) -> bool {
    match rounded(number) {
        Some(rounded) => rounded.how() != "spreadsheet",
        None => number.trim_start_matches('-').parse().is_ok_and(|number: u128| number > EXACT),
    }
}

/// The texts of which a program that keeps binary64 may have made this number, and whether it rounded them: the
/// numbers near it, or the same with zeros behind the point.
fn candidates(number: &str) -> Box<dyn Iterator<Item = (String, bool)>> {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    // Binary zeros may be an identifier's own, but here the event's id shows whether they are.
    let exact = || {
        let float = digits.parse().ok()?;
        Rounded::of_float(float).filter(|_| format!("{float:.0}") == digits)
    };
    if let Some(rounded) = rounded(number).or_else(exact) {
        let near = rounded.first..=rounded.last;
        return Box::new(near.map(move |near| (format!("{sign}{near}"), true)));
    }
    let point = if number.contains('.') { "" } else { "." };
    let mut longer = format!("{number}{point}");
    Box::new(
        iter::repeat_with(move || {
            longer.push('0');
            (longer.clone(), false)
        })
        .take(3),
    )
}

/// The numbers of a JSON text: the path of each, as `data.id` or `data.ids[0]`, its text, and where it stands.
fn numbers(json: &str) -> Vec<(String, &str, Range<usize>)> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), json.trim())];
    while let Some((path, text)) = open.pop() {
        match text.as_bytes().first() {
            Some(b'{') => {
                let members: BTreeMap<String, &RawValue> =
                    serde_json::from_str(text).unwrap_or_default();
                open.extend(members.into_iter().rev().map(|(name, value)| {
                    let dot = if path.is_empty() { "" } else { "." };
                    (format!("{path}{dot}{name}"), value.get())
                }));
            }
            Some(b'[') => {
                let items: Vec<&RawValue> = serde_json::from_str(text).unwrap_or_default();
                let items = items.into_iter().enumerate().rev();
                open.extend(items.map(|(index, item)| (format!("{path}[{index}]"), item.get())));
            }
            Some(b'-' | b'0'..=b'9') => {
                let start = text.as_ptr().addr() - json.as_ptr().addr();
                found.push((path, text, start..start + text.len()));
            }
            _ => {}
        }
    }
    found
}
