//! An identifier explained to people: format, time, forms, fields, bits.

use std::fmt::Write as _;

use anstyle::Style;
use ids_core::format::Layout;

use super::{
    diagram::{self, Diagram},
    json,
    output::{BOLD, DIM, Made, Page},
    record::Record,
};

/// The columns of a name, and of a value behind which something stands.
const NAME: usize = 14;
const VALUE: usize = 22;

/// Explains identifiers of some formats. What is the same for all of a layout is made once.
#[derive(Debug)]
pub(crate) struct Explainer<'a> {
    records: &'a [Record<'a>],
    /// For each format the layouts that were met.
    drawn: Vec<Vec<Drawn>>,
}

/// A layout, drawn for the page.
#[derive(Debug)]
struct Drawn {
    layout: &'static str,
    /// For each field what stands before its value, and behind it.
    fields: Vec<(Made, Made)>,
    diagram: Diagram,
}

impl Drawn {
    fn new(page: &Page, layout: &Layout) -> Self {
        let diagram = Diagram::new(page, layout);
        let mut page = page.aside();
        let field = |(index, field): (usize, &ids_core::format::Field)| {
            label(&mut page, diagram::color(index), field.name());
            let before = page.take();
            let place = if field.width() == 1 {
                format!("bit {}\n", field.low())
            } else {
                format!("bits {} to {}\n", field.high(), field.low())
            };
            page.styled(DIM, place);
            (before, page.take())
        };
        let fields = layout.fields().iter().enumerate().map(field).collect();
        Self { layout: layout.name(), fields, diagram }
    }
}

impl<'a> Explainer<'a> {
    pub(crate) fn new(records: &'a [Record<'a>]) -> Self {
        Self { records, drawn: records.iter().map(|_| Vec::new()).collect() }
    }

    /// Explains an identifier of the format at this place.
    pub(crate) fn write(&mut self, page: &mut Page, place: usize, bits: u128) {
        let record = &self.records[place];
        page.styled(BOLD, record.text(bits));
        page.text("\n");
        line(page, "format", record.title());
        if let Some(kind) = record.format.kind(bits) {
            line(page, "kind", kind);
        }
        if let Some(time) = record.time(bits) {
            line(page, "time", record.show(time));
        }
        for (form, name) in record.facts.written_forms() {
            line(page, name, record.form(form, bits));
        }
        let spaced = spaced(&bits.to_be_bytes()[16 - record.bytes..]);
        line(page, "bytes", spaced);
        page.text("\n");
        let layout = record.format.layout_of(bits);
        let drawn = &mut self.drawn[place];
        let known = drawn.iter().position(|drawn| drawn.layout == layout.name());
        let known = known.unwrap_or_else(|| {
            drawn.push(Drawn::new(page, layout));
            drawn.len() - 1
        });
        let drawn = &drawn[known];
        for ((before, behind), (_, value)) in drawn.fields.iter().zip(layout.unpack(bits)) {
            page.made(before);
            let _ = write!(page, "{value:<VALUE$}");
            page.made(behind);
        }
        if let Some(split) = record.facts.split {
            label(page, DIM, split.name());
            let _ = write!(page, "{:<VALUE$}", split.get(bits));
            let parts = format!("{} and {} together\n", split.upper().name(), split.lower().name());
            page.styled(DIM, parts);
        }
        page.text("\n");
        drawn.diagram.draw(page, bits);
        page.text("\n");
    }
}

/// Bytes in hexadecimal digits, with spaces between.
pub(crate) fn spaced(bytes: &[u8]) -> Vec<u8> {
    let mut spaced = Vec::with_capacity(3 * bytes.len());
    for byte in bytes {
        if !spaced.is_empty() {
            spaced.push(b' ');
        }
        json::hex(&mut spaced, &[*byte]);
    }
    spaced
}

pub(crate) fn line(page: &mut Page, name: &str, value: impl AsRef<[u8]>) {
    label(page, DIM, name);
    page.text(value);
    page.text("\n");
}

fn label(page: &mut Page, style: Style, name: &str) {
    page.text("  ");
    page.begin(style);
    page.padded(name, NAME);
    page.end(style);
}
