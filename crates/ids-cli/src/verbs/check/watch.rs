//! What has been seen of a stream.

use std::{ptr, time::Duration};

use ids_formats::{
    FormInfo, UnixTime, is_missing,
    rounded::{Counts, Rounded},
    spelling::{about, cause, read_inside},
};

use super::{balance::Balance, expectation::Expectation, seen::Seen};
use crate::{
    Failure, Output,
    reading::{Cell, Position, Span, complaint::MISSING},
    show::{Record, printable},
};

/// What has been seen.
pub(super) struct Watch<'a> {
    expected: &'a Expectation,
    /// The times that identifiers may say.
    times: Span,
    pub(super) record: &'a Record<'a>,
    form: &'static FormInfo,
    pub(super) lines: u64,
    /// A text as it is written, for comparison.
    written: Vec<u8>,
    pub(super) ids: u64,
    /// Lines that are no identifiers.
    pub(super) invalid: Tally<'a>,
    /// Identifiers that are not greater than the one before.
    pub(super) descents: Tally<'a>,
    /// Those that were there before, as far as is known: in order, those equal to the one before.
    pub(super) duplicates: Tally<'a>,
    /// Identifiers whose time is not where it may be.
    pub(super) misplaced: Tally<'a>,
    /// Identifiers whose time is before that of the one before, and the most by which.
    pub(super) back: u64,
    pub(super) furthest: Duration,
    pub(super) first: Option<u128>,
    pub(super) last: Option<u128>,
    /// The latest time of any.
    latest: Option<UnixTime>,
    pub(super) seen: Option<Seen>,
    pub(super) balance: Option<Balance>,
    /// What a program may have kept as binary64, if the identifiers are numbers.
    pub(super) rounded: Option<Counts>,
    /// Numbers among them that look so.
    pub(super) suspects: Tally<'a>,
    /// Lines that are no identifiers but missing values.
    pub(super) missing: u64,
    /// Lines in which an identifier stands that is read if what is round it is taken off.
    pub(super) spelled: u64,
}

impl<'a> Watch<'a> {
    pub(super) fn new(
        expected: &'a Expectation,
        times: Span,
        record: &'a Record<'a>,
        form: &'static FormInfo,
    ) -> Self {
        Self {
            expected,
            times,
            record,
            form,
            lines: 0,
            written: Vec::new(),
            ids: 0,
            invalid: Tally::default(),
            descents: Tally::default(),
            duplicates: Tally::default(),
            misplaced: Tally::default(),
            back: 0,
            furthest: Duration::ZERO,
            first: None,
            last: None,
            latest: None,
            seen: expected.unordered.then(|| Seen::new(expected.memory)),
            balance: record.facts.random.map(Balance::new),
            rounded: (record.facts.is_number() && ptr::eq(form, record.facts.canonical))
                .then(Counts::default),
            suspects: Tally::default(),
            missing: 0,
            spelled: 0,
        }
    }

    /// Whether a text is an identifier.
    pub(super) fn reads(&self, text: &[u8]) -> bool {
        self.record.format.decode(self.form, text).is_ok()
    }

