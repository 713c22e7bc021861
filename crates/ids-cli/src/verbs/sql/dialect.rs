//! How functions are written from what a format says of itself.

use core::fmt::{Display, Write as _};

use ids_core::format::Field;

use super::subject::{Digits, Part, Subject, Values};

/// An expression around another one.
type Wrap = fn(&str) -> String;

/// How a database says what the templates want.
pub(super) struct Dialect {
    /// Whether a column has numbers of 64 bits. Then a flavour has a check of its own, since only some have a sign.
    pub(super) is_unsigned: bool,
    /// The argument `number` as one of 64 bits.
    pub(super) to_number: &'static str,
    /// The time of the call.
    pub(super) now: &'static str,
    /// The type of the column, what its functions take it as, and that of its bytes or its number.
    pub(super) types: fn(&Subject) -> [String; 3],
    /// The bytes of a UUID in a column, and back, if it has no bytes by itself.
    pub(super) uuid: Option<[Wrap; 2]>,
    pub(super) refuse: fn(&Subject, &str, &str) -> String,
    pub(super) argument: fn(&Field) -> String,
    /// The value of an argument, if it fits its field.
    pub(super) fits: fn(&Field) -> String,
    /// The column of a function that gives a field.
    pub(super) column: fn(&Subject, &Field) -> String,
    /// A field with its value, and what stands between two.
    pub(super) gives: fn(&Field, &str) -> String,
    pub(super) between: &'static str,
    pub(super) byte: fn(&str, u32) -> String,
    /// The part of a number of any width that is above one power of two and below another.
    pub(super) part: fn(&str, u128, u128) -> String,
    pub(super) constant: fn(u64) -> String,
    pub(super) hex: Wrap,
    pub(super) joined: fn(&[String]) -> String,
    /// The first bytes of these, and random ones behind them.
    pub(super) random: fn(&str, u32, u32) -> String,
    pub(super) uuid_text: Option<Wrap>,
    pub(super) base64: fn(&str, &Digits) -> String,
    pub(super) base16: Wrap,
    pub(super) read_digits: fn(&Digits, u32) -> String,
}

/// The value of a field in an expression for the bytes, or for the number.
fn value(dialect: &Dialect, subject: &Subject, field: &Field, of: &str) -> String {
    let (low, max) = (field.low(), field.max());
    if subject.is_number() {
        return format!("({of} >> {low} & {max})");
    }
    let (first, count, below, is_shared) = subject.place(field);
    let whole = match count {
        1 => (dialect.byte)(of, first),
        2..=8 if field.width() < 64 => format!("ids.uint({of}, {first}, {count})"),
        _ => return (dialect.part)(of, 1 << low, 1 << field.width()),
    };
    // A number of 64 bits may have a sign.
    match (below, is_shared || below > 0 && count == 8) {
        (0, false) => whole,
        (0, true) => format!("({whole} & {max})"),
        (_, false) => format!("({whole} >> {below})"),
        (_, true) => format!("({whole} >> {below} & {max})"),
    }
}

/// What stands in a field: an expression, or a constant.
enum Put {
    Value(String),
    Constant(u64),
}

/// The bytes of fields that stand in whole ones, or their number.
fn group(
    dialect: &Dialect,
    fields: &[Field],
    bytes: Option<u32>,
    put: impl Fn(&Field) -> Put,
) -> String {
    let end = fields.last().map_or(0, Field::low);
    let (mut values, mut constant) = (Vec::new(), 0_u128);
    for field in fields {
        match put(field) {
            Put::Value(value) => values.push((value, field)),
            Put::Constant(value) => constant |= u128::from(value) << (field.low() - end),
        }
    }
    match bytes {
        Some(count) if values.is_empty() => {
            (dialect.hex)(&format!("{constant:0width$x}", width = 2 * count as usize))
        }
        Some(count) if count > 8 || values.iter().any(|(_, field)| field.width() == 64) => {
            let part = |(value, field): &(String, &Field)| {
                format!("CAST({value} AS DECIMAL(65)) * {}", 1_u128 << (field.low() - end))
            };
            let parts = values.iter().map(part).collect::<Vec<_>>().join(" + ");
            format!("ids.bytes({parts} + {constant}, {count})")
        }
        _ => {
            let part = |(value, field): &(String, &Field)| match field.low() - end {
                0 => value.clone(),
                shift => format!("({value} << {shift})"),
            };
            let constant = u64::try_from(constant).ok().filter(|constant| *constant > 0);
            let parts = values.iter().map(part).chain(constant.map(dialect.constant));
            let number = parts.collect::<Vec<_>>().join(" | ");
            bytes.map_or(number.clone(), |count| format!("ids.word({number}, {count})"))
        }
    }
}

