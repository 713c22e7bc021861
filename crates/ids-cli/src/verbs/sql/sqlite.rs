//! The pack for `SQLite`, which has no functions of its own: a table for each format to copy from, and the
//! bounds of a time.

use core::fmt::Write as _;

use ids_core::format::Field;
use ids_formats::{Format, family, formats};

use super::VERSION;

const FLAX: &str = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const KUID: &str = ".0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
/// What `:at` says, in microseconds since the Unix epoch; `SQLite` has milliseconds.
const MICROS: &str = "strftime('%s', :at) * 1000000 + substr(strftime('%f', :at), 4) * 1000";

/// A table of identifiers.
struct Table {
    name: String,
    /// What it is about.
    about: &'static str,
    /// Whether identifiers are numbers of 64 bits, of which an `INTEGER` has all but the highest.
    is_number: bool,
    check: String,
    /// In microseconds since the Unix epoch, if there is a time.
    micros: Option<String>,
    text: String,
    /// Other columns: names and expressions.
    fields: Vec<(&'static str, String)>,
    bounds: Option<Bounds>,
}

/// The first and the last identifier of the tick that holds a time, which is `micros`.
struct Bounds {
    /// The first microsecond of the format, and the last.
    times: (u128, u128),
    first: String,
    last: String,
}

/// The statements for these formats.
pub(super) fn pack(formats: &[&str]) -> String {
    let named = formats.join(", ");
    let mut sql = format!(
        "-- ids {VERSION}: identifiers in SQLite 3.41 or newer. Formats: {named}.\n\
         -- SQLite has no functions in SQL. Take the columns and the constraints over into your own tables,\n\
         -- and the queries of first and last into your own, where :at is a time such as\n\
         -- '2024-01-31 12:00:00.250' in UTC. They have no row for a time that the format cannot hold, and\n\
         -- none for a text that is not a time. The column \"made\" ends with the year 9999. An INTEGER has no\n\
         -- room for bit 63.\n"
    );
    for table in formats.iter().flat_map(|format| tables(format)) {
        table.write(&mut sql);
    }
    sql
}

fn tables(format: &str) -> Vec<Table> {
    match format {
        "flax" => vec![flax()],
        "kuid" => vec![kuid()],
        "siq" => vec![siq()],
        "luuid" => vec![luuid()],
        name => {
            family(name).iter().flat_map(|family| family.formats).map(|it| derive(*it)).collect()
        }
    }
}

impl Table {
    fn write(&self, sql: &mut String) {
        let Self { name, about, check, text, .. } = self;
        // An INTEGER that is the number of the row is made up where none is given, whatever the constraints.
        let (column, end) =
            if self.is_number { ("INTEGER", " WITHOUT ROWID") } else { ("BLOB", "") };
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
        if let Some(Bounds { times: (start, end), first, last }) = &self.bounds {
            let _ = writeln!(
                sql,
                "SELECT {first} AS first,\n    {last} AS last\n\
                 FROM (SELECT {MICROS} AS micros)\nWHERE micros BETWEEN {start} AND {end};"
            );
        }
    }
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

/// The character of a digit of 6 bits.
fn character(alphabet: &str, value: &str) -> String {
    format!("substr('{alphabet}', 1 + (({value}) & 63), 1)")
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

fn flax() -> Table {
    // Three digits of 4 bits are two of 6.
    let pair = |place| {
        let group = uint(place, 3);
        let (high, low) = (format!("({group}) >> 6"), group);
        format!("{} || {}", character(FLAX, &high), character(FLAX, &low))
    };
    Table {
        about: "Flax. text sorts as id does.",
        text: (0..24).step_by(3).map(pair).collect::<Vec<_>>().join("\n        || "),
        ..derive(formats::flax::FORMAT)
    }
}

/// What a format's layout says of it. A field `timestamp` is the highest one but for the sign, and of bytes it ends
/// between two hexadecimal digits.
fn derive(format: &dyn Format) -> Table {
    let facts = format.facts();
    let layout = &facts.layout;
    let is_number = layout.bits() == 64;
    let value = |field: &Field| {
        let (high, low, max) = (field.high(), field.low(), field.max());
        if is_number {
            return format!("(id >> {low}) & {max}");
        }
        let digits = uint((layout.bits() - 1 - high) / 4, high / 4 - low / 4 + 1);
        match (low % 4, field.width() % 4) {
            (0, 0) => digits,
            (below, _) => format!("(({digits}) >> {below}) & {max}"),
        }
    };
    let check = if is_number {
        "typeof(id) = 'integer' AND id >= 0".into()
    } else {
        let fixed = |field: &Field| Some(format!(" AND {} = {}", value(field), field.fixed()?));
        bytes(layout.bits() / 8) + &layout.fields().iter().filter_map(fixed).collect::<String>()
    };
    let mut table = Table {
        name: facts.flavour.unwrap_or(facts.family).replace('-', "_"),
        about: facts.about,
        is_number,
        check,
        micros: None,
        text: match facts.forms[facts.canonical].name {
            "uuid" => uuid(),
            _ if is_number => "CAST(id AS TEXT)".into(),
            _ => "lower(hex(id))".into(),
        },
        fields: layout.open().map(|field| (field.name(), value(&field))).collect(),
        bounds: None,
    };
    if let (Some(timed), Some(field)) = (format.timed(), layout.field("timestamp").as_ref()) {
        let (ticks, low) = (timed.ticks(), field.low());
        let (epoch, unit) = (ticks.epoch().as_micros(), ticks.unit().as_micros());
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
        table.micros = Some(format!("{epoch} + ({}) * {unit}", value(field)));
        table.bounds = Some(Bounds { times: (epoch, epoch + (unit << width) - 1), first, last });
    }
    table
}

fn kuid() -> Table {
    let digit = |shift| match shift {
        // The last digit has four bits of the number.
        -2 => character(KUID, "id << 2"),
        shift => character(KUID, &format!("id >> {shift}")),
    };
    let first = "((micros / 1000000000000 << 44) | (micros / 1000000 % 1000000 << 24) | (micros % 1000000 >> 10 << 14))";
    Table {
        name: "kuid".into(),
        about: "Local KUIDs. text sorts as id does.",
        micros: Some(
            "((id >> 44) * 1000000 + ((id >> 24) & 1048575)) * 1000000 + ((id >> 14) & 1023) * 1024"
                .into(),
        ),
        text: (-2..=58).rev().step_by(6).map(digit).collect::<Vec<_>>().join("\n        || "),
        bounds: Some(Bounds {
            // SQLite's times end with the year 9999.
            times: (0, i64::MAX as u128),
            first: first.into(),
            last: format!("{first} | 16383"),
        }),
        ..derive(formats::kuid::LOCAL)
    }
}

fn siq() -> Table {
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
        ..derive(formats::siq::FORMAT)
    }
}

fn luuid() -> Table {
    let check = "substr(hex(id), 13, 1) IN ('6', '8') AND substr(hex(id), 17, 1) = 'A'";
    Table {
        name: "luuid".into(),
        about: "LUUID, as the 16 bytes of a UUID.",
        check: format!("{} AND {check}", bytes(16)),
        fields: vec![("key", uint(0, 12)), ("version", uint(12, 1)), ("group", uint(13, 3))],
        ..derive(formats::luuid::FAMILY.formats[0])
    }
}
