//! `ids convert`: the text forms of one format, and what stands beside identifiers.

use std::ffi::OsString;

use clap::Args;
use ids_core::{Clock, SystemClock};
use ids_formats::{
    Context, FormInfo, Format, Reading, Stream, Unread, is_missing,
    spelling::{Spelling, read_inside},
};

use crate::{
    Failure, Output, Status,
    reading::{
        Cell, Change, Finder, Match, Moment, Position, Select, Span, Table, complaint, input,
    },
    show::{Record, added::Added, json, names, outside},
};

/// Convert identifiers from one text form to another
#[derive(Args, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command")]
#[command(after_help = "\
Examples:
  ids convert --format snowflake --to hex 175928847299117063
  ids convert --format snowflake --from base58 --to decimal pyJvs5kE84
  ids convert --format flax --to hex ids.txt
  ids convert --flavour discord --to hex --column 2 < messages.tsv
  ids convert --flavour discord --column message_id --add time,worker messages.csv
  ids convert --flavour discord --field author.id --add time messages.ndjson
  ids convert --flavour discord --column message_id --since 2024-01-01 --until +7d messages.csv
  ids convert --flavour discord --find --to hex app.log
  ids convert --format luuid --to uuid 000000231-22e-6aa1-a789-28ef27ab7c62
  ids convert --domain example.com --to matrix did:siq:lm2a3kiagopopibaaaamgzymuoac6

All identifiers of a run have one form: that of --form, or of the first text that is read. Short
forms such as shortcode and base58 read words, too: only --form takes them. Text of another form
is an error. --header passes over the first line.

--add writes time, fields and forms behind each record, and their names behind those of the header;
with --field as members. Every other byte stays as it is. Where an identifier cannot be read the
cells are empty, and the members null.

--since and --until keep the records of a time. --find changes identifiers in running text, and
keeps the lines of a time.")]
pub(crate) struct Convert {
    /// The identifiers, or files with one on each line; `-` is standard input, as is no argument. What a
    /// format reads is an identifier
    #[arg(value_name = "ID|FILE")]
    pub(super) ids: Vec<OsString>,
    #[command(flatten)]
    pub(super) select: Select,
    /// The text form to read, if several forms can read the text: the same as --form
    #[arg(long, value_name = "FORM", conflicts_with = "form")]
    pub(super) from: Option<String>,
    /// The text form to write: see `ids info FORMAT`. Without it, --add, --since and --until leave the identifiers as
    /// they are
    #[arg(long, value_name = "FORM", required_unless_present_any = ["add", "since", "until"])]
    pub(super) to: Option<String>,
    /// Write these behind each identifier, or behind the last column of its record: `time`, fields and forms. NAME=WHAT
    /// gives a column another name
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',', conflicts_with = "json")]
    pub(super) add: Vec<String>,
    /// Write only the identifiers that were made at this time or later, with their records. What has no time, as a
    /// missing value, is left out
    #[arg(long, value_name = "TIME", value_parser = Moment::parse, allow_hyphen_values = true)]
    pub(super) since: Option<Moment>,
    /// Write only the identifiers that were made before this time, with their records
    #[arg(long, value_name = "TIME", value_parser = Moment::parse_end, allow_hyphen_values = true)]
    pub(super) until: Option<Moment>,
    #[command(flatten)]
    pub(super) table: Table,
    /// Take the identifiers from running text, such as a log: each in the canonical form, or the one of --form. Every
    /// argument is then a file, and all else in it stays as it is
    #[arg(long, conflicts_with_all = ["column", "header", "field", "add", "json", "strict", "lenient"])]
    pub(super) find: bool,
    /// Treat text that several forms can read as ambiguous: exit code 3
    #[arg(long)]
    pub(super) strict: bool,
    /// Read what stands in a text that no form reads, too: in quotes, a call, a URL, as base64 of its bytes
    #[arg(long, conflicts_with = "strict")]
    pub(super) lenient: bool,
    /// One JSON object per line
    #[arg(long, requires = "to", conflicts_with_all = ["column", "header", "field"])]
    pub(super) json: bool,
}

