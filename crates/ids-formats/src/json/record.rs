//! A format prepared for answering: what is the same for each identifier is worked out once.

use alloc::{borrow::ToOwned, format, string::String, vec::Vec};

use ids_core::format::Layout;

use super::{instant, write as json};
use crate::{Facts, Format, Timed, UnixTime, Value};

/// A format with its constant parts at hand.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Record<'a> {
    /// The format.
    pub format: &'a dyn Format,
    /// Its facts.
    pub facts: &'a Facts,
    /// Its time, if it has one.
    pub timed: Option<&'a dyn Timed>,
    /// Digits of a second's fraction that the format's instants need.
    digits: u32,
    /// Bytes of an identifier.
    pub bytes: usize,
    /// For each of its layouts the fields that are shown, each with `,"name":"` as JSON has it.
    fields: Vec<Vec<(Value, Vec<u8>)>>,
    /// `"format":"...","flavour":"..."`.
    name: Vec<u8>,
}

impl<'a> Record<'a> {
    /// Prepares a format.
    #[inline]
    pub fn new(format: &'a dyn Format) -> Self {
        let (facts, timed) = (format.facts(), format.timed());
        let digits = timed.map_or(0, |timed| {
            let ticks = timed.ticks();
            instant::digits(ticks.unit()).max(instant::digits(ticks.epoch().since_epoch()))
        });
        let label = |(index, value): (usize, Value)| {
            let comma = if index == 0 { "" } else { "," };
            (value, format!("{comma}\"{}\":\"", value.name).into_bytes())
        };
        let labelled =
            |layout: &Layout| Value::all(layout, facts.split).enumerate().map(label).collect();
        let fields = facts.layouts().iter().map(labelled).collect();
        let mut name = b"{".to_vec();
        json::member(&mut name, "format", facts.family.as_bytes());
        json::some(&mut name, "flavour", facts.flavour);
        name.remove(0);
        let bytes = facts.bytes();
        Self { format, facts, timed, digits, bytes, fields, name }
    }

    /// That of a format.
    #[inline]
    pub fn of<'r>(records: &'r [Self], format: &dyn Format) -> Option<&'r Self> {
        records.iter().find(|record| *record.format == *format)
    }

    /// Appends the members `"format"` and, if there is one, `"flavour"`, after a comma unless they are the object's first.
    #[inline]
    pub fn write_name(&self, out: &mut Vec<u8>) {
        if out.last() != Some(&b'{') {
            out.push(b',');
        }
        out.extend_from_slice(&self.name);
    }

    /// Appends the members that say what the identifier is: `"text"`, `"bytes"`, `"time"` and
    /// `"fields"`.
    #[inline]
    pub fn write(&self, out: &mut Vec<u8>, bits: u128) {
        self.write_known(out, bits, self.time(bits), |out| {
            self.format.write(self.facts.canonical, bits, out);
        });
    }

    /// As [`write`](Self::write), where the time and the text are known already.
    #[inline]
    pub fn write_known(
        &self,
        out: &mut Vec<u8>,
        bits: u128,
        time: Option<UnixTime>,
        text: impl FnOnce(&mut Vec<u8>),
    ) {
        json::some(out, "kind", self.format.kind(bits));
        // No text form of any format has a character that JSON escapes.
        out.extend_from_slice(b",\"text\":\"");
        text(out);
        out.extend_from_slice(b"\",\"bytes\":\"");
        json::hex(out, &bits.to_be_bytes()[16 - self.bytes..]);
        out.push(b'"');
        json::time(out, time, self.digits);
        out.extend_from_slice(b",\"fields\":{");
        for (field, label) in self.fields(bits) {
            out.extend_from_slice(label);
            json::decimal(out, field.get(bits));
            out.push(b'"');
        }
        out.push(b'}');
    }

    /// Appends the members with which an identifier is drawn: `"forms"`, the text of each form that is
    /// written, and `"layout"`, each field with its `"name"`, its `"high"` and `"low"` bit, its
    /// `"value"`, and `"fixed"` where all identifiers have this value.
    #[inline]
    pub fn write_parts(&self, out: &mut Vec<u8>, bits: u128) {
        json::key(out, "forms");
        json::object(out, |out| {
            for form in self.facts.written_forms() {
                json::member(out, form.name, self.format.text(form, bits).as_bytes());
            }
        });
        let fields = self.format.layout_of(bits).unpack(bits);
        json::objects(out, "layout", fields, |out, (field, value)| {
            let (bits, fixed) = ((field.high(), field.low()), field.fixed().is_some());
            json::field(out, field.name(), bits, value.into(), fixed);
        });
    }

    fn fields(&self, bits: u128) -> &[(Value, Vec<u8>)] {
        let layouts = self.facts.layouts();
        if layouts.len() == 1 {
            return &self.fields[0];
        }
        let name = self.format.layout_of(bits).name();
        let place = layouts.iter().position(|layout| layout.name() == name);
        &self.fields[place.unwrap_or_default()]
    }

    /// The time of an identifier.
    #[inline]
    pub fn time(&self, bits: u128) -> Option<UnixTime> {
        self.timed.map(|timed| timed.time(bits))
    }

    /// The fields as answers have them, with their values.
    #[inline]
    pub fn values(&self, bits: u128) -> impl Iterator<Item = (Value, u64)> + '_ {
        self.fields(bits).iter().map(move |(field, _)| (*field, field.get(bits)))
    }

    /// The canonical text.
    #[inline]
    pub fn text(&self, bits: u128) -> String {
        self.format.text(self.facts.canonical, bits)
    }

    /// Appends an instant of this format as RFC 3339 in UTC, or nothing if it is after the year 9999, which
    /// RFC 3339 cannot write.
    #[inline]
    pub fn write_time(&self, out: &mut Vec<u8>, time: UnixTime) -> bool {
        instant::write(out, time, self.digits)
    }

    /// An instant of this format for people.
    #[inline]
    pub fn show(&self, time: UnixTime) -> String {
        instant::show_to(time, self.digits)
    }

    /// Appends a member whose value is an instant of this format, as [`show`](Self::show) has it.
    #[inline]
    pub fn write_instant(&self, out: &mut Vec<u8>, name: &'static str, time: UnixTime) {
        json::key(out, name);
        out.push(b'"');
        if !self.write_time(out, time) {
            out.extend_from_slice(instant::show(time).as_bytes());
        }
        out.push(b'"');
    }

    /// The format and the flavour as one name.
    #[inline]
    pub fn title(&self) -> String {
        title(self.facts.family, self.facts.flavour)
    }
}

/// A format and its flavour as one name.
#[inline]
pub fn title(name: &str, flavour: Option<&str>) -> String {
    match flavour {
        Some(flavour) => format!("{name} {flavour}"),
        None => name.to_owned(),
    }
}
