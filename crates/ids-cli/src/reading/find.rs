//! Identifiers in running text, as in a log.

use std::{array, mem, ops::Range};

use ids_formats::{
    Answer, Candidate, Context, FormInfo, Format, Inspector, Reading, spelling::between_escapes,
};
use jiff::civil::DateTime;

use super::{Position, Source, input};
use crate::{Failure, Output};

/// What may stand between identifiers and other text. A text is divided at the first of these that are in it, and its parts,
/// if they are no identifiers, at the next ones. Those that each identifier has within come last. No identifier has one of the
/// first, which are also white space and all that is not ASCII. `%` is not among them: `%20` before digits would be a part of
/// their number.
const BETWEEN: [&[u8]; 7] = [b"\"'`<>()[]{},;|\\!$*^~", b"=", b"/?&#@+", b":", b".", b"_", b"-"];

/// For each byte its place in [`BETWEEN`], as a bit; none of what stands in words.
static CLASSES: [u8; 256] = {
    let (mut classes, mut class) = ([1; 256], 0);
    let mut byte = b'!';
    while byte <= b'~' {
        classes[byte as usize] = 0;
        byte += 1;
    }
    while class < BETWEEN.len() {
        let mut index = 0;
        while index < BETWEEN[class].len() {
            classes[BETWEEN[class][index] as usize] = 1 << class;
            index += 1;
        }
        class += 1;
    }
    classes
};

const fn class(byte: u8) -> u8 {
    CLASSES[byte as usize]
}

/// The first one of [`BETWEEN`] that programs put beside an identifier which has some itself.
const WITHIN: usize = 3;

/// How many of [`BETWEEN`] at this place stand in each text of a form, if it is the same number: two in `did:siq:`, four in
/// a UUID.
fn within((format, form): (&dyn Format, &FormInfo), place: usize) -> usize {
    let facts = format.facts();
    if place < WITHIN || !form.written {
        return 0;
    }
    let [least, most] = [facts.layout.settle(0), facts.largest()].map(|bits| {
        let text = format.text(form, bits);
        text.bytes().filter(|byte| class(*byte) == 1 << place).count()
    });
    if least == most { least } else { 0 }
}

/// Finds the identifiers of some formats.
pub(crate) struct Finder<'a> {
    /// The forms that are read, each with its format.
    forms: Vec<(&'a dyn Format, &'static FormInfo)>,
    /// For each of [`BETWEEN`] how many of it stand within each text of a form.
    within: [usize; BETWEEN.len()],
    /// The others of [`BETWEEN`], as bits.
    outer: u8,
    is_named: bool,
    inspector: Inspector<'a>,
}

/// An identifier in a line.
#[derive(Clone, Debug)]
pub(crate) struct Match<'a> {
    /// Where it stands.
    pub(crate) range: Range<usize>,
    pub(crate) reading: Reading<'a>,
}

