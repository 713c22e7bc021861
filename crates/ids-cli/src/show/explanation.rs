//! An identifier explained to people: format, time, forms, fields, bits.

use std::ptr;

use anstyle::Style;
use ids_core::format::Layout;
use ids_formats::{FormInfo, Value};

use super::{
    BAD, BOLD, DIM, Page, Record,
    diagram::{Diagram, color},
    json,
};

/// The columns of a name, and of a value behind which something stands.
const NAME: usize = 14;
const VALUE: usize = 22;

/// Explains identifiers of some formats. What is the same for all of a layout is made once.
#[derive(Debug, Default)]
pub(crate) struct Explainer<'a>(Vec<Drawn<'a>>);

/// A layout of a format, drawn for the page: all that is the same for each of its identifiers.
#[derive(Debug)]
struct Drawn<'a> {
    layout: &'a Layout,
    /// The line of the format's name.
    format: Page,
    /// What stands before the time, and before the bytes.
    time: Page,
    bytes: Page,
    /// The forms with what stands before their texts.
    forms: Vec<(&'static FormInfo, Page)>,
    /// The fields, and that which the layout has in two parts, with what stands before the value and behind it.
    fields: Vec<(Value, Page, Page)>,
    diagram: Diagram,
}

impl<'a> Drawn<'a> {
    fn new(page: &Page, record: &Record<'_>, layout: &'a Layout) -> Self {
        let diagram = Diagram::new(page, layout);
        let mut page = page.aside();
        line(&mut page, "format", record.title());
        let format = page.take();
        let mut labelled = |style, name| {
            label(&mut page, style, name);
            page.take()
        };
        let (time, bytes) = (labelled(DIM, "time"), labelled(DIM, "bytes"));
        let forms = record.facts.written_forms();
        let forms = forms.map(|form| (form, labelled(DIM, form.name))).collect();
        let fields = layout.fields().iter();
        let fields = fields.map(|field| Value { name: field.name(), field: *field, lower: None });
        let field = |(index, value): (usize, Value)| {
            let field = value.field;
            let (style, place) = match value.lower {
                Some(lower) => (DIM, format!("{} and {} together\n", field.name(), lower.name())),
                None if field.width() == 1 => (color(index), format!("bit {}\n", field.low())),
                None => (color(index), format!("bits {} to {}\n", field.high(), field.low())),
            };
            label(&mut page, style, value.name);
            let before = page.take();
            page.styled(DIM, place);
            (value, before, page.take())
        };
        let fields = fields.chain(record.facts.split).enumerate().map(field).collect();
        Self { layout, format, time, bytes, forms, fields, diagram }
    }
}

impl<'a> Explainer<'a> {
    /// Explains an identifier of a format, with what speaks against it.
    pub(crate) fn write(
        &mut self,
        page: &mut Page,
        record: &Record<'a>,
        bits: u128,
        doubt: Option<&'static str>,
    ) {
        let layout = record.format.layout_of(bits);
        // Each format has layouts of its own, which stand in one place of the memory.
        let known = self.0.iter().position(|drawn| ptr::eq(drawn.layout, layout));
        let known = known.unwrap_or_else(|| {
            self.0.push(Drawn::new(page, record, layout));
            self.0.len() - 1
        });
        let drawn = &self.0[known];
        page.begin(BOLD);
        page.plain(|out| record.format.write(record.facts.canonical, bits, out));
        page.end(BOLD);
        page.text("\n");
        page.made(&drawn.format);
        if let Some(kind) = record.format.kind(bits) {
            line(page, "kind", kind);
        }
        if let Some(time) = record.time(bits) {
            page.made(&drawn.time);
            page.text(record.show(time));
            if let Some(doubt) = doubt {
                page.text("  ");
                page.styled(BAD, doubt);
            }
            page.text("\n");
        } else if let Some(doubt) = doubt {
            line(page, "doubt", doubt);
        }
        for (form, before) in &drawn.forms {
            page.made(before);
            page.plain(|out| record.format.write(form, bits, out));
            page.text("\n");
        }
        page.made(&drawn.bytes);
        page.plain(|out| space(out, &bits.to_be_bytes()[16 - record.bytes..]));
        page.text("\n\n");
        for (value, before, behind) in &drawn.fields {
            page.made(before);
            page.number(value.get(bits), VALUE);
            page.made(behind);
        }
        page.text("\n");
        drawn.diagram.draw(page, bits);
        page.text("\n");
    }
}

/// Bytes in hexadecimal digits, with spaces between.
pub(crate) fn spaced(bytes: &[u8]) -> Vec<u8> {
    let mut spaced = Vec::with_capacity(3 * bytes.len());
    space(&mut spaced, bytes);
    spaced
}

/// Appends the same.
fn space(out: &mut Vec<u8>, bytes: &[u8]) {
    for (index, byte) in bytes.iter().enumerate() {
        if index > 0 {
            out.push(b' ');
        }
        json::hex(out, &[*byte]);
    }
}

pub(crate) fn line(page: &mut Page, name: &str, value: impl AsRef<[u8]>) {
    label(page, DIM, name);
    page.text(value);
    page.text("\n");
}

fn label(page: &mut Page, style: Style, name: &str) {
    page.text("  ");
    page.styled(style, format!("{name:<NAME$}"));
}