    /// Where the last line stands: an argument has no place but its number.
    fn place(&self, place: Option<&Position<'a>>) -> Position<'a> {
        place.copied().unwrap_or(Position::of_line(self.lines, false))
    }

    /// Takes what stands in a place, or why nothing does.
    pub(super) fn line(
        &mut self,
        out: &mut Output,
        Cell { place, text, absent, .. }: &Cell<'_, 'a>,
    ) -> Result<(), Failure> {
        self.lines += 1;
        // To copy it costs more than to look at it.
        let place = place.as_ref();
        let read = if let Some(absent) = absent {
            Err(format!("it {absent}"))
        } else {
            let read = self.record.format.decode(self.form, text);
            let read = read.map_err(|error| error.to_string());
            read.and_then(|bits| self.exactly(bits, text))
        };
        match read {
            Ok(bits) => {
                self.round(place, text);
                self.id(bits, place, text);
                Ok(())
            }
            Err(mut why) => {
                if absent.is_none() && is_missing(text) {
                    self.missing += 1;
                    MISSING.clone_into(&mut why);
                }
                self.invalid.add(self.place(place), text);
                if let Some(rounded) = self.round(place, text) {
                    why = rounded.sentence(self.record.timed);
                } else if let Some(read) = self.inside(text) {
                    self.spelled += 1;
                    why = read;
                } else if let Some(cause) = cause(text) {
                    why = format!("{why}; {cause}");
                }
                if self.invalid.count > EXAMPLES as u64 {
                    return Ok(());
                }
                let place = self.place(place);
                out.complain(|page| page.error(format_args!("{place}: {why}")))
            }
        }
    }

    /// The identifier, unless it is written otherwise: other case, for instance, reads the same.
    fn exactly(&mut self, bits: u128, text: &[u8]) -> Result<u128, String> {
        let format = self.record.format;
        // What is only read has no text to compare with.
        if self.form.written {
            self.written.clear();
            format.write(self.form, bits, &mut self.written);
            if self.written != text {
                return Err(format!("this identifier is written as {}", printable(&self.written)));
            }
        }
        Ok(bits)
    }

    /// What stands inside a text that is not an identifier, if that is one.
    fn inside(&self, text: &[u8]) -> Option<String> {
        let (format, form) = (self.record.format, self.form.name);
        let (reading, taken) = read_inside(&[format], Some(form), text)
            .or_else(|| read_inside(&[format], None, text))?;
        let canonical = self.record.text(reading.bits);
        let canonical = printable(&canonical);
        Some(format!("not in canonical form, but read as {canonical}: {}", about(&taken)))
    }

    /// Counts a number, and says what is left of it if it is certain that a program has kept it as binary64.
    fn round(&mut self, place: Option<&Position<'a>>, text: &[u8]) -> Option<Rounded> {
        let rounded = self.rounded.as_mut()?.add_text(text)?;
        self.suspects.add(self.place(place), text);
        rounded.is_certain().then_some(rounded)
    }

    fn id(&mut self, bits: u128, place: Option<&Position<'a>>, text: &[u8]) {
        self.ids += 1;
        self.first.get_or_insert(bits);
        let time = self.record.time(bits);
        if let Some(seen) = &mut self.seen
            && seen.add(bits)
        {
            self.duplicates.add(self.place(place), text);
        }
        if let Some(last) = self.last.replace(bits)
            && bits <= last
        {
            self.descends((bits, last), place, text);
        }
        // A generator may count on from the first of a tick: the upper bits of the others are then
        // those of the first. What comes after later ones may be no first one.
        let independent = time.is_none() || time > self.latest || self.expected.independent;
        if let Some(balance) = &mut self.balance
            && independent
        {
            balance.add(bits);
        }
        self.latest = self.latest.max(time);
        if time.is_some_and(|time| !self.times.has(time) || !self.expected.is_live(time)) {
            self.misplaced.add(self.place(place), text);
        }
    }

    fn descends(&mut self, (bits, last): (u128, u128), place: Option<&Position<'a>>, text: &[u8]) {
        if self.seen.is_none() {
            self.descents.add(self.place(place), text);
            if bits == last {
                self.duplicates.add(self.place(place), text);
            }
        }
        let time = |bits| self.record.time(bits);
        if let (Some(time), Some(last)) = (time(bits), time(last))
            && time < last
        {
            self.back += 1;
            self.furthest = self.furthest.max(last.duration_since(time));
        }
    }
}

/// Lines that are kept as examples of what is wrong.
const EXAMPLES: usize = 5;

/// A count and its first examples.
#[derive(Debug, Default)]
pub(super) struct Tally<'a> {
    pub(super) count: u64,
    pub(super) examples: Vec<Example<'a>>,
}

/// A line that is wrong.
#[derive(Debug)]
pub(super) struct Example<'a> {
    pub(super) place: Position<'a>,
    pub(super) text: Vec<u8>,
}

impl<'a> Tally<'a> {
    pub(super) fn add(&mut self, place: Position<'a>, text: &[u8]) {
        self.count += 1;
        if self.examples.len() < EXAMPLES {
            self.examples.push(Example { place, text: text.to_vec() });
        }
    }
}
