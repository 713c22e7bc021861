//! `ids range --sql`: each condition finds the rows of its span, in every type of column.

use core::{fmt::Write as _, ops::Range, time::Duration};

use ids_core::UnixTime;
use ids_formats::{Column, FAMILIES, FormInfo, Format, RangeError, Timed, formats};
use luuid::{Group, Key, Luuid, Prefix, Version};

use crate::{engine::Engine, ids};

/// How long the spans are: they end with a tick of every format, and with a window of KUID.
const SPAN: Duration = Duration::from_secs(2048);

/// Spans begin soon after a multiple of this number of seconds, where the windows of KUID begin again.
const STEP: u64 = 1_000_000;

/// What the command is asked: the options of the span, and which identifiers are inside.
struct Asked {
    options: String,
    bounds: Range<u128>,
    inside: Box<dyn Fn(u128) -> bool>,
}

/// A column of one format's identifiers, as a table in the database.
struct Stored {
    kind: &'static str,
    options: String,
    /// The form of the texts or UUIDs.
    form: Option<&'static FormInfo>,
}

/// Makes a table for each format and type of column, and looks up every span in it.
pub(crate) fn hold(engine: &dyn Engine) {
    let formats = FAMILIES.iter().flat_map(|family| family.formats.iter().copied());
    let (mut script, mut expected, mut tables) = (String::new(), Vec::new(), 0);
    for format in formats {
        // Identifiers of a format, and spans that hold some of them.
        let (mut rows, asked) = format.timed().map_or_else(|| keys(format), |it| times(format, it));
        rows.sort_unstable();
        rows.dedup();
        for stored in columns(format, engine.name()) {
            tables += 1;
            let rows = Table { engine, format, stored: &stored, rows: &rows };
            rows.make(&format!("t{tables}"), &mut script);
            for asked in &asked {
                let arguments = format!("{} {} {}", name(format), asked.options, stored.options);
                let Some(condition) = condition(&arguments, asked, rows.largest(), engine.name())
                else {
                    continue;
                };
                let (case, table) = (expected.len(), format!("t{tables}"));
                let _ = writeln!(
                    script,
                    "SELECT 'case', {case}; SELECT k FROM {table} WHERE {condition} ORDER BY k;"
                );
                let inside = rows.kept().filter(|(_, bits)| (asked.inside)(*bits));
                let inside: Vec<_> = inside.map(|(row, _)| row.to_string()).collect();
                let (found, all) = (inside.len(), rows.kept().count());
                assert!(0 < found && found < all, "{arguments}: {found} of {all} are inside");
                expected.push((arguments, inside));
            }
        }
    }
    let answer = engine.query(&script).unwrap();
    let mut answers = answer.split("case|").skip(1);
    for (arguments, inside) in &expected {
        let answer = answers.next().unwrap_or_default();
        let found: Vec<_> = answer.lines().skip(1).collect();
        assert_eq!(&found, inside, "{}: {arguments}", engine.name());
    }
    assert!(tables > 60 && expected.len() > 3 * tables, "{tables} tables");
}

/// The condition that the command writes; `None` if a bound is too large for the column, and the
/// command says so.
fn condition(arguments: &str, asked: &Asked, largest: u128, database: &str) -> Option<String> {
    let answer = ask(arguments, database);
    if asked.bounds.start <= largest && asked.bounds.end <= largest {
        return Some(answer.unwrap());
    }
    let (code, message) = answer.unwrap_err();
    assert!(message.contains("does not fit a column of bigint"), "{arguments}: {message}");
    assert_eq!(code, Some(1), "{arguments}: {message}");
    None
}

/// The condition that the command writes, or its exit code and message.
pub(crate) fn ask(arguments: &str, database: &str) -> Result<String, (Option<i32>, String)> {
    let condition = ids(&format!("range {arguments} --sql id --database {database}"));
    condition.map(|condition| condition.trim_end().to_owned())
}

/// The format as arguments.
fn name(format: &dyn Format) -> String {
    let facts = format.facts();
    let flavour = facts.flavour.map(|name| format!(" --flavour {name}")).unwrap_or_default();
    format!("{}{flavour}", facts.family)
}

/// Every type of column for a format, and for text every form that sorts.
fn columns(format: &dyn Format, database: &str) -> Vec<Stored> {
    let facts = format.facts();
    let column = |kind, form| {
        let own = match facts.column() {
            Column::Number => "bigint",
            Column::Uuid => "uuid",
            _ => "bytea",
        };
        let options = if own == kind { String::new() } else { format!(" --column-type {kind}") };
        Stored { kind, options, form }
    };
    let mut columns = vec![column("bytea", None)];
    if facts.layout.bits() <= 64 {
        columns.push(column("bigint", None));
    }
    if database != "sqlite" {
        columns.push(column("numeric", None));
    }
    let is_uuid = |form: &&FormInfo| form.column == Some(Column::Uuid);
    if let Some(form) = facts.forms.iter().find(is_uuid) {
        columns.push(column("uuid", Some(form)));
    }
    for form in facts.written_forms().filter(|form| form.sorts()) {
        let mut text = column("text", Some(form));
        let _ = write!(text.options, " --form {}", form.name);
        columns.push(text);
    }
    columns
}

struct Table<'a> {
    engine: &'a dyn Engine,
    format: &'a dyn Format,
    stored: &'a Stored,
    rows: &'a [u128],
}

