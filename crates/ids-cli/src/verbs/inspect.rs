//! `ids inspect`: what an identifier says.

use std::{
    ffi::OsString,
    fmt::{Display, Write as _},
};

use clap::Args;
use ids_core::{Clock, SystemClock, UnixTime};
use ids_formats::{
    Answer, Candidate, Context, Evidence, Format, Inspector, Kept, Reading, Stream, Unread,
    is_missing,
    json::Candidates,
    others::near,
    read,
    rounded::Rounded,
    spelling::{Spelling, about, read_inside},
};

use crate::{
    Failure, Output, Status, instant,
    reading::{Cell, Finder, Match, Moment, Select, Selected, Source, Table, complaint, input},
    show::{
        BOLD, DIM, Page, Record,
        explanation::{Explainer, line},
        foreign, json, printable,
    },
    verbs::convert::Convert,
};

/// The columns of a format's name.
const TITLE: usize = 24;

/// Explain identifiers: fields, time, forms, bits
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command")]
#[command(after_help = "\
Examples:
  ids inspect 0RdKJcxqVBiAiQr0
  ids inspect 018f2c5e-7b1a-7c3d-9e2f-0123456789ab
  ids inspect --since 2016-01-01 --until 2017-01-01 175928847299117063
  ids inspect --flavour discord 175928847299117063
  ids inspect --format snowflake --form tid 3jzfcijpj2z2a
  ids inspect --json ids.txt
  ids inspect --column message_id --json messages.csv
  ids inspect --field author.id --json messages.ndjson
  ids inspect --find --flavour discord --json app.log

Without --format, or for a format with several flavours, the answer is a ranked list of what the
text may be, with reasons. UUIDs, ULID and other formats are among them: they are only read. The
score is evidence in bits: 10 is a thousand times likelier than a random text of the same shape.
Any number of 64 bits is an identifier of most Snowflake flavours. Only the time inside tells which
are plausible; --since and --until say what is known of it.

Within a format the canonical form is tried first, then the other forms. If these read the
text as different identifiers, it is ambiguous: choose one with --form. With --strict, the other
forms are tried even if the canonical form reads the text.")]
pub(crate) struct Inspect {
    /// The identifiers, or files with one on each line; `-` is standard input, as is no argument. What a
    /// format reads is an identifier. What a program puts round it is taken off: quotes, a call, a URL
    #[arg(value_name = "ID|FILE", allow_negative_numbers = true)]
    ids: Vec<OsString>,
    #[command(flatten)]
    select: Select,
    #[command(flatten)]
    table: Table,
    /// Find the identifiers of a format in running text, such as a log: each in the canonical form, or the one of --form.
    /// Every argument is then a file
    #[arg(long, conflicts_with_all = ["column", "header", "field", "strict", "all"])]
    find: bool,
    /// Write these behind each identifier, or behind the last column of its record, as `ids convert --add` does. --since
    /// and --until then say which are written
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',',
          conflicts_with_all = ["json", "strict", "all", "now", "find"])]
    add: Vec<String>,
    /// Treat text that can be read in several ways as ambiguous, even if one way is likelier: exit
    /// code 3
    #[arg(long)]
    strict: bool,
    /// List candidates that are implausible or far behind the first, too
    #[arg(long)]
    all: bool,
    /// Judge what is plausible at this time instead of now
    #[arg(long, value_name = "TIME", value_parser = Moment::parse, allow_hyphen_values = true)]
    now: Option<Moment>,
    /// The identifier was made at this time or later: judge by that
    #[arg(long, value_name = "TIME", value_parser = Moment::parse, allow_hyphen_values = true)]
    since: Option<Moment>,
    /// The identifier was made before this time: judge by that
    #[arg(long, value_name = "TIME", value_parser = Moment::parse_end, allow_hyphen_values = true)]
    until: Option<Moment>,
    /// One JSON object per line
    #[arg(long)]
    json: bool,
}