/// What reads the identifiers of a run, and writes what is wanted of them.
struct Converter<'a> {
    convert: &'a Convert,
    formats: &'a [&'a dyn Format],
    /// The form that is written, if one is.
    target: Option<&'static FormInfo>,
    added: Added<'a>,
    /// When the identifiers were made that are written.
    times: Span,
    stream: Stream<'a>,
}

impl<'a> Converter<'a> {
    /// Reads a text, and says what was taken off it.
    fn read(
        &mut self,
        place: Option<&Position<'_>>,
        text: &[u8],
    ) -> Result<(Reading<'a>, Vec<Spelling>), Unread> {
        // The first text of a file may be a header.
        let read = match place {
            Some(Position { line: 1, .. }) => self.stream.read_first(text),
            _ => self.stream.read(text),
        };
        match read {
            Err(unread) if self.convert.lenient => {
                let (reading, taken) = self.inside(&unread, text).ok_or(unread)?;
                if self.stream.form().is_none() && reading.form.name != "hex" {
                    // The texts that follow have its form, too, whether something is taken off them or not.
                    let bare = reading.format.text(reading.form, reading.bits);
                    let _ = self.stream.read(bare.as_bytes());
                }
                Ok((reading, taken))
            }
            read => Ok((read?, Vec::new())),
        }
    }

    /// What stands in a text that no form reads.
    fn inside(&self, unread: &Unread, text: &[u8]) -> Option<(Reading<'a>, Vec<Spelling>)> {
        if matches!(unread, Unread::OtherForm { .. }) {
            return None;
        }
        let asked = self.convert.select.form.as_deref();
        // Digits mean what they mean in the texts before. Bytes have no form of texts.
        let read = |form| read_inside(self.formats, form, text);
        match (asked, self.stream.form()) {
            (None, Some(found)) => read(Some(found))
                .or_else(|| read(None).filter(|(reading, _)| reading.form.name == "hex")),
            (form, _) => read(form),
        }
    }

    /// Writes the text in the form that is wanted, if one is.
    fn write(&self, out: &mut Vec<u8>, reading: Reading<'_>) -> Option<()> {
        self.target.map(|form| reading.format.write(form, reading.bits, out))
    }

    /// Whether an identifier is written.
    fn is_wanted(&self, reading: Reading<'_>) -> bool {
        self.times.is_all() || reading.time().is_some_and(|time| self.times.has(time))
    }

