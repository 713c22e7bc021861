//! A format prepared for answering: what is the same for each identifier is worked out once.

use std::time::Duration;

use ids_core::{Field, Layout, ParseError};

use crate::{
    format::{self, Format, Split},
    instant, json,
};

/// A field as answers have it: an open field of the layout, or one that stands in two places.
#[derive(Clone, Copy)]
pub(crate) enum Shown {
    Whole(Field),
    Split(Split),
}

impl Shown {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Whole(field) => field.name(),
            Self::Split(split) => split.name,
        }
    }

    pub(crate) fn get(&self, bits: u128) -> u64 {
        match self {
            Self::Whole(field) => field.get(bits),
            Self::Split(split) => split.get(bits),
        }
    }
}

/// The fields of an answer, most significant first: one that stands in two places is where its
/// upper part is.
fn shown(format: &dyn Format, layout: &Layout) -> impl Iterator<Item = Shown> + use<> {
    let split = format.split();
    format::open_fields(layout).filter_map(move |field| match split {
        Some(split) if field == split.upper => Some(Shown::Split(split)),
        Some(split) if field == split.lower => None,
        _ => Some(Shown::Whole(field)),
    })
}

/// The fields of an answer, each with its name and what stands before it in JSON.
fn labelled(format: &dyn Format, layout: &Layout) -> Vec<(Shown, Vec<u8>)> {
    let label = |(index, field): (usize, Shown)| {
        let comma = if index == 0 { "" } else { "," };
        (field, format!("{comma}\"{}\":\"", field.name()).into_bytes())
    };
    shown(format, layout).enumerate().map(label).collect()
}

/// A format with its constant parts at hand.
pub(crate) struct Record {
    pub(crate) format: &'static dyn Format,
    pub(crate) layout: Layout,
    /// Digits of a second's fraction that the format's instants need.
    pub(crate) digits: u32,
    /// Bytes of an identifier.
    pub(crate) bytes: usize,
    /// The layouts that identifiers have: one, or several that the identifier tells apart.
    pub(crate) layouts: Vec<Layout>,
    /// For each of them the fields that are shown, each with `,"name":"` as JSON has it.
    fields: Vec<Vec<(Shown, Vec<u8>)>>,
    /// `"format":"...","flavour":"..."`.
    name: Vec<u8>,
}

impl Record {
    pub(crate) fn new(format: &'static dyn Format) -> Self {
        let layout = format.layout();
        let digits = format.ticks().map_or(0, |ticks| {
            let unit = ticks.start(1).saturating_sub(ticks.epoch());
            instant::digits(unit).max(instant::digits(ticks.epoch()))
        });
        let layouts = match format.layouts() {
            [] => vec![layout],
            several => several.to_vec(),
        };
        let fields = layouts.iter().map(|layout| labelled(format, layout)).collect();
        let mut name = b"{".to_vec();
        json::member(&mut name, "format", format.name().as_bytes());
        if let Some(flavour) = format.flavour() {
            json::member(&mut name, "flavour", flavour.as_bytes());
        }
        name.remove(0);
        let bytes = layout.bits().div_ceil(8) as usize;
        Self { format, layout, digits, bytes, layouts, fields, name }
    }

    pub(crate) fn write_name(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.name);
    }

    /// The identifier that a text of this form writes.
    pub(crate) fn read(&self, form: usize, text: &[u8]) -> Result<u128, ParseError> {
        let bits = self.format.read(form, text)?;
        self.layout.check(bits)?;
        Ok(bits)
    }

    /// Appends the members that say what the identifier is: `"text"`, `"bytes"`, `"time"` and
    /// `"fields"`.
    pub(crate) fn write(&self, out: &mut Vec<u8>, bits: u128) {
        self.write_known(out, bits, self.format.time(bits), |out| {
            self.format.write(self.format.canonical(), bits, out);
        });
    }

    /// As [`write`](Self::write), where the time and the text are known already.
    pub(crate) fn write_known(
        &self,
        out: &mut Vec<u8>,
        bits: u128,
        time: Option<Duration>,
        text: impl FnOnce(&mut Vec<u8>),
    ) {
        if let Some(kind) = self.format.kind(bits) {
            json::member(out, "kind", kind.as_bytes());
        }
        // No text form of any format has a character that JSON escapes.
        out.extend_from_slice(b",\"text\":\"");
        text(out);
        out.extend_from_slice(b"\",\"bytes\":\"");
        json::hex(out, &bits.to_be_bytes()[16 - self.bytes..]);
        out.push(b'"');
        if let Some(time) = time {
            let start = out.len();
            out.extend_from_slice(b",\"time\":\"");
            if instant::write(out, time, self.digits) {
                out.push(b'"');
            } else {
                out.truncate(start);
            }
        }
        out.extend_from_slice(b",\"fields\":{");
        for (field, label) in self.fields(bits) {
            out.extend_from_slice(label);
            json::decimal(out, field.get(bits));
            out.push(b'"');
        }
        out.push(b'}');
    }

    /// The layout of an identifier.
    pub(crate) fn layout_of(&self, bits: u128) -> &Layout {
        &self.layouts[self.format.which(bits)]
    }

    fn fields(&self, bits: u128) -> &[(Shown, Vec<u8>)] {
        &self.fields[self.format.which(bits)]
    }

    /// The fields as answers have them, with their values.
    pub(crate) fn values(&self, bits: u128) -> impl Iterator<Item = (Shown, u64)> + '_ {
        self.fields(bits).iter().map(move |(field, _)| (*field, field.get(bits)))
    }

    /// The canonical text.
    pub(crate) fn text(&self, bits: u128) -> Vec<u8> {
        self.form(self.format.canonical(), bits)
    }

    /// The text of a form.
    pub(crate) fn form(&self, form: usize, bits: u128) -> Vec<u8> {
        let mut text = Vec::new();
        self.format.write(form, bits, &mut text);
        text
    }

    /// An instant of this format for people.
    pub(crate) fn show(&self, time: Duration) -> String {
        let mut text = Vec::new();
        if instant::write(&mut text, time, self.digits) {
            String::from_utf8(text).unwrap_or_default()
        } else {
            instant::show(time)
        }
    }

    /// The format and the flavour as one name.
    pub(crate) fn title(&self) -> String {
        match self.format.flavour() {
            Some(flavour) => format!("{} {flavour}", self.format.name()),
            None => self.format.name().to_owned(),
        }
    }
}