impl Inspect {
    pub(crate) fn run(self, out: &mut Output) -> Result<Status, Failure> {
        if !self.add.is_empty() {
            let Self { ids, select, table, add, since, until, .. } = self;
            return Convert { ids, select, add, since, until, table, ..Convert::default() }
                .run(out);
        }
        let selected = self.select.formats()?;
        if self.json {
            self.select.domain.only_handles("the canonical one, which --json has")?;
        }
        let (formats, records) = (selected.formats(), selected.records());
        if self.find {
            self.find(&selected, out)
        } else if selected.told() {
            self.explain(&formats, &records, out)
        } else {
            self.detect(formats, &records, !selected.named, out)
        }
    }

    /// What the arguments stand for.
    fn sources(&self, reads: impl FnMut(&[u8]) -> bool) -> Vec<Source<'_>> {
        input::sources(&self.ids, self.find || self.table.is_asked(), reads)
    }

    /// Gives each identifier to `answer`, and whether it is an argument. A record without the column is no identifier.
    fn each(
        &self,
        sources: &[Source<'_>],
        out: &mut Output,
        mut answer: impl FnMut(&mut Output, &[u8], bool) -> Result<(), Failure>,
    ) -> Result<Status, Failure> {
        let is_table = self.table.is_asked();
        let cell = |out: &mut Output, cell: Cell<'_, '_>, _: &mut _| {
            let Cell { place, text, absent, .. } = cell;
            match absent {
                Some(absent) => complaint::absent(out, self.json, place, text, &absent),
                None if is_table && is_missing(text) => self.missing(out, text),
                None if !is_table && self.select.is_missing(text) => {
                    complaint::missing(out, self.json, None, text)
                }
                None => answer(out, text, place.is_none()),
            }
        };
        let read = self.table.each(sources, None, out, None, cell);
        out.status.after(read)
    }

    /// Says that a cell of the column has no value.
    fn missing(&self, out: &mut Output, text: &[u8]) -> Result<(), Failure> {
        if self.json {
            let write = |out: &mut Vec<u8>| out.extend_from_slice(b",\"missing\":true");
            json::answer(out.bytes(), text, write);
        } else {
            let shown = if text.is_empty() { "(empty)".into() } else { printable(text) };
            out.page().styled(DIM, format!("{shown}\n  a missing value\n\n"));
        }
        out.end()
    }

    /// What is known before a text is looked at.
    fn context<'a>(&self, formats: Vec<&'a dyn Format>) -> Result<Context<'a>, Failure> {
        // A clock before the Unix epoch makes every identifier one from the future.
        let zoned = &self.select.flavour.zoned;
        let now = zoned.given("--now", self.now)?;
        let now = now.unwrap_or_else(|| SystemClock.now().unwrap_or_default());
        let span = zoned.span([("--since", self.since), ("--until", self.until)], Some(now))?;
        if self.now.is_none() && span.is_all() {
            self.select.flavour.without_zone()?;
        }
        span.fits(&formats)?;
        let times = span.start.unwrap_or_default()..span.end.unwrap_or(UnixTime::MAX);
        Ok(Context { times, ..Context::of(now, formats) })
    }

    /// What is left of a number with an exponent, as the only format that comes into question.
    fn rounded(
        &self,
        out: &mut Output,
        record: &Record<'_>,
        text: &[u8],
        rounded: &Rounded,
        doubt: Option<&'static str>,
    ) -> Result<(), Failure> {
        if self.json {
            json::answer(out.bytes(), text, |out| {
                record.write_name(out);
                write_made(out, record, rounded);
                let outside = rounded.first > record.facts.largest();
                let outside = outside.then_some("the number is above the format's largest");
                json::some(out, "doubt", doubt.or(outside));
                json::rounded(out, rounded);
            });
        } else {
            let page = out.page();
            page.styled(BOLD, printable(text));
            page.text("\n");
            line(page, "format", record.title());
            line(page, "rounded", rounded.sentence(record.timed));
            if let Some(doubt) = doubt {
                line(page, "doubt", doubt);
            }
            page.text("\n");
        }
        out.end()
    }

    /// The format is known, and so is the flavour, by an option or by the text.
    fn explain(
        &self,
        formats: &[&dyn Format],
        records: &[Record<'_>],
        out: &mut Output,
    ) -> Result<Status, Failure> {
        let form = self.select.form.as_deref();
        let mut explainer = Explainer::default();
        let inspector = Inspector::new(self.context(formats.to_vec())?);
        let sources =
            self.sources(|text| Stream::new(formats, form, self.strict).read(text).is_ok());
        self.each(&sources, out, |out, text, argument| {
            let read = read(formats, form, self.strict, text).and_then(|reading| match form {
                None => reading.unless_word(text, inspector.doubt(reading)),
                Some(_) => Ok(reading),
            });
            let read = match read {
                Ok(reading) => Ok((reading, Vec::new())),
                Err(unread) => read_inside(formats, form, text).ok_or(unread),
            };
            match read {
                Ok((reading, taken)) => {
                    let Some(record) = Record::of(records, reading.format) else { return Ok(()) };
                    let doubt = inspector.doubt(reading);
                    let is_number = record.facts.is_number();
                    let rounded = is_number.then(|| Rounded::of(reading.bits)).flatten();
                    if !self.json {
                        explainer.write(out.page(), record, reading.bits, doubt);
                        say_taken(out.page(), &taken);
                        if let Some(rounded) = rounded {
                            note(out.page(), rounded.sentence(record.timed));
                        }
                        return out.end();
                    }
                    json::answer(out.bytes(), text, |out| {
                        known(out, record, reading);
                        json::some(out, "doubt", doubt);
                        json::spelling(out, &taken);
                        if let Some(rounded) = rounded {
                            write_made(out, record, &rounded);
                            json::rounded(out, &rounded);
                        }
                    });
                }
                Err(unread) => {
                    if let ([record], Unread::Rounded(rounded)) = (records, &unread) {
                        // What speaks against the first and the last does so against each.
                        let (format, form) = (record.format, record.facts.canonical);
                        let doubt = |bits| inspector.doubt(Reading { format, form, bits });
                        let most = record.facts.largest();
                        let first = Some(rounded.first).filter(|first| *first <= most);
                        let against = first.and_then(doubt);
                        let against = against.filter(|_| against == doubt(rounded.last.min(most)));
                        return self.rounded(out, record, text, rounded, against);
                    }
                    let how = (self.strict, argument);
                    return complaint::unread(out, self.json, (None, text), &unread, how, None);
                }
            }
            out.end()
        })
    }

    /// Finds the identifiers of the formats in running text.
    fn find(&self, selected: &Selected, out: &mut Output) -> Result<Status, Failure> {
        if !selected.named {
            return Err(Failure::usage("--find needs the format: give --format FORMAT"));
        }
        if !selected.told() {
            selected.only()?;
        }
        let (formats, records) = (selected.formats(), selected.records());
        let mut explainer = Explainer::default();
        let mut finder = Finder::new(self.select.form.as_deref(), self.context(formats)?);
        let sources = self.sources(|_| false);
        let answered = finder.each(&sources, out, |out, place, text, parts| {
            let (mut spot, mut start) = (place, 0);
            for Match { range, reading } in parts {
                spot = spot.behind(&text[start..range.start]);
                start = range.start;
                let Some(record) = Record::of(&records, reading.format) else { continue };
                if self.json {
                    json::answer(out.bytes(), &text[range.clone()], |out| {
                        spot.write(out);
                        known(out, record, *reading);
                    });
                } else {
                    explainer.write(out.page(), record, reading.bits, None);
                    line(out.page(), "at", spot.to_string());
                }
            }
            out.end()
        });
        answered.map(|()| Status::Done)
    }

    /// Ranks the formats that the text may be of.
    fn detect(
        &self,
        formats: Vec<&dyn Format>,
        records: &[Record<'_>],
        others: bool,
        out: &mut Output,
    ) -> Result<Status, Failure> {
        let form = self.select.form.as_deref();
        let context = Context { others, form, all: self.all, ..self.context(formats)? };
        let mut inspector = Inspector::new(context);
        let mut candidates = Candidates::new(records);
        let (mut explainer, mut reasons) = (Explainer::default(), Kept::new());
        // A path that ends with an identifier is a file, if there is one.
        let sources = self.sources(|text| {
            let found = inspector.inspect(text);
            let bare = found.first().is_some_and(|first| first.taken().is_empty());
            bare && Answer::of(found) != Answer::Nothing
        });
        self.each(&sources, out, |out, text, argument| {
            inspector.inspect(text);
            let found = inspector.found();
            if found.is_empty() {
                let nearest = inspector.nearest(text);
                return complaint::unknown(out, self.json, text, nearest, argument);
            }
            let answer = Answer::of(found);
            if self.json {
                let write = |out: &mut _| candidates.write(out, &inspector, text);
                json::answer(out.bytes(), text, write);
            } else {
                let written = (&mut explainer, &mut reasons);
                rank(out.page(), written, records, &inspector, text, answer, self.all);
            }
            let is_one = matches!(answer, Answer::One | Answer::Weak);
            if self.strict && !is_one {
                out.status.raise(Status::Ambiguous);
            }
            out.end()
        })
    }
}

/// Appends what is known of an identifier, and of its format.
fn known(out: &mut Vec<u8>, record: &Record<'_>, reading: Reading<'_>) {
    record.write_name(out);
    record.write_known(out, reading.bits, record.time(reading.bits), |out| {
        record.format.write(record.facts.canonical, reading.bits, out);
    });
}

/// Appends when an identifier was made that a program has rounded.
fn write_made(bytes: &mut Vec<u8>, record: &Record<'_>, rounded: &Rounded) {
    if let Some((from, until)) = record.timed.and_then(|timed| rounded.times(timed)) {
        record.write_instant(bytes, "made_from", from);
        record.write_instant(bytes, "made_until", until);
    }
}

/// Lists the candidates; the first is explained if it is told apart from all others. If none is likely
/// they are only counted, unless `all`.
fn rank<'a>(
    page: &mut Page,
    (explainer, reasons): (&mut Explainer<'a>, &mut Kept<Page>),
    records: &[Record<'a>],
    inspector: &Inspector<'_>,
    text: &[u8],
    answer: Answer,
    all: bool,
) {
    let found = inspector.found();
    let inside = found.first().map_or(text, |first| inspector.read_from(first, text));
    let rounded =
        Rounded::of_text(inside).filter(|_| found.iter().any(|found| found.number().is_some()));
    let say = |page: &mut Page| {
        if let Some(first) = found.first() {
            say_taken(page, first.taken());
        }
        if let Some(rounded) = &rounded {
            note(page, rounded.to_string());
        }
    };
    let likely = |found: &Candidate<'_>| found.score >= Evidence::ZERO;
    let rest = match (answer, found) {
        (Answer::Nothing, _) if !all && !found.iter().any(likely) => {
            page.styled(BOLD, printable(text));
            page.text("\n");
            say(page);
            return count(page, inside, found.len(), rounded.as_ref());
        }
        (Answer::One | Answer::Weak, [first, rest @ ..]) => {
            if let Some((record, bits)) = own(records, first) {
                explainer.write(page, record, bits, None);
            }
            if let Some(other) = first.other() {
                foreign::explain(page, other, inside);
            }
            write_reasons(page, reasons, first);
            if answer == Answer::Weak {
                page.text("    this is weak: many random texts have this shape\n");
            }
            say(page);
            if let Some((near, _)) = near(inside).filter(|_| first.is_rearranged()) {
                note(page, format!("as it stands, nearest is {near}"));
            }
            rest
        }
        _ => {
            page.styled(BOLD, printable(text));
            page.text("\n");
            say(page);
            page.text("  ");
            page.text(match answer {
                Answer::Several { count, times: true } => format!(
                    "may be any of the first {count}: --since and --until decide by when it was made, \
                     --format and --flavour by its source\n"
                ),
                Answer::Several { count, .. } => format!(
                    "may be any of the first {count}: only its source decides, with --format and \
                     --flavour\n"
                ),
                _ => match near(inside) {
                    Some((near, _)) => format!("is likely none of these; nearest is {near}\n"),
                    None => "is likely none of these\n".to_owned(),
                },
            });
            found
        }
    };
    for candidate in rest {
        let text = inspector.read_from(candidate, text);
        brief(page, reasons, records, text, candidate, rounded.as_ref());
    }
    page.text("\n");
}

/// A candidate in three lines.
fn brief(
    page: &mut Page,
    reasons: &mut Kept<Page>,
    records: &[Record<'_>],
    text: &[u8],
    candidate: &Candidate<'_>,
    rounded: Option<&Rounded>,
) {
    let own = own(records, candidate);
    let time = match (own, rounded, candidate.other()) {
        (Some((Record { timed: Some(timed), facts, .. }, _)), Some(rounded), _)
            if facts.is_number() =>
        {
            rounded.times(*timed).map(instant::span)
        }
        (Some((record, _)), ..) => candidate.time.map(|time| record.show(time)),
        (.., Some(other)) => candidate.time.map(|time| json::show_other(other, time)),
        _ => None,
    };
    let title = json::title(candidate.name(), candidate.flavour());
    page.text("  ");
    page.styled(BOLD, format!("{title:<TITLE$}"));
    page.text(time.unwrap_or_default());
    page.text("\n");
    let mut before = "    ";
    let mut field = |name: &str, value: &dyn Display| {
        let _ = write!(page, "{before}{name} {value}");
        before = ", ";
    };
    if let Some((record, bits)) = own {
        record.values(bits).for_each(|(value, number)| field(value.name, &number));
    }
    if let Some(other) = candidate.other() {
        other.fields(text).for_each(|(name, value)| field(name, &value));
    }
    if before == ", " {
        page.text("\n");
    }
    write_reasons(page, reasons, candidate);
}

/// The format and the number, if it is one of these formats.
fn own<'r, 'a>(
    records: &'r [Record<'a>],
    candidate: &Candidate<'_>,
) -> Option<(&'r Record<'a>, u128)> {
    let own = candidate.own()?;
    Some((Record::of(records, own.format)?, own.bits))
}

/// Says how many candidates there are, none of them likely.
fn count(page: &mut Page, text: &[u8], ways: usize, rounded: Option<&Rounded>) {
    let (ways, them) =
        if ways == 1 { ("1 way".into(), "it") } else { (format!("{ways} ways"), "them") };
    if rounded.is_some_and(Rounded::is_certain) {
        return page.text(format!(
            "  can be read in {ways}, and so few digits decide for none: --format and --flavour do; --all lists {them}\n\n"
        ));
    }
    let nearest = near(text).map_or_else(String::new, |(near, _)| format!("; nearest is {near}"));
    page.text(format!(
        "  can be read in {ways}, none of them likely{nearest}; --all lists {them}\n\n"
    ));
}

/// Says what was taken off a text.
fn say_taken(page: &mut Page, taken: &[Spelling]) {
    if !taken.is_empty() {
        line(page, "taken off", about(taken));
    }
}

/// Something to know about an identifier.
fn note(page: &mut Page, says: impl AsRef<[u8]>) {
    line(page, "note", says);
}

/// Writes the reasons of a candidate, as they were written for the last one like it.
fn write_reasons(page: &mut Page, reasons: &mut Kept<Page>, candidate: &Candidate<'_>) {
    page.made(reasons.get(candidate, || {
        let mut aside = page.aside();
        why(&mut aside, candidate);
        aside.take()
    }));
}

fn why(page: &mut Page, candidate: &Candidate<'_>) {
    page.begin(DIM);
    let _ = write!(page, "    score {}: ", candidate.score.round());
    for (index, (why, bits)) in candidate.reasons().enumerate() {
        let separator = if index == 0 { "" } else { "; " };
        let _ = write!(page, "{separator}{why} ({bits})");
    }
    page.text("\n");
    page.end(DIM);
}
