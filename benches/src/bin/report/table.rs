//! Figures and tables as people read them.

use crate::row::Row;

pub fn missing(what: &str) -> String {
    format!("(not measured: {what})")
}

/// The format and the implementation, unless the one says the other.
pub fn named(row: &Row) -> String {
    let Row { format, implementation, .. } = row;
    let said = implementation.starts_with(format.as_str())
        || matches!(format.as_str(), "others" | "all" | "million");
    if said { implementation.clone() } else { format!("{format} {implementation}") }
}

pub fn number(number: f64) -> String {
    match number.abs() {
        large if large >= 100.0 => format!("{number:.0}"),
        some if some >= 10.0 => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}

pub fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len()));
    for row in rows {
        text += &format!("| {} |\n", row.join(" | "));
    }
    text.truncate(text.trim_end().len());
    text
}
