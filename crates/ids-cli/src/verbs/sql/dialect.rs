//! How functions are written from what a format says of itself.

use core::fmt::{Display, Write as _};

use ids_core::format::Field;
use ids_formats::{Column, Family};
use siq::Qualifier;

use super::subject::{Digits, Part, Subject, subjects};

/// Names, and what they stand for in templates.
pub(super) type Values = Vec<(&'static str, String)>;

/// An expression around another one.
type Wrap = fn(&str) -> String;

/// How a database says what the templates want.
pub(super) struct Dialect {
    /// The functions that every format may have.
    pub(super) format: &'static str,
    /// The functions that only one family has, or has in place of those.
    pub(super) own: &'static [(&'static str, &'static str)],
    /// Values that only the templates of this database want.
    pub(super) others: fn(&Subject) -> Option<Values>,
    /// Whether a column has numbers of 64 bits. Then a flavour has a check of its own, since only some have a sign.
    pub(super) is_unsigned: bool,
    /// The argument `number` as one of 64 bits.
    pub(super) to_number: &'static str,
    /// The time of the call.
    pub(super) now: &'static str,
    /// The type of the column, what its functions take it as, and that of its bytes or its number.
    pub(super) types: fn(&Subject) -> [String; 3],
    /// The bytes of a UUID, and back, if the database has a type for UUIDs.
    pub(super) uuid: Option<[Wrap; 2]>,
    /// The statement that refuses an identifier: a message, which ends with the identifier, and the field.
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
    pub(super) base64: fn(&str, &Digits) -> String,
    pub(super) base16: Wrap,
    pub(super) read_digits: fn(&Digits, u32) -> String,
}

impl Dialect {
    /// The functions of a family.
    pub(super) fn functions(&self, family: &Family) -> String {
        let own = self.own.iter().find(|(name, _)| *name == family.name);
        let own = own.map_or_else(String::new, |(_, own)| own.replace(" {kinds}", &kinds()));
        // Those of flavours call what the family's file has.
        let (flavours, others): (Vec<_>, Vec<_>) =
            subjects(family).into_iter().partition(|subject| subject.part == Part::Flavour);
        let functions = |subject: &Subject| filled(self.format, &values(self, subject), &own);
        let mut sql: String = others.iter().map(functions).collect();
        if !own.is_empty() {
            let _ = write!(sql, "\n{own}");
        }
        sql.extend(flavours.iter().map(functions));
        sql
    }
}

/// The names of the qualifiers of a SIQ, by their codes behind a leading 1.
fn kinds() -> String {
    let kind = |kind: &Qualifier| format!("\n        WHEN {} THEN '{kind}'", *kind as u8);
    Qualifier::ALL.iter().map(kind).collect()
}

/// The functions of a template, in which names in braces stand for values. One that wants a value that the format does
/// not have is left out, and so is one that the format has among its own.
fn filled(template: &str, values: &Values, own: &str) -> String {
    let mut sql = String::new();
    for function in template.trim_end().split("\n\n") {
        let fill =
            |text: String, (name, value): &(_, String)| text.replace(&format!("{{{name}}}"), value);
        let function = values.iter().fold(function.to_owned(), fill);
        let name = function
            .find("FUNCTION ")
            .and_then(|start| function[start..].split_inclusive('(').next());
        if !function.contains('{') && !name.is_some_and(|name| own.contains(name)) {
            let _ = write!(sql, "\n{function}\n");
        }
    }
    sql
}

/// A subject's functions in the words of a database.
struct Words<'a> {
    dialect: &'a Dialect,
    subject: &'a Subject,
    /// The bytes of a UUID, and back, if the column is of UUIDs.
    uuid: Option<[Wrap; 2]>,
    fixed: Vec<(Field, String)>,
    values: Values,
}

