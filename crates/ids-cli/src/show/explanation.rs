//! An identifier explained to people: format, time, forms, fields, bits.

use anstyle::Style;

use super::{
    diagram, json,
    output::{BOLD, DIM, Page},
    record::Record,
};

/// Explains one identifier.
pub(crate) fn write(page: &mut Page, record: &Record<'_>, bits: u128) {
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
    let mut bytes = Vec::new();
    for byte in &bits.to_be_bytes()[16 - record.bytes..] {
        if !bytes.is_empty() {
            bytes.push(b' ');
        }
        json::hex(&mut bytes, &[*byte]);
    }
    line(page, "bytes", bytes);
    page.text("\n");
    for (index, (field, value)) in record.format.layout_of(bits).unpack(bits).enumerate() {
        let place = if field.width() == 1 {
            format!("bit {}", field.low())
        } else {
            format!("bits {} to {}", field.high(), field.low())
        };
        label(page, diagram::color(index), field.name());
        page.text(format!("{value:<22}"));
        page.styled(DIM, format!("{place}\n"));
    }
    if let Some(split) = record.facts.split {
        label(page, DIM, split.name());
        page.text(format!("{:<22}", split.get(bits)));
        let parts = format!("{} and {} together\n", split.upper().name(), split.lower().name());
        page.styled(DIM, parts);
    }
    page.text("\n");
    diagram::draw(page, record.format.layout_of(bits), bits);
    page.text("\n");
}

pub(crate) fn line(page: &mut Page, name: &str, value: impl AsRef<[u8]>) {
    label(page, DIM, name);
    page.text(value);
    page.text("\n");
}

fn label(page: &mut Page, style: Style, name: &str) {
    page.text("  ");
    page.styled(style, format!("{name:<14}"));
}