impl<'a> Finder<'a> {
    /// Finds texts of the canonical form, or of the one of this name, that are likelier an identifier of the formats than
    /// another text.
    pub(crate) fn new(form: Option<&str>, context: Context<'a>) -> Self {
        let named = |format: &&'a dyn Format| {
            let facts = format.facts();
            Some((*format, form.map_or(Some(facts.canonical), |name| facts.form(name))?))
        };
        let forms: Vec<_> = context.formats.iter().filter_map(named).collect();
        let most = |place| forms.iter().map(|form| within(*form, place)).max().unwrap_or_default();
        let within: [_; BETWEEN.len()] = array::from_fn(most);
        let outer = (0..BETWEEN.len()).filter(|place| within[*place] == 0);
        let outer = outer.fold(0, |outer, place| outer | 1 << place);
        let context = Context { others: true, spellings: false, ..context };
        Self { forms, within, outer, is_named: form.is_some(), inspector: Inspector::new(context) }
    }

    fn read(&mut self, text: &[u8]) -> Option<Reading<'a>> {
        // Most words are no identifier, and are not looked at any longer.
        let reading = self.forms.iter().find_map(|&(format, form)| {
            let bits = format.decode(form, text).ok()?;
            Some(Reading { format, form, bits })
        })?;
        let is_text = is_time(text) || is_name(text) || reading.is_word(text);
        if is_text || self.inspector.doubt(reading).is_some() {
            return None;
        }
        // A form that is named is meant.
        let mut is_likely = || {
            let found = self.inspector.inspect(text);
            let likely = found.first().and_then(Candidate::own);
            likely.is_some_and(|likely| likely.bits == reading.bits)
                && Answer::of(found) != Answer::Nothing
        };
        (self.is_named || is_likely()).then_some(reading)
    }

    /// The identifier that a part of a line is: full stops may stand behind it.
    fn all_of(&mut self, line: &[u8], Range { start, end }: Range<usize>) -> Option<Match<'a>> {
        let stops = line[start..end].iter().rev().take(3).take_while(|byte| **byte == b'.').count();
        (0..=stops).find_map(|stops| {
            let range = start..end - stops;
            let reading = self.read(&line[range.clone()])?;
            Some(Match { range, reading })
        })
    }

    /// Finds the identifiers of a part of a line, from its beginning.
    fn divide(&mut self, line: &[u8], range: Range<usize>, parts: &mut Vec<Match<'a>>) {
        let text = &line[range.clone()];
        let classes = text.iter().fold(0, |classes, byte| classes | class(*byte));
        let outer = classes & self.outer;
        let classes = if outer > 0 { outer } else { classes };
        let first = classes & classes.wrapping_neg();
        let found = if first == 1 { None } else { self.all_of(line, range.clone()) };
        // A `\` before a part with white space is the end of a terminal's title.
        let escaped = if first == 1 { 0 } else { escaped(&line[..range.start], text) };
        if let Some(found) = found {
            parts.push(found);
        } else if escaped > 0 {
            self.divide(line, range.start + escaped..range.end, parts);
        } else if first > 0 {
            let within = self.within[first.trailing_zeros() as usize];
            let mut start = range.start;
            while start <= range.end {
                let ends = (start..range.end).filter(|end| class(line[*end]) == first);
                let mut ends = ends.chain([range.end]);
                let mut end = ends.next().unwrap_or(range.end);
                // An identifier may have some of these itself, and others beside it.
                let last = within.checked_sub(1).and_then(|others| ends.nth(others));
                // All of the text has been read.
                let last = last.filter(|last| last - start < text.len());
                let found = last.and_then(|last| Some((last, self.all_of(line, start..last)?)));
                if let Some((last, found)) = found {
                    parts.push(found);
                    end = last;
                } else {
                    self.divide(line, start..end, parts);
                }
                start = end + 1;
            }
        }
    }

    /// Finds the identifiers of a line. The colours of a terminal may divide it, or begin within an identifier, as where
    /// `grep` has found a part of one.
    fn find(&mut self, line: &[u8], parts: &mut Vec<Match<'a>>) {
        if !line.contains(&b'\x1b') {
            return self.divide(line, 0..line.len(), parts);
        }
        let places: Vec<_> = between_escapes(line).flatten().collect();
        let shown: Vec<_> = places.iter().map(|place| line[*place]).collect();
        self.divide(&shown, 0..shown.len(), parts);
        // What has no escape within is found below, also where nothing else divides it from its neighbour.
        parts.retain_mut(|Match { range, .. }| {
            let shown = range.len();
            *range = places[range.start]..places[range.end - 1] + 1;
            range.len() > shown
        });
        let across = mem::take(parts);
        between_escapes(line).for_each(|piece| self.divide(line, piece, parts));
        parts.retain(|Match { range, .. }| {
            let next = across.partition_point(|other| other.range.end <= range.start);
            across.get(next).is_none_or(|other| range.end <= other.range.start)
        });
        parts.extend(across);
        parts.sort_unstable_by_key(|part| part.range.start);
    }

    /// Gives each line of all files to `answer`, with the identifiers in it.
    pub(crate) fn each<'p>(
        &mut self,
        sources: &[Source<'p>],
        out: &mut Output,
        mut answer: impl FnMut(&mut Output, Position<'p>, &[u8], &[Match<'a>]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut parts = Vec::new();
        sources.iter().try_for_each(|source| {
            out.end_line();
            input::whole_lines(source.path(), out, |out, place, line| {
                parts.clear();
                self.find(line, &mut parts);
                answer(out, place, line, &parts)
            })
        })
    }
}

/// The characters of an escape of JSON that a text begins with, whose `\\` stands before it: those of white space, and of what
/// is no letter and no digit, as `u003c`.
fn escaped(before: &[u8], text: &[u8]) -> usize {
    match text {
        _ if !before.ends_with(b"\\") => 0,
        [b'n' | b'r' | b't', ..] => 1,
        [b'u', b'0', b'0', b'0'..=b'2', digit, ..] if digit.is_ascii_hexdigit() => 5,
        [b'u', b'0', b'0', b'3', b'a'..=b'f' | b'A'..=b'F', ..] => 5,
        _ => 0,
    }
}

/// Whether digits are those of a Unix time in seconds, milliseconds or microseconds, or of a time of this century as
/// `20261127053523` and with milliseconds: logs have these in each line. Unix times in nanoseconds are as long as the
/// identifiers of our days.
fn is_time(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_digit)
        && match text.len() {
            10 | 13 | 16 => text.starts_with(b"1"),
            14 | 17 => {
                text.starts_with(b"20") && DateTime::strptime("%Y%m%d%H%M%S", &text[..14]).is_ok()
            }
            _ => false,
        }
}

/// Words of two letters in names.
const SHORT: [&[u8]; 10] = [b"As", b"At", b"By", b"Id", b"In", b"Is", b"Of", b"On", b"Or", b"To"];

/// Whether letters are words as programs have them, as `HTTPConnectionID`, also with a number as `ConsumerThread-1`. Of Flax
/// identifiers one in 800 looks so.
fn is_name(text: &[u8]) -> bool {
    let text = match text.iter().rposition(|byte| !byte.is_ascii_digit()) {
        Some(end) if matches!(text[end], b'-' | b'_') => &text[..end],
        _ => text,
    };
    let is_consonant = |byte: &u8| !b"aeiouy".contains(&byte.to_ascii_lowercase());
    if text.windows(6).any(|window| window.iter().all(is_consonant)) {
        return false;
    }
    let mut rest = text;
    while !rest.is_empty() {
        let capitals = rest.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
        let small = rest[capitals..].iter().take_while(|byte| byte.is_ascii_lowercase()).count();
        let is_word = match (capitals, small) {
            (1 | 2, 0) | (..=5, 2..) => true,
            _ => SHORT.contains(&&rest[..capitals + small]),
        };
        if !is_word {
            return false;
        }
        rest = &rest[capitals + small..];
    }
    true
}
