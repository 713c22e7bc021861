//! `ids info`: what there is to know of the formats.

use std::time::Duration;

use clap::Args;
use ids_core::{RangeError, UnixTime};
use ids_formats::{FAMILIES, Value};

use crate::{
    Failure, Output, Status, instant,
    reading::{SelectDomain, SelectFlavour},
    show::{
        BOLD, DIM, Page, Record,
        diagram::{Diagram, color},
        explanation::line,
        json,
    },
};

/// Describe a format: layout, epoch, unit, capacity, last date
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids info
  ids info flax
  ids info snowflake --flavour discord")]
pub(crate) struct Info {
    /// The format. Without it, all formats are listed
    #[arg(value_name = "FORMAT")]
    format: Option<String>,
    #[command(flatten)]
    flavour: SelectFlavour,
    /// One JSON object for each flavour
    #[arg(long)]
    json: bool,
}

impl Info {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        self.flavour.without_zone()?;
        let selected = self.flavour.formats_on(&SelectDomain::NONE, self.format.as_deref())?;
        let records = selected.records();
        if self.json {
            for record in &records {
                json::line(out.bytes(), |out| write(out, record));
            }
        } else if !selected.named {
            for family in FAMILIES {
                out.page().styled(BOLD, format!("{:<12}", family.name));
                out.page().text(format!("{}\n", family.about));
            }
            out.page().styled(DIM, "\n`ids info FORMAT` says more, `ids new FORMAT` makes one.\n");
        } else if let [record] = &records[..] {
            explain(out.page(), record);
        } else {
            for record in &records {
                let name = record.facts.flavour.unwrap_or_default();
                out.page().styled(BOLD, format!("{name:<14}"));
                out.page().text(format!("{}\n", record.facts.about));
            }
            let name = records.first().map_or("FORMAT", |record| record.facts.family);
            let hint = format!("\n`ids info {name} --flavour NAME` says more.\n");
            out.page().styled(DIM, hint);
        }
        out.end().map(|()| Status::Done)
    }
}

/// What follows from a format's ticks.
struct Extent {
    epoch: UnixTime,
    unit: Duration,
    /// How many ticks a second has, if a tick is not a whole number of nanoseconds.
    per_second: Option<u64>,
    /// The first instant that is too late.
    end: Option<UnixTime>,
    /// The first instant from which identifiers are negative as signed 64-bit integers.
    negative: Option<UnixTime>,
}

impl Extent {
    fn of(record: &Record<'_>) -> Option<Self> {
        let timed = record.timed?;
        let ticks = timed.ticks();
        let (epoch, unit) = (ticks.epoch(), ticks.unit());
        // Where a tick is no whole number, its start is rounded. The last one of a second may be shorter.
        let count = ticks.count(Duration::from_secs(1));
        let last = count.saturating_sub(1);
        let until_last = ticks.start(last).duration_since(epoch).as_nanos();
        let is_whole = until_last == unit.as_nanos() * u128::from(last);
        let end = match timed.first_at(UnixTime::MAX) {
            Err(RangeError::AfterEnd { last }) => {
                let last = ticks.at(last).ok()?;
                let next = last.checked_add(1).map(|tick| ticks.start(tick));
                // The last tick of 64 bits has none after it to begin.
                Some(next.unwrap_or_else(|| ticks.start(last).saturating_add(unit)))
            }
            _ => None,
        };
        let layout = &record.facts.layout;
        let top_is_open = Value::all(layout, None).any(|value| value.field.high() == 63);
        let negative = (layout.bits() == 64 && top_is_open).then(|| timed.time(1 << 63));
        // A later one has no count of seconds.
        let negative = negative.filter(|time| *time < UnixTime::MAX);
        Some(Self { epoch, unit, per_second: (!is_whole).then_some(count), end, negative })
    }
}

fn explain(page: &mut Page, record: &Record<'_>) {
    let facts = record.facts;
    page.styled(BOLD, record.title());
    page.text(format!(": {}\n", facts.about));
    line(page, "bits", facts.layout.bits().to_string());
    if let Some(span) = Extent::of(record) {
        line(page, "epoch", instant::show(span.epoch));
        let (count, unit) = instant::largest_unit(span.unit);
        let part = span.per_second.map(|count| format!("1/{count} s"));
        line(page, "tick", part.unwrap_or_else(|| format!("{count} {unit}")));
        if let Some(end) = span.end {
            line(page, "ends", instant::show(end));
        }
        if let Some(negative) = span.negative {
            line(page, "negative from", format!("{} (as bigint)", instant::show(negative)));
        }
    }
    match facts.capacity {
        Some((count, of)) => {
            let name = if record.timed.is_some() { "each tick has" } else { "capacity" };
            line(page, name, format!("{count} {of}"));
        }
        None => line(page, "made by ids", "no: it is only read"),
    }
    let mut forms: Vec<_> = facts.forms.iter().map(|form| form.name).collect();
    forms.swap(0, facts.canonical.place);
    line(page, "text forms", forms.join(" "));
    line(page, "largest", record.format.text(facts.canonical, facts.largest()));
    page.text("\n");
    for (index, field) in record.facts.layout.fields().iter().enumerate() {
        page.text("  ");
        page.styled(color(index), format!("{:<14}", field.name()));
        let bits = format!("bits {} to {}", field.high(), field.low());
        let holds = match field.fixed() {
            Some(fixed) => format!("always {fixed}"),
            None => format!("0 to {}", field.max()),
        };
        page.text(format!("{bits:<16}{:>3} wide  {holds}\n", field.width()));
    }
    page.text("\n");
    for layout in facts.layouts() {
        Diagram::new(page, layout).draw(page, 0);
    }
}

/// Appends `"format":..,"flavour":..,"bits":..,"epoch":..,...`.
fn write(out: &mut Vec<u8>, record: &Record<'_>) {
    let facts = record.facts;
    record.write_name(out);
    json::number(out, "bits", facts.layout.bits().into());
    if let Some(span) = Extent::of(record) {
        json::member(out, "epoch", instant::show(span.epoch).as_bytes());
        match span.per_second {
            Some(count) => json::digits(out, "ticks_per_second", count),
            None => json::digits(out, "tick_ns", span.unit.as_nanos()),
        }
        for (name, time) in [("ends", span.end), ("negative_from", span.negative)] {
            json::some(out, name, time.map(instant::show));
        }
    }
    if let (Some((count, _)), Some(_)) = (facts.capacity, record.timed) {
        json::digits(out, "per_tick", count);
    }
    json::member(out, "canonical", facts.canonical.name.as_bytes());
    json::strings(out, "forms", facts.forms.iter().map(|form| form.name));
    json::objects(out, "fields", facts.layout.fields(), |out, field| {
        json::member(out, "name", field.name().as_bytes());
        json::number(out, "high", field.high().into());
        json::number(out, "low", field.low().into());
        json::digits(out, "max", field.max());
        if let Some(fixed) = field.fixed() {
            json::digits(out, "always", fixed);
        }
    });
}
