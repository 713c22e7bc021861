//! `ids convert`: the text forms of one format, and what stands beside identifiers.

use std::ffi::OsString;

use clap::Args;
use ids_formats::{
    Format, Reading, Stream, is_missing,
    spelling::{Taken, read_inside},
};

use crate::{
    reading::{
        complaint,
        input::{self, Line, Place},
        select::{Select, Selected},
        table::{self, Cell, Table},
    },
    show::{added::Added, json, names, output::Output, outside, record::Record},
    status::{Failure, Status},
};

/// Arguments of `ids convert`.
#[derive(Args, Debug)]
pub(crate) struct Convert {
    /// The identifiers, or files with one on each line; `-` is standard input, as is no argument. What a
    /// format reads is an identifier
    #[arg(value_name = "ID|FILE")]
    ids: Vec<OsString>,
    #[command(flatten)]
    select: Select,
    /// The text form to read, if several forms can read the text: the same as --form
    #[arg(long, value_name = "FORM", conflicts_with = "form")]
    from: Option<String>,
    /// The text form to write: see `ids info FORMAT`. Without it, --add leaves the identifiers as they are
    #[arg(long, value_name = "FORM", required_unless_present = "add")]
    to: Option<String>,
    /// Write these behind each identifier, or behind the last column of its record: `time`, fields and forms. NAME=WHAT
    /// gives a column another name
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',', conflicts_with = "json")]
    add: Vec<String>,
    #[command(flatten)]
    table: Table,
    /// Treat text that several forms can read as ambiguous: exit code 3
    #[arg(long)]
    strict: bool,
    /// Read what stands in a text that no form reads, too: in quotes, a call, a URL, as base64 of its bytes
    #[arg(long, conflicts_with = "strict")]
    lenient: bool,
    /// One JSON object per line
    #[arg(long, conflicts_with_all = ["column", "header", "field"])]
    json: bool,
}

