//! `ids convert`: the text forms of one format.

use std::ffi::OsString;

use clap::Args;
use ids_formats::{
    Format, Stream, is_missing,
    spelling::{Taken, read_inside},
};

use crate::{
    reading::{
        complaint,
        input::{self, Line, Place},
        select::{Select, Selected},
        table::{Cell, Table},
    },
    show::{json, names, output::Output},
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
    /// The text form to write: see `ids info FORMAT`
    #[arg(long, value_name = "FORM")]
    to: String,
    #[command(flatten)]
    table: Table,
    /// Treat text that several forms can read as ambiguous: exit code 3
    #[arg(long)]
    strict: bool,
    /// Read what stands in a text that no form reads, too: in quotes, a call, a URL, as base64 of its bytes
    #[arg(long, conflicts_with = "strict")]
    lenient: bool,
    /// One JSON object per line
    #[arg(long, conflicts_with_all = ["column", "header"])]
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
        self.select.without_drift("convert changes the text only")?;
        self.select.only_handles(&self.to)?;
        let (formats, targets) = self.targets(&selected)?;
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
        let mut status = Status::Done;
        if self.table.is_asked() {
            // One column changes, and all other bytes are left as they are: also of what cannot be read.
            let answered = self.table.each(&sources, out, true, |out, Cell { place, text }| {
                let refused = match text {
                    Ok(Line::Text(text)) if is_missing(text) => Ok(()),
                    Ok(Line::Text(text)) => match read(&mut stream, Some(place), text) {
                        Ok((reading, _)) => {
                            let mut text = Vec::new();
                            let form = targets[reading.format];
                            formats[reading.format].write(form, reading.bits, &mut text);
                            return Ok(Some(text));
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
                    Err(short) => {
                        status.raise(Status::Invalid);
                        complaint::short(out, false, place, short)
                    }
                };
                refused.map(|()| None)
            });
            return status.after(answered);
        }
        let answered = input::each(&sources, out, |out, place, line| {
            let Line::Text(text) = line else {
                status.raise(Status::Invalid);
                return complaint::too_long(out, self.json, place, line);
            };
            if self.select.is_missing(text) {
                status.raise(Status::Invalid);
                return complaint::missing(out, self.json, place, text);
            }
            let (reading, taken) = match read(&mut stream, place, text) {
                Ok(read) => read,
                Err(unread) => {
                    status.raise(complaint::status(&unread, self.strict));
                    return complaint::unread(out, self.json, (place, text), &unread, header);
                }
            };
            let format = formats[reading.format];
            let target = targets[reading.format];
            let bytes = out.bytes();
            if self.json {
                json::open(bytes, text);
                let facts = format.facts();
                json::member(bytes, "format", facts.family.as_bytes());
                json::member(bytes, "from", facts.forms[reading.form].name().as_bytes());
                json::member(bytes, "to", self.to.as_bytes());
                json::spelling(bytes, &taken);
                bytes.extend_from_slice(b",\"text\":\"");
                format.write(target, reading.bits, bytes);
                bytes.extend_from_slice(b"\"}");
            } else {
                format.write(target, reading.bits, bytes);
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
    ) -> Result<(Vec<&'s dyn Format>, Vec<usize>), Failure> {
        let mut known: Vec<&str> = Vec::new();
        for format in selected.formats() {
            for (_, form) in format.facts().written_forms() {
                if !known.contains(&form) {
                    known.push(form);
                }
            }
        }
        if !known.contains(&self.to.as_str()) {
            return Err(names::refused("form", &self.to, &known));
        }
        // What has no such form cannot be what is meant.
        let target = |format: &dyn Format| {
            format
                .facts()
                .written_forms()
                .find(|(_, form)| *form == self.to)
                .map(|(place, _)| place)
        };
        let formats = selected.formats().into_iter();
        Ok(formats.filter_map(|format| target(format).map(|form| (format, form))).unzip())
    }
}
