//! The pack for `SQLite`, which has no functions of its own: a table for each format to copy from, and the
//! bounds of a time.

use core::fmt::Write as _;

use ids_core::format::Field;
use ids_formats::Family;

use super::{
    VERSION,
    subject::{Digits, Part, Subject, subjects},
};

/// What `:at` says, in microseconds since the Unix epoch; `SQLite` has milliseconds. Before 3.49 its `%s` rounds up to the
/// next minute where its `%f` stays at 59.999, so both are of one number.
const MICROS: &str = "CAST(round((julianday(:at) - 2440587.5) * 86400000) AS INTEGER) * 1000";

/// A table of identifiers.
struct Table<'a> {
    subject: &'a Subject,
    /// What it is about.
    about: &'static str,
    check: String,
    /// In microseconds since the Unix epoch, if there is a time.
    micros: Option<String>,
    text: String,
    /// Other columns: names and expressions.
    fields: Vec<(&'static str, String)>,
    /// A query of the first and the last identifier of the tick that holds a time.
    bounds: Option<String>,
}

/// The statements for these formats.
pub(super) fn pack(families: &[&Family], named: &str) -> String {
    let mut sql = format!(
        "-- ids {VERSION}: identifiers in SQLite 3.41 or newer. Formats: {named}.\n\
         -- SQLite has no functions in SQL. Take the columns and the constraints over into your own tables,\n\
         -- and the queries of first and last into your own, where :at is a time such as\n\
         -- '2024-01-31 12:00:00.250' in UTC. They have no row for a time that the format cannot hold, and\n\
         -- none for a text that is not a time. The column \"made\" ends with the year 9999. An INTEGER has no\n\
         -- room for bit 63.\n"
    );
    for subject in families.iter().flat_map(|family| subjects(family)) {
        match subject.name.as_str() {
            // No identifier says its drift.
            "kuid_global" => continue,
            "kuid" => kuid(&subject),
            "siq" => siq(&subject),
            _ if subject.part == Part::Family => continue,
            _ => derive(&subject),
        }
        .write(&mut sql);
    }
    sql
}

impl Table<'_> {
    fn write(&self, sql: &mut String) {
        let Self { subject: Subject { name, .. }, about, check, text, .. } = self;
        // An INTEGER that is the number of the row is made up where none is given, whatever the constraints.
        let (column, end) =
            if self.subject.is_number() { ("INTEGER", " WITHOUT ROWID") } else { ("BLOB", "") };
        let _ = write!(
            sql,
            "\n-- {about}\nCREATE TABLE IF NOT EXISTS {name}_ids (\n    \
             id {column} PRIMARY KEY NOT NULL CHECK ({check}),\n"
        );
        if let Some(micros) = &self.micros {
            let _ = write!(
                sql,
                "    unix_micros INTEGER AS ({micros}) VIRTUAL,\n    \
                 made TEXT AS (strftime('%Y-%m-%dT%H:%M:%S', unix_micros / 1000000, 'unixepoch')\n        \
                 || printf('.%06dZ', unix_micros % 1000000)) VIRTUAL,\n"
            );
        }
        for (field, value) in &self.fields {
            let _ = writeln!(sql, "    \"{field}\" INTEGER AS ({value}) VIRTUAL,");
        }
        let _ = writeln!(sql, "    text TEXT AS ({text}) VIRTUAL\n){end};");
        sql.extend(self.bounds.as_deref());
    }
}

/// A query of these expressions, in which `micros` is a time between the first one of the format and the last.
fn bounds((start, end): (u128, u128), first: &str, last: &str) -> String {
    format!(
        "SELECT {first} AS first,\n    {last} AS last\n\
         FROM (SELECT {MICROS} AS micros)\nWHERE micros BETWEEN {start} AND {end};\n"
    )
}

/// The `count` digits of the hexadecimal text of `id`, from this place on, as a number.
fn uint(place: u32, count: u32) -> String {
    let digit = |index: u32| {
        let digit = format!("instr('123456789ABCDEF', substr(hex(id), {}, 1))", place + index + 1);
        match 4 * (count - 1 - index) {
            0 => digit,
            shift => format!("({digit} << {shift})"),
        }
    };
    (0..count).map(digit).collect::<Vec<_>>().join(" | ")
}

/// The text of digits of whole bits.
fn digits(digits: &Digits, subject: &Subject) -> Option<String> {
    if digits.is_hex() {
        return Some("lower(hex(id))".into());
    }
    let Digits { alphabet, width, padding, .. } = digits;
    let (bits, count) = (digits.bits()?, subject.facts().layout.bits());
    // Without the padding, which is behind the last one.
    let digit = |place: u32| {
        let (low, end) =
            ((place * bits).saturating_sub(*padding), ((place + 1) * bits - padding).min(count));
        let value = value(subject, low, end - 1);
        let shift =
            if place == 0 && *padding > 0 { format!(" << {padding}") } else { String::new() };
        format!("substr('{alphabet}', 1 + (({value}){shift}), 1)")
    };
    let digits = (0..*width).rev().map(digit);
    Some(digits.collect::<Vec<_>>().join("\n        || "))
}