    /// Says why a text was not read.
    fn unread(
        &self,
        out: &mut Output,
        at: (Option<&Position<'_>>, &[u8]),
        unread: &Unread,
    ) -> Result<(), Failure> {
        let Convert { strict, json, table, lenient, .. } = self.convert;
        let around =
            if *lenient { None } else { self.inside(unread, at.1).map(|(_, taken)| taken) };
        let how = (*strict, table.may_have_header());
        let at = (at.0.copied(), at.1);
        complaint::unread(out, *json, at, unread, how, around)
    }

    /// Says what becomes of a cell, a line or an argument. In a table all other bytes are left as they are: also of what
    /// cannot be read.
    fn cell(
        &mut self,
        out: &mut Output,
        Cell { place, text, absent, .. }: Cell<'_, '_>,
        change: &mut Change,
    ) -> Result<(), Failure> {
        let Convert { json, add, table, select, .. } = self.convert;
        let (is_table, mut found) = (table.is_asked(), None);
        match absent {
            Some(absent) => complaint::absent(out, *json, place, text, &absent)?,
            None if is_table && is_missing(text) => {}
            None if !is_table && select.is_missing(text) => {
                complaint::missing(out, *json, place, text)?;
            }
            None => match self.read(place.as_ref(), text) {
                Ok((reading, taken)) if self.is_wanted(reading) => {
                    if *json {
                        self.answer(out.bytes(), text, reading, &taken);
                    }
                    found = Some(reading);
                }
                Ok(_) => {}
                Err(unread) => self.unread(out, (place.as_ref(), text), &unread)?,
            },
        }
        // What is not read has its line, so that what is added stays beside the others.
        let has_line = self.times.is_all() && (is_table || !add.is_empty());
        change.left_out = *json || found.is_none() && !has_line;
        let mut text = change.text.take().unwrap_or_default();
        text.clear();
        change.text = found.and_then(|reading| self.write(&mut text, reading)).map(|()| text);
        change.added.clear();
        self.added.write(&mut change.added, change.beside, found);
        Ok(())
    }

    /// Answers as JSON.
    fn answer(&self, out: &mut Vec<u8>, text: &[u8], reading: Reading<'_>, taken: &[Spelling]) {
        let to = self.convert.to.as_deref().unwrap_or_default();
        json::answer(out, text, |out| {
            json::member(out, "format", reading.format.facts().family.as_bytes());
            json::member(out, "from", reading.form.name.as_bytes());
            json::member(out, "to", to.as_bytes());
            json::spelling(out, taken);
            out.extend_from_slice(b",\"text\":\"");
            self.write(out, reading);
            out.push(b'"');
        });
    }

    /// Writes a line with the identifiers that stand in it.
    fn running(
        &self,
        out: &mut Output,
        place: Position<'_>,
        text: &[u8],
        parts: &[Match<'_>],
    ) -> Result<(), Failure> {
        if !self.times.is_all() && !parts.iter().any(|part| self.is_wanted(part.reading)) {
            out.bytes().extend_from_slice(place.mark(text));
            return out.end();
        }
        out.outside(outside::table, |bytes| {
            let mut rest = 0;
            for Match { range, reading } in parts {
                bytes.extend_from_slice(&text[rest..range.start]);
                rest = if self.write(bytes, *reading).is_some() { range.end } else { range.start };
            }
            bytes.extend_from_slice(&text[rest..]);
        });
        out.end()
    }
}

impl Convert {
    pub(crate) fn run(&mut self, out: &mut Output) -> Result<Status, Failure> {
        if let Some(from) = self.from.take() {
            self.select.form = Some(from);
        }
        let selected = self.select.formats()?;
        if !selected.named {
            return Err(Failure::usage(
                "the format is needed: give --format FORMAT; `ids infer` says which one a column is of",
            ));
        }
        let span = [("--since", self.since), ("--until", self.until)];
        let times = self.select.flavour.zoned.span(span, None)?;
        if times.is_all() {
            self.select.flavour.without_zone()?;
        }
        if self.add.is_empty() && times.is_all() {
            self.select.without_drift("convert changes the text only")?;
        } else if !selected.told() {
            selected.only()?;
        }
        let mut formats = selected.formats();
        if let Some(to) = &self.to {
            self.select.domain.only_handles(to)?;
            let known = formats.iter().flat_map(|format| format.facts().written_forms());
            names::known("form", to, known.map(|form| ((), form.name)))?;
            // What has no such form cannot be what is meant.
            formats.retain(|format| format.facts().written_forms().any(|form| form.name == to));
        }
        let records: Vec<_> = formats.iter().copied().map(Record::new).collect();
        let added = Added::new(&self.add, &records)?;
        times.fits(&formats)?;
        let form = self.select.form.as_deref();
        let stream = || Stream::new(&formats, form, self.strict);
        let reads = |text: &[u8]| stream().read(text).is_ok();
        let sources = input::sources(&self.ids, self.find || self.table.is_asked(), reads);
        let (formats, stream) = (&formats[..], stream());
        // The forms of a family are alike.
        let target = self.to.as_deref().and_then(|to| formats.first()?.facts().form(to));
        let mut converter = Converter { convert: self, formats, target, added, times, stream };
        let answered = if self.find {
            let now = SystemClock.now().unwrap_or_default();
            let context = Context::of(now, converter.formats.iter().copied());
            let mut finder = Finder::new(form, context);
            finder.each(&sources, out, |out, place, text, parts| {
                converter.running(out, place, text, parts)
            })
        } else {
            let names = converter.added.names().to_vec();
            self.table.each(&sources, None, out, Some(&names), |out, cell, change| {
                converter.cell(out, cell, change)
            })
        };
        out.status.after(answered)
    }
}
