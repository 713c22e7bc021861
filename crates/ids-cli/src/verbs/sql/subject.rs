//! What the functions and tables are made of: what a format says of itself.

use ids_core::format::Field;
use ids_formats::{Column, Facts, Family, Format};

/// A format under the name that its functions have.
pub(super) struct Subject {
    pub(super) name: String,
    pub(super) about: &'static str,
    pub(super) part: Part,
    /// The first one's layout is that of all, but for fixed values.
    formats: Vec<&'static dyn Format>,
}

/// Which functions a subject has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    All,
    /// Those that are not about fields and time: they are the same for all flavours.
    Family,
    /// Those of a flavour's fields and time.
    Flavour,
}

/// The subjects of a family, in the order of their functions.
pub(super) fn subjects(family: &Family) -> Vec<Subject> {
    let of = |name: &str, about, part, formats: &[&'static dyn Format]| Subject {
        // As the names of functions can have it.
        name: name.replace('-', "_"),
        about,
        part,
        formats: formats.to_vec(),
    };
    let about = |format: &'static dyn Format| format.facts().about;
    match (family.name, family.formats) {
        ("kuid", [local, global]) => vec![
            of("kuid", about(*local), Part::All, &[*local]),
            of("kuid_global", about(*global), Part::All, &[*global]),
        ],
        ("snowflake", flavours) => {
            let all = of(family.name, family.about, Part::Family, flavours);
            let flavour = |format: &&'static dyn Format| {
                let name = format.facts().flavour.unwrap_or(family.name);
                of(name, about(*format), Part::Flavour, &[*format])
            };
            [all].into_iter().chain(flavours.iter().map(flavour)).collect()
        }
        (name, formats) => vec![of(name, family.about, Part::All, formats)],
    }
}

impl Subject {
    pub(super) fn format(&self) -> &'static dyn Format {
        self.formats[0]
    }

    pub(super) fn facts(&self) -> &'static Facts {
        self.format().facts()
    }

    /// Whether the column is of numbers; if not, it is of bytes, or of UUIDs.
    pub(super) fn is_number(&self) -> bool {
        self.facts().column() == Column::Number
    }

    pub(super) fn fields(&self) -> &'static [Field] {
        self.facts().layout.fields()
    }

    /// The fields with fixed values, and these values as a list.
    pub(super) fn fixed(&self) -> Vec<(Field, String)> {
        let values = |field: &Field| {
            let values = self.formats.iter().filter_map(|format| {
                Some(format.facts().layout.field(field.name())?.fixed()?.to_string())
            });
            let mut values = values.collect::<Vec<_>>();
            values.dedup();
            (*field, values.join(", "))
        };
        self.fields().iter().filter(|field| field.fixed().is_some()).map(values).collect()
    }

    /// The field that counts ticks, and the epoch and the unit in microseconds, of a format whose time is in one field.
    /// Only fixed fields stand above that one.
    pub(super) fn time(&self) -> Option<(Field, u128, u128)> {
        let (ticks, field) =
            (self.format().timed()?.ticks(), self.facts().layout.field("timestamp")?);
        Some((field, ticks.epoch().as_micros(), ticks.unit().as_micros()))
    }

    /// How many bytes are random, if they are all below the timestamp.
    pub(super) fn random(&self) -> Option<u32> {
        self.facts().random?;
        let low = self.time()?.0.low();
        let mut below = self.fields().iter().filter(|field| field.high() < low);
        let is_random = below.all(|field| field.name().starts_with("random"));
        (is_random && !self.is_number() && low % 8 == 0).then_some(low / 8)
    }
}

/// The digits in which the canonical form writes a number, as its texts show them.
pub(super) struct Digits {
    pub(super) alphabet: String,
    /// The largest number of digits.
    pub(super) width: u32,
    /// Whether every text has that number.
    pub(super) is_fixed: bool,
    /// How many zero bits are written behind the number.
    pub(super) padding: u32,
    /// Characters that are read as others, and as which.
    pub(super) aliases: (String, String),
}

impl Digits {
    /// `None`, if the texts are something else.
    pub(super) fn of(subject: &Subject) -> Option<Self> {
        let (format, Facts { canonical: form, layout, .. }) = (subject.format(), subject.facts());
        let text = |bits: u128| format.text(form, layout.settle(bits));
        let zeros = text(0);
        let zero = zeros.chars().next_back()?;
        // The texts of this number of identifiers differ in the last digit alone. The digit above it has all values.
        let low = (1..=64).find(|number| text(*number).ends_with(zero))?;
        let digit = |value: u128| text(value * low).chars().rev().nth(1).unwrap_or(zero);
        let base = (1..=64).find(|value| digit(*value) == zero)?;
        let alphabet = (0..base).map(digit).collect::<String>();
        let front = &zeros[..zeros.len().saturating_sub(2)];
        let mut aliases = (String::new(), String::new());
        for other in ('!'..='~').filter(|other| !alphabet.contains(*other)) {
            if let Ok(bits) = format.read(form, format!("{front}{other}{zero}").as_bytes()) {
                aliases.0.push(other);
                aliases.1.push(digit(bits / low));
            }
        }
        let largest = text(u128::MAX);
        let is_whole = largest.chars().all(|digit| alphabet.contains(digit));
        let (width, padding) = (u32::try_from(largest.len()).ok()?, (base / low).ilog2());
        is_whole.then_some(Self { alphabet, width, is_fixed: zeros.len() > 1, padding, aliases })
    }

    /// How many bits a digit has, if it has whole ones.
    pub(super) fn bits(&self) -> Option<u32> {
        let base = self.alphabet.len();
        base.is_power_of_two().then_some(base.ilog2())
    }

    /// Whether they are those of the bytes in base 64, whatever the alphabet.
    pub(super) fn is_base64(&self, bits: u32) -> bool {
        self.bits() == Some(6) && self.padding + bits == self.width * 6
    }

    /// Whether they are those of the bytes in base 16.
    pub(super) fn is_hex(&self) -> bool {
        self.is_fixed && self.alphabet == "0123456789abcdef"
    }
}