impl Table<'_> {
    /// The largest identifier that the column can hold.
    fn largest(&self) -> u128 {
        match (self.stored.kind, self.engine.name()) {
            ("bigint", "mysql") => u64::MAX.into(),
            ("bigint", _) => i64::MAX as u128,
            _ => u128::MAX,
        }
    }

    /// The rows that the column can hold, with their numbers.
    fn kept(&self) -> impl Iterator<Item = (usize, u128)> + '_ {
        let rows = self.rows.iter().copied().enumerate();
        rows.filter(|(_, bits)| *bits <= self.largest())
    }

    fn make(&self, name: &str, script: &mut String) {
        let kind = match (self.stored.kind, self.engine.name()) {
            // Texts in an order that is not that of their bytes.
            ("text", "postgres") => "text COLLATE \"und-x-icu\"",
            ("text", "sqlite") => "TEXT COLLATE NOCASE",
            ("text", _) => "VARCHAR(64) CHARACTER SET ascii COLLATE ascii_general_ci",
            ("bytea" | "uuid", "sqlite") => "BLOB",
            ("uuid", "mysql") => "BINARY(16)",
            ("bytea", "mysql") => &format!("BINARY({})", self.format.facts().bytes()),
            ("bigint", "mysql") => "BIGINT UNSIGNED",
            ("numeric", "mysql") => "DECIMAL(39)",
            (kind, _) => kind,
        };
        let rows = self.kept().map(|(row, bits)| format!("({row}, {})", self.constant(bits)));
        let rows = rows.collect::<Vec<_>>().join(", ");
        let _ = writeln!(
            script,
            "CREATE TABLE {name} (k integer, id {kind}); INSERT INTO {name} VALUES {rows};"
        );
    }

    fn constant(&self, bits: u128) -> String {
        let text = || self.format.text(self.stored.form.unwrap(), bits);
        match self.stored.kind {
            "bytea" => {
                let width = 2 * self.format.facts().bytes();
                self.engine.bytes(&format!("{bits:0width$x}"))
            }
            "uuid" if self.engine.name() != "postgres" => {
                self.engine.bytes(&text().replace('-', ""))
            }
            "uuid" | "text" => format!("'{}'", text()),
            _ => bits.to_string(),
        }
    }
}

/// Two spans of time. The later one is at the end of the format's time, where the highest bits are set;
/// it is asked for with an open end, too. Identifiers stand inside and outside, and beside each bound.
fn times(format: &'static dyn Format, timed: &'static dyn Timed) -> (Vec<u128>, Vec<Asked>) {
    let Err(RangeError::AfterEnd { last }) = timed.first_at(UnixTime::MAX) else {
        panic!("a format has a last tick")
    };
    let first = timed.ticks().epoch();
    let steps = last.duration_since(first).as_secs() / STEP;
    let mut rows = vec![timed.first_at(first).unwrap(), format.facts().largest()];
    let mut asked = Vec::new();
    let ends: [&[_]; 2] = [&[(true, true)], &[(true, true), (true, false), (false, true)]];
    for (place, ends) in [steps / 3, steps - 1].into_iter().zip(ends) {
        let from = first + Duration::from_secs(STEP * place) + 2 * SPAN;
        let (before, to) = (from.saturating_sub(SPAN), from + SPAN);
        let bounds = timed.first_at(from).unwrap()..timed.first_at(to).unwrap();
        let just_before = |time: UnixTime| time.saturating_sub(Duration::from_nanos(1));
        for time in
            [before, just_before(from), from, from + SPAN / 2, just_before(to), to, to + SPAN / 2]
        {
            let (first, last) = (timed.first_at(time).unwrap(), timed.last_at(time).unwrap());
            // The last identifiers of KUID's windows say times after the window: none is issued.
            let issued = |bits: &u128| timed.first_at(timed.time(*bits)) == Ok(first);
            rows.extend([first, last, last - (100 << 14)].into_iter().filter(issued));
        }
        let since = |time: UnixTime| format!("{}.{:09}s", time.as_secs(), time.subsec_nanos());
        for &(is_from, is_to) in ends {
            let option = |is: bool, name: &str, time| {
                if is { format!(" --{name} {}", since(time)) } else { String::new() }
            };
            let inside = move |bits| {
                let time = timed.time(bits);
                (!is_from || from <= time) && (!is_to || time < to)
            };
            let start = if is_from { bounds.start } else { 0 };
            let end = if is_to { bounds.end } else { 0 };
            asked.push(Asked {
                options: option(is_from, "from", from) + &option(is_to, "to", to),
                bounds: start..end,
                inside: Box::new(inside),
            });
        }
    }
    (rows, asked)
}

/// Two keys of LUUID, one with the highest bits set, with those beside them, in three groups.
fn keys(format: &dyn Format) -> (Vec<u128>, Vec<Asked>) {
    assert_eq!(format.facts().family, formats::luuid::FAMILY.name);
    let version: Version = format.facts().flavour.unwrap().parse().unwrap();
    let group = |number: u16| Group::new(number).unwrap();
    let (mut rows, mut asked) = (Vec::new(), Vec::new());
    for key in [0x0002_3122_e000, 0xffff_ffff_fff0] {
        for key in [key - 1, key, key + 1] {
            for number in [0x000, 0xaa0, 0xaa1, 0xaa2, 0xfff] {
                let prefix = Prefix::new(Key::new(key).unwrap(), group(number)).to_version(version);
                rows.extend([prefix.first().to_bits(), prefix.last().to_bits()]);
            }
        }
        asked.push(Asked {
            options: format!("--key {key:x} --group-number aa1"),
            bounds: 0..0,
            inside: Box::new(move |bits| {
                let id = Luuid::from_bits(bits).unwrap();
                id.key().to_bits() == key && id.group() == group(0xaa1)
            }),
        });
    }
    (rows, asked)
}