impl Convert {
    pub(crate) fn run(&mut self, out: &mut Output) -> Result<Status, Failure> {
        if let Some(from) = self.from.take() {
            self.select.form = Some(from);
        }
        let selected = self.select.formats()?;
        if !selected.named {
            return Err(Failure::usage("convert needs the format: give --format FORMAT"));
        }
        if self.add.is_empty() {
            self.select.without_drift("convert changes the text only")?;
        } else if !selected.told() {
            selected.only()?;
        }
        if let Some(to) = &self.to {
            self.select.only_handles(to)?;
        }
        let (formats, targets) = self.targets(&selected)?;
        let records: Vec<_> = formats.iter().copied().map(Record::new).collect();
        let added = Added::new(&self.add, &records)?;
        let form = self.select.form.as_deref();
        let sources = input::sources(&self.ids, self.table.is_asked(), |text| {
            Stream::new(&formats, form, self.strict).read(text).is_ok()
        });
        let mut stream = Stream::new(&formats, form, self.strict);
        // The first text of a file may be a header.
        let read = |stream: &mut Stream<'_>, place: Option<Place<'_>>, text: &[u8]| {
            let read = match place {
                Some(Place { line: 1, .. }) => stream.read_first(text),
                _ => stream.read(text),
            };
            match read {
                Ok(reading) => Ok((reading, Taken::default())),
                Err(unread) if !self.lenient => Err(unread),
                Err(unread) => read_inside(&formats, form, text).ok_or(unread),
            }
        };
        let header = self.table.may_have_header();
        let (kind, delimiter) = (self.table.beside(), self.table.delimiter());
        // The text in the form that is wanted, if one is.
        let write = |out: &mut Vec<u8>, Reading { format, bits, .. }: Reading| {
            targets[format].map(|form| formats[format].write(form, bits, out))
        };
        let mut status = Status::Done;
        if self.table.is_asked() {
            // One column changes, and all other bytes are left as they are: also of what cannot be read.
            let names = Some(added.names());
            let answered = self.table.each(&sources, out, names, |out, cell, change| {
                let Cell { place, text } = cell;
                match text {
                    Ok(Line::Text(text)) if is_missing(text) => Ok(()),
                    Ok(Line::Text(text)) => match read(&mut stream, Some(place), text) {
                        Ok((reading, _)) => {
                            let mut text = Vec::new();
                            change.text = write(&mut text, reading).map(|()| text);
                            added.write(&mut change.added, kind, Some(reading));
                            Ok(())
                        }
                        Err(unread) => {
                            status.raise(complaint::status(&unread, self.strict));
                            complaint::unread(out, false, (Some(place), text), &unread, header)
                        }
                    },
                    Ok(line) => {
                        status.raise(Status::Invalid);
                        complaint::too_long(out, false, Some(place), line)
                    }
                    Err(absent) => {
                        status.raise(Status::Invalid);
                        complaint::absent(out, false, place, &absent)
                    }
                }
            });
            return status.after(answered);
        }
        // What is not read has its line too where something is added, so that lines stay beside each other.
        let beside = |out: &mut Output, text: &[u8]| {
            if !self.add.is_empty() {
                let (live, bytes) = (out.is_live(), out.bytes());
                let start = bytes.len();
                table::quoted(bytes, delimiter, |out| out.extend_from_slice(text));
                if live {
                    outside::table(bytes, start);
                }
                added.write(bytes, kind, None);
                bytes.push(b'\n');
            }
        };
        let answered = input::each(&sources, out, |out, place, line| {
            let Line::Text(text) = line else {
                status.raise(Status::Invalid);
                beside(out, b"");
                return complaint::too_long(out, self.json, place, line);
            };
            if self.select.is_missing(text) {
                status.raise(Status::Invalid);
                beside(out, text);
                return complaint::missing(out, self.json, place, text);
            }
            let (reading, taken) = match read(&mut stream, place, text) {
                Ok(read) => read,
                Err(unread) => {
                    status.raise(complaint::status(&unread, self.strict));
                    beside(out, text);
                    return complaint::unread(out, self.json, (place, text), &unread, header);
                }
            };
            let bytes = out.bytes();
            if self.json {
                let facts = formats[reading.format].facts();
                json::open(bytes, text);
                json::member(bytes, "format", facts.family.as_bytes());
                json::member(bytes, "from", facts.forms[reading.form].name().as_bytes());
                json::member(bytes, "to", self.to.as_deref().unwrap_or_default().as_bytes());
                json::spelling(bytes, &taken);
                bytes.extend_from_slice(b",\"text\":\"");
                write(bytes, reading);
                bytes.extend_from_slice(b"\"}");
            } else if self.add.is_empty() {
                write(bytes, reading);
            } else {
                table::quoted(bytes, delimiter, |out| {
                    if write(out, reading).is_none() {
                        out.extend_from_slice(text);
                    }
                });
                added.write(bytes, kind, Some(reading));
            }
            bytes.push(b'\n');
            out.end()
        });
        status.after(answered)
    }

    /// The formats that have the form that is written, and its place in each.
    fn targets<'s>(
        &self,
        selected: &'s Selected,
    ) -> Result<(Vec<&'s dyn Format>, Vec<Option<usize>>), Failure> {
        let formats = selected.formats();
        let Some(to) = self.to.as_deref() else {
            let targets = vec![None; formats.len()];
            return Ok((formats, targets));
        };
        let mut known: Vec<&str> = Vec::new();
        for format in &formats {
            for (_, form) in format.facts().written_forms() {
                if !known.contains(&form) {
                    known.push(form);
                }
            }
        }
        if !known.contains(&to) {
            return Err(names::refused("form", to, &known));
        }
        // What has no such form cannot be what is meant.
        let target = |format: &dyn Format| {
            let mut forms = format.facts().written_forms();
            forms.find(|(_, form)| *form == to).map(|(place, _)| place)
        };
        let formats = formats.into_iter();
        Ok(formats.filter_map(|format| Some((format, Some(target(format)?)))).unzip())
    }
}