/// That `id` has this number of bytes.
fn bytes(count: u32) -> String {
    format!("typeof(id) = 'blob' AND length(id) = {count}")
}

/// The text of a UUID.
fn uuid() -> String {
    let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)];
    let parts = parts.map(|(from, count)| format!("substr(hex(id), {from}, {count})"));
    format!("lower({})", parts.join(" || '-' || "))
}

/// The bits of `id` from `low` to `high`, as a number.
fn value(subject: &Subject, low: u32, high: u32) -> String {
    let max = u64::MAX >> (63 - (high - low));
    if subject.is_number() {
        return format!("(id >> {low}) & {max}");
    }
    let digits = uint((subject.facts().layout.bits() - 1 - high) / 4, high / 4 - low / 4 + 1);
    match (low % 4, high % 4) {
        (0, 3) => digits,
        (0, _) => format!("({digits}) & {max}"),
        (below, _) => format!("(({digits}) >> {below}) & {max}"),
    }
}

/// What a format's layout says of it.
fn derive(subject: &Subject) -> Table<'_> {
    let (facts, is_number, fixed) = (subject.facts(), subject.is_number(), subject.fixed());
    let layout = &facts.layout;
    let value_of = |field: &Field| value(subject, field.low(), field.high());
    let check = if is_number {
        "typeof(id) = 'integer' AND id >= 0".into()
    } else {
        let fixed = fixed
            .iter()
            .map(|(field, allowed)| format!(" AND ({}) IN ({allowed})", value_of(field)));
        bytes(layout.bits() / 8) + &fixed.collect::<String>()
    };
    // A field with one of several values says something.
    let is_told = |field: &&Field| {
        !fixed.iter().any(|(one, allowed)| one == *field && !allowed.contains(','))
    };
    let text = match facts.canonical.name {
        "uuid" => Some(uuid()),
        _ => Digits::of(subject).and_then(|it| digits(&it, subject)),
    };
    let times = subject.time().map(|(field, epoch, unit)| {
        let low = field.low();
        let tick = format!("(micros - {epoch}) / {unit}");
        let (first, last) = if is_number {
            let first = format!("({tick} << {low})");
            (first.clone(), format!("{first} | {}", (1_u64 << low) - 1))
        } else {
            let rest = low as usize / 4;
            let tick = format!("printf('%0{}X', {tick})", layout.bits() as usize / 4 - rest);
            let with = |digit: &str| format!("unhex({tick} || '{}')", digit.repeat(rest));
            (with("0"), with("F"))
        };
        // The ticks of the format whose identifiers the column holds.
        let width = if is_number { field.width().min(63 - low) } else { field.width() };
        let micros = format!("{epoch} + ({}) * {unit}", value_of(&field));
        (micros, bounds((epoch, epoch + (unit << width) - 1), &first, &last))
    });
    let (micros, bounds) = times.unzip();
    let fields = layout.fields().iter().filter(is_told);
    Table {
        subject,
        about: subject.about,
        check,
        micros,
        text: text.unwrap_or_else(|| "CAST(id AS TEXT)".into()),
        fields: fields.map(|field| (field.name(), value_of(field))).collect(),
        bounds,
    }
}

fn kuid(subject: &Subject) -> Table<'_> {
    let first = "((micros / 1000000000000 << 44) | (micros / 1000000 % 1000000 << 24) | (micros % 1000000 >> 10 << 14))";
    Table {
        micros: Some(
            "((id >> 44) * 1000000 + ((id >> 24) & 1048575)) * 1000000 + ((id >> 14) & 1023) * 1024"
                .into(),
        ),
        // SQLite's times end with the year 9999.
        bounds: Some(bounds((0, i64::MAX as u128), first, &format!("{first} | 16383"))),
        ..derive(subject)
    }
}

fn siq(subject: &Subject) -> Table<'_> {
    // The number without version and variant, which stand at the digits 12 and 16.
    let seconds = format!("((({}) << 2) | (({}) >> 2))", uint(0, 12), uint(13, 1));
    let fraction = format!("(((({}) & 1023) << 6) | (({}) & 63))", uint(13, 3), uint(16, 2));
    Table {
        about: "SIQ, as the 16 bytes of its UUID. made is rounded up to a microsecond.",
        check: format!(
            "{} AND hex(id) GLOB '00[0-3]*' AND substr(hex(id), 13, 1) = '8' AND substr(hex(id), 17, 1) IN ('8', '9', 'A', 'B')",
            bytes(16)
        ),
        micros: Some(format!("{seconds} * 1000000 + ({fraction} * 1000000 + 65535 >> 16)")),
        text: uuid(),
        fields: Vec::new(),
        ..derive(subject)
    }
}