/// What the templates want of a subject.
fn values(dialect: &Dialect, subject: &Subject) -> Values {
    let uuid = dialect.uuid.filter(|_| subject.facts().column() == Column::Uuid);
    let mut words = Words { dialect, subject, uuid, fixed: subject.fixed(), values: Values::new() };
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
    words.values.extend((dialect.others)(subject).into_iter().flatten());
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
        self.uuid.map_or_else(|| id.into(), |[bytes, _]| bytes(id))
    }

    /// What is in the column, of its bytes.
    fn stored(&self, bytes: &str) -> String {
        match self.uuid {
            _ if self.subject.is_number() => {
                format!("ids.{}_from_bytes({bytes})", self.subject.name)
            }
            Some([_, uuid]) => uuid(bytes),
            None => bytes.into(),
        }
    }

    /// The same, checked where not all bytes are identifiers.
    fn checked_bytes(&self, bytes: &str) -> String {
        let id = self.stored(bytes);
        if self.fixed.is_empty() { id } else { self.checked(&id) }
    }

    /// The value of a field in an expression for the bytes, or for the number.
    fn value(&self, field: &Field, of: &str) -> String {
        let (dialect, low, high, max) = (self.dialect, field.low(), field.high(), field.max());
        if self.subject.is_number() {
            return format!("({of} >> {low} & {max})");
        }
        let layout = &self.subject.facts().layout;
        let (first, count, below) =
            (layout.bits() / 8 - 1 - high / 8, high / 8 - low / 8 + 1, low % 8);
        let whole = match count {
            1 => (dialect.byte)(of, first),
            2..=8 if field.width() < 64 => format!("ids.uint({of}, {first}, {count})"),
            _ => return (dialect.part)(of, 1 << low, 1 << field.width()),
        };
        // Whether the first byte may have ones above the field. A number of 64 bits may have a sign.
        let is_above = |other: &Field| other.low() > high && other.low() / 8 == high / 8;
        let is_shared =
            layout.fields().iter().any(|other| is_above(other) && other.fixed() != Some(0));
        match (below, is_shared || below > 0 && count == 8) {
            (0, false) => whole,
            (0, true) => format!("({whole} & {max})"),
            (_, false) => format!("({whole} >> {below})"),
            (_, true) => format!("({whole} >> {below} & {max})"),
        }
    }

    /// Which values of the column are identifiers.
    fn check(&mut self) {
        let (is_number, name) = (self.subject.is_number(), &self.subject.name);
        let (facts, mut tests, mut refusals) = (self.subject.facts(), Vec::new(), String::new());
        let sized = if is_number {
            let most = if self.dialect.is_unsigned { u128::MAX } else { i64::MAX as u128 };
            tests.push(format!("id BETWEEN 0 AND {}", facts.largest().min(most)));
            "ids.not_negative(id)".into()
        } else if self.uuid.is_some() {
            "id".into()
        } else {
            tests.push(format!("OCTET_LENGTH(id) = {}", facts.bytes()));
            format!("ids.sized('{name}', id, {})", facts.bytes())
        };
        for (field, allowed) in &self.fixed {
            if !is_number {
                tests.push(format!("{} IN ({allowed})", self.value(field, &self.raw("id"))));
            }
            let (field_name, either) = (field.name(), allowed.replace(", ", " or "));
            let message = format!("{name}: {field_name} is always {either}, and another in ");
            let refuse = (self.dialect.refuse)(self.subject, &message, field_name);
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
        let Some(digits) = Digits::of(self.subject) else {
            if facts.canonical.name == "uuid" {
                self.say("characters", &"CHAR(36)");
                // The database itself turns a UUID into its text.
                if self.uuid.is_none() {
                    self.say("text", &format!("ids.write_uuid({id})"));
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

    /// These fields as whole bytes, or as a number: each with its value, or with its part of `bits` where it has no
    /// value.
    fn group(
        &self,
        fields: &[Field],
        bits: u128,
        value: &dyn Fn(&Field) -> Option<String>,
    ) -> String {
        let (high, end) = (fields[0].high(), fields.last().map_or(0, Field::low));
        let (mut values, mut constant) = (Vec::new(), 0);
        for field in fields {
            match value(field) {
                Some(value) => values.push((value, field)),
                None => constant |= (bits & field.mask()) >> end,
            }
        }
        let count = (!self.subject.is_number()).then_some((high + 1 - end) / 8);
        match count {
            Some(count) if values.is_empty() => {
                (self.dialect.hex)(&format!("{constant:0width$x}", width = 2 * count as usize))
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
                let parts = values.iter().map(part).chain(constant.map(self.dialect.constant));
                let number = parts.collect::<Vec<_>>().join(" | ");
                count.map_or(number.clone(), |count| format!("ids.word({number}, {count})"))
            }
        }
    }

    /// The identifier whose fields have these values, or their part of `bits` where they have no value.
    fn made(&self, bits: u128, value: &dyn Fn(&Field) -> Option<String>) -> String {
        let (fields, bits) = (self.subject.fields(), self.subject.facts().layout.settle(bits));
        if self.subject.is_number() {
            let number = self.group(fields, bits, value);
            return if self.dialect.is_unsigned { number } else { self.checked(&number) };
        }
        let groups = fields.split_inclusive(|field| field.low() % 8 == 0);
        let groups = groups.map(|fields| self.group(fields, bits, value)).collect::<Vec<_>>();
        self.stored(&(self.dialect.joined)(&groups))
    }

    /// How an identifier is taken apart and put together.
    fn fields(&mut self) {
        let (subject, dialect) = (self.subject, self.dialect);
        let gives = |field| (dialect.gives)(field, &self.value(field, self.raw_name()));
        let values = subject.fields().iter().map(gives).collect::<Vec<_>>();
        let columns = subject.fields().iter().map(|field| (dialect.column)(subject, field));
        let arguments = subject.facts().layout.open().map(|field| (dialect.argument)(&field));
        self.say("arguments", &arguments.collect::<Vec<_>>().join(", "));
        self.say("checked_raw", &self.raw(&self.checked("id")));
        self.say("columns", &columns.collect::<Vec<_>>().join(", "));
        self.say("values", &values.join(dialect.between));
        let fits = |field: &Field| field.fixed().is_none().then(|| (dialect.fits)(field));
        self.say("made", &self.made(0, &fits));
    }

    /// What an identifier says of time, and the first and the last one of a time.
    fn times(&mut self) {
        let Some((timestamp, epoch, unit)) = self.subject.time() else { return };
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
        let value = |field: &Field| (*field == timestamp).then(|| tick.clone());
        self.say("first", &self.made(0, &value));
        self.say("last", &self.made(u128::MAX, &value));
        if let Some(count) = self.subject.random() {
            let first = format!("ids.{}_first({})", self.subject.name, self.dialect.now);
            let kept = self.subject.facts().layout.bits() / 8 - count;
            self.say("new", &self.stored(&(self.dialect.random)(&self.raw(&first), kept, count)));
        }
    }
}

#[cfg(test)]
mod tests {
    use ids_formats::FAMILIES;

    use super::{
        super::{mysql::MYSQL, postgres::POSTGRES},
        *,
    };

    /// The names in braces.
    fn names(template: &str) -> impl Iterator<Item = &str> {
        template.split('{').skip(1).map(|rest| rest.split('}').next().unwrap_or_default())
    }

    /// A misspelt name would leave its function out without a word.
    #[test]
    fn every_function_of_a_template_is_one_of_some_format() {
        for dialect in [POSTGRES, MYSQL] {
            let subjects = FAMILIES.iter().flat_map(subjects);
            let said: Vec<_> = subjects.map(|subject| values(&dialect, &subject)).collect();
            for function in dialect.format.trim_end().split("\n\n") {
                let has = |values: &Values, name| values.iter().any(|(said, _)| *said == name);
                let is_filled = |values| names(function).all(|name| has(values, name));
                assert!(said.iter().any(is_filled), "{function}");
            }
            for (_, own) in dialect.own {
                assert!(names(own).all(|name| name == "kinds"), "{own}");
            }
        }
    }
}