/// A subject's functions in the words of a database.
struct Words<'a> {
    dialect: &'a Dialect,
    subject: &'a Subject,
    fixed: Vec<(Field, String)>,
    values: Values,
}

/// What the templates want of a subject.
pub(super) fn values(dialect: &Dialect, subject: &Subject) -> Values {
    let mut words = Words { dialect, subject, fixed: subject.fixed(), values: Values::new() };
    let [column, given, raw_type] = (dialect.types)(subject);
    words.say("name", &subject.name);
    words.say("about", &subject.about);
    words.say("column", &column);
    words.say("given", &given);
    words.say("raw", &words.raw_name());
    words.say("raw_type", &raw_type);
    words.check();
    if subject.part != Part::Flavour && subject.is_number() {
        words.say("number", &column);
        words.say("from_number", &dialect.to_number);
    } else if subject.part != Part::Flavour {
        let bytes = format!("ids.bytes(number, {})", subject.facts().bytes());
        words.say("bytes", &words.raw(&words.checked("id")));
        words.say("from_number", &words.checked_bytes(&bytes));
    }
    if subject.part == Part::All {
        words.texts();
    }
    if subject.part != Part::Family {
        words.fields();
        words.times();
    }
    words.values
}

impl Words<'_> {
    fn say(&mut self, name: &'static str, value: &dyn Display) {
        self.values.push((name, value.to_string()));
    }

    /// Whether the subject has a check of its own.
    fn has_check(&self) -> bool {
        let is_flavour = self.subject.part == Part::Flavour;
        self.subject.part == Part::All || self.dialect.is_unsigned == is_flavour
    }

    fn checked(&self, id: &str) -> String {
        let Subject { name, .. } = self.subject;
        let check = if self.has_check() { name } else { self.subject.facts().family };
        format!("ids.{check}_check({id})")
    }

    fn raw_name(&self) -> &'static str {
        if self.subject.is_number() { "number" } else { "bytes" }
    }

    /// The number, or the bytes, of what is in the column.
    fn raw(&self, id: &str) -> String {
        let uuid = self.dialect.uuid.filter(|_| self.subject.is_uuid());
        uuid.map_or_else(|| id.into(), |[bytes, _]| bytes(id))
    }

    /// What is in the column, of its bytes.
    fn stored(&self, bytes: &str) -> String {
        match self.dialect.uuid {
            _ if self.subject.is_number() => {
                format!("ids.{}_from_bytes({bytes})", self.subject.name)
            }
            Some([_, uuid]) if self.subject.is_uuid() => uuid(bytes),
            _ => bytes.into(),
        }
    }

    /// The same, checked where not all bytes are identifiers.
    fn checked_bytes(&self, bytes: &str) -> String {
        let id = self.stored(bytes);
        if self.fixed.is_empty() { id } else { self.checked(&id) }
    }

    fn value(&self, field: &Field, of: &str) -> String {
        value(self.dialect, self.subject, field, of)
    }

    /// Which values of the column are identifiers.
    fn check(&mut self) {
        let (is_number, name) = (self.subject.is_number(), &self.subject.name);
        let count = self.subject.facts().bytes();
        let (valid, sized) = if is_number {
            let most = if self.dialect.is_unsigned { u128::MAX } else { i64::MAX as u128 };
            let largest = self.subject.facts().largest().min(most);
            (Some(format!("id BETWEEN 0 AND {largest}")), "ids.not_negative(id)".into())
        } else if self.subject.is_uuid() && self.dialect.uuid.is_some() {
            (None, "id".into())
        } else {
            let sized = format!("ids.sized('{name}', id, {count})");
            (Some(format!("OCTET_LENGTH(id) = {count}")), sized)
        };
        let mut tests: Vec<_> = valid.into_iter().collect();
        let mut refusals = String::new();
        for (field, allowed) in &self.fixed {
            if !is_number {
                tests.push(format!("{} IN ({allowed})", self.value(field, &self.raw("id"))));
            }
            let allowed_in_words = allowed.replace(", ", " or ");
            let message =
                format!("{name}: {} is always {allowed_in_words}, and another in ", field.name());
            let refuse = (self.dialect.refuse)(self.subject, &message, field.name());
            let value = self.value(field, self.raw_name());
            let _ = writeln!(
                refusals,
                "    IF {value} NOT IN ({allowed}) THEN\n        {refuse};\n    END IF;"
            );
        }
        let is_valid = if tests.is_empty() { "true".into() } else { tests.join(" AND ") };
        self.say("is_valid", &is_valid);
        self.say("checked_id", &self.checked("id"));
        if !self.has_check() {
            return;
        }
        self.say("valid", &is_valid);
        if refusals.is_empty() || is_number && !self.dialect.is_unsigned {
            self.say("checked", &sized);
        } else {
            self.say("to_check", &self.raw(&sized));
            self.say("refusals", &refusals);
        }
    }

    /// How the canonical text is written and read.
    fn texts(&mut self) {
        let (name, facts, dialect) = (&self.subject.name, self.subject.facts(), self.dialect);
        let (bits, bytes, id) = (facts.layout.bits(), facts.bytes(), self.checked("id"));
        let Some(digits) = self.subject.digits() else {
            if facts.forms[facts.canonical].name == "uuid" {
                self.say("characters", &"CHAR(36)");
                if let Some(text) = dialect.uuid_text {
                    self.say("text", &text(&id));
                }
                self.say("from_text", &format!("ids.{name}_check(ids.read_uuid(written))"));
            }
            return;
        };
        let Digits { alphabet, width, is_fixed, .. } = &digits;
        let (kind, least) = if *is_fixed { ("CHAR", *width) } else { ("VARCHAR", 1) };
        self.say("characters", &format!("{kind}({width})"));
        let (whole, number) = if self.subject.is_number() {
            (format!("ids.{name}_bytes(id)"), id)
        } else {
            (self.raw(&id), format!("ids.{name}_number(id)"))
        };
        let (text, from_text) = if digits.is_base64(bits) {
            let read = format!("ids.read_sixes('{name}', written, '{alphabet}', {width})");
            ((dialect.base64)(&whole, &digits), self.checked_bytes(&read))
        } else if digits.is_hex() {
            let read = format!("ids.read_hex(written, {bytes})");
            ((dialect.base16)(&whole), self.checked_bytes(&read))
        } else {
            let read = (dialect.read_digits)(&digits, bits);
            let text = format!("ids.write_digits({number}, '{alphabet}', {least})");
            (text, format!("ids.{name}_from_number({read})"))
        };
        self.say("text", &text);
        self.say("from_text", &from_text);
    }

    /// The identifier of what stands in its fields.
    fn made(&self, put: impl Fn(&Field) -> Put) -> String {
        let put = |field: &Field| field.fixed().map_or_else(|| put(field), Put::Constant);
        if self.subject.is_number() {
            let number = group(self.dialect, self.subject.fields(), None, put);
            return if self.dialect.is_unsigned { number } else { self.checked(&number) };
        }
        let groups = self.subject.groups().into_iter();
        let groups = groups.map(|(fields, bytes)| group(self.dialect, fields, Some(bytes), put));
        self.stored(&(self.dialect.joined)(&groups.collect::<Vec<_>>()))
    }

    /// How an identifier is taken apart and put together.
    fn fields(&mut self) {
        let (subject, dialect) = (self.subject, self.dialect);
        let columns = subject.fields().iter().map(|field| (dialect.column)(subject, field));
        let gives = |field| (dialect.gives)(field, &self.value(field, self.raw_name()));
        let values = subject.fields().iter().map(gives).collect::<Vec<_>>();
        let columns = columns.collect::<Vec<_>>();
        let arguments = self.subject.facts().layout.open();
        let arguments = arguments.map(|field| (dialect.argument)(&field));
        self.say("arguments", &arguments.collect::<Vec<_>>().join(", "));
        self.say("checked_raw", &self.raw(&self.checked("id")));
        self.say("columns", &columns.join(", "));
        self.say("values", &values.join(dialect.between));
        self.say("made", &self.made(|field| Put::Value((self.dialect.fits)(field))));
    }

    /// What an identifier says of time, and the first and the last one of a time.
    fn times(&mut self) {
        let times = (self.subject.timestamp(), self.subject.micros());
        let (Some(timestamp), Some((epoch, unit))) = times else { return };
        let micros = |id: &str| match (epoch, unit, self.value(&timestamp, &self.raw(id))) {
            (0, 1, tick) => tick,
            (epoch, unit, tick) => format!("{epoch} + {tick} * {unit}"),
        };
        let [of_id, of_checked] = ["id", &self.checked("id")].map(micros);
        self.say("micros", &of_id);
        self.say("checked_micros", &of_checked);
        let tick = match (epoch, unit, timestamp.width()) {
            // Every time of a database.
            (0, 1, 63..) => "ids.to_micros(at)".into(),
            _ => format!("ids.to_tick(at, {epoch}, {unit}, {})", timestamp.max()),
        };
        for (name, end) in [("first", (|_| 0) as fn(&Field) -> u64), ("last", Field::max)] {
            let is_time = |field: &Field| *field == timestamp;
            let put = |field: &Field| {
                if is_time(field) { Put::Value(tick.clone()) } else { Put::Constant(end(field)) }
            };
            self.say(name, &self.made(put));
        }
        if let Some(count) = self.subject.random() {
            let first = format!("ids.{}_first({})", self.subject.name, self.dialect.now);
            let kept = self.subject.facts().layout.bits() / 8 - count;
            self.say("new", &self.stored(&(self.dialect.random)(&self.raw(&first), kept, count)));
        }
    }
}
