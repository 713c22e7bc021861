//! The Snowflake family: the known flavours, and any other.

use alloc::{borrow::ToOwned as _, boxed::Box, format, vec::Vec};
use core::time::Duration;

use ids_core::{
    ParseError, RangeError,
    format::{Field, Layout, Ticks, errors},
};
use snowflake::{DynamicNode, FLAVOURS, Flavour, FlavourError, Form, ValuesError};

use crate::{
    Facts, Family, FormInfo, Format, Given, MakeError, Making, Param, ParamKind, Timed, UnixTime,
    bits::low,
    make::{Made, counting, last, values},
};

/// Snowflakes of a flavour: one of the known, or your own.
#[inline]
pub fn of(flavour: Flavour) -> impl Format + use<> {
    Flavoured::new(flavour, if FLAVOURS.contains(&flavour) { known(&flavour) } else { OWN })
}

/// The same as a format that lasts as long as the program.
#[inline]
pub fn lasting(flavour: Flavour) -> &'static dyn Format {
    Box::leak(Box::new(of(flavour)))
}

errors! {
    owned
    /// Why fields make no flavour of a program's own.
    #[non_exhaustive]
    pub enum DefineError {
        /// A name has a character that messages cannot repeat, or none.
        Name {
            /// Whose name it is: `the flavour`, or a field by its place, such as `field 2`.
            of: Box<str>,
        } => "name", "{of}: a name is an ASCII letter, and then letters, digits, \"_\", \".\" and \"-\"";
        /// A field has no bits, or more than there are.
        Width {
            /// Its name.
            field: Box<str>,
            /// Its width.
            width: u64,
        } => "width", "{field} has 1 to 64 bits, not {width}";
        /// A field is too narrow for what it always is.
        Fixed {
            /// Its name.
            field: Box<str>,
            /// What it always is.
            value: u64,
            /// What it holds at most.
            max: u64,
        } => "range", "{field} is always {value}, but holds at most {max}";
        /// The fields are not as wide as an identifier.
        Sum {
            /// How wide they are.
            bits: u64,
        } => "sum", "the fields have {bits} bits, not 64";
        /// The unit of time is too short or too long.
        Unit => "unit", "a tick lasts from 1 ns to 584 years";
        /// The fields make a layout, and it is no flavour's.
        Flavour(error: FlavourError) => error.kind(), "{error}";
    }
}

impl core::error::Error for DefineError {
    #[inline]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Flavour(error) => Some(error),
            _ => None,
        }
    }
}

/// A flavour of a program's own, which lasts as long as the program: the names and the widths of its fields, the
/// highest first, and the value of one that is always the same. Its timestamp counts units since an epoch.
///
/// ```
/// use core::time::Duration;
/// use ids_formats::{UnixTime, formats::snowflake::define};
/// let fields = [("sign", 1, Some(0)), ("time", 51, None), ("number", 12, None)];
/// let since = (UnixTime::from_secs(1_735_689_600), Duration::from_millis(1));
/// let mine = define("mine", &fields, since, "time", Some("number"))?;
/// assert_eq!(mine.time(5 << 12), since.0 + Duration::from_millis(5));
/// let short = define("short", &fields[1..], since, "time", None);
/// assert_eq!(short.unwrap_err().to_string(), "the fields have 63 bits, not 64");
/// # Ok::<(), ids_formats::formats::snowflake::DefineError>(())
/// ```
///
/// # Errors
/// [`DefineError`] says what is wrong, and of which field.
#[inline]
pub fn define(
    name: &str,
    fields: &[(&str, u64, Option<u64>)],
    (epoch, unit): (UnixTime, Duration),
    timestamp: &str,
    sequence: Option<&str>,
) -> Result<Flavour, DefineError> {
    if unit.is_zero() || u64::try_from(unit.as_nanos()).is_err() {
        return Err(DefineError::Unit);
    }
    if !is_word(name) {
        return Err(DefineError::Name { of: "the flavour".into() });
    }
    let mut bits = 0;
    for (place, &(field, width, fixed)) in (1..).zip(fields) {
        if !is_word(field) {
            return Err(DefineError::Name { of: format!("field {place}").into() });
        }
        if !(1..=64).contains(&width) {
            return Err(DefineError::Width { field: field.into(), width });
        }
        let max = u64::MAX >> (64 - width);
        if let Some(value) = fixed.filter(|value| *value > max) {
            return Err(DefineError::Fixed { field: field.into(), value, max });
        }
        bits += width;
    }
    if bits != 64 {
        return Err(DefineError::Sum { bits });
    }
    let leak = |text: &str| -> &'static str { text.to_owned().leak() };
    let mut below = 64;
    #[expect(clippy::cast_possible_truncation, reason = "it is at most 64")]
    let place = |&(name, width, fixed): &(&str, u64, Option<u64>)| {
        let high = below - 1;
        below -= width as u8;
        let field = Field::new(leak(name), high, below);
        fixed.map_or(field, |value| field.always(value))
    };
    let layout = Layout::new(leak(name), 64, fields.iter().map(place).collect::<Vec<_>>().leak());
    let (ticks, sequence) = (Ticks::every(epoch, unit), sequence.map(leak));
    Flavour::try_new(layout, ticks, leak(timestamp), sequence).map_err(DefineError::Flavour)
}

/// Whether a name is one that messages can repeat.
fn is_word(name: &str) -> bool {
    let inside =
        |byte| matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' | b'-');
    name.as_bytes().first().is_some_and(u8::is_ascii_alphabetic) && name.bytes().all(inside)
}

/// The known flavours.
pub const FAMILY: Family = Family {
    name: "snowflake",
    id: "Snowflake",
    about: "64 bits: a timestamp, a node and a sequence; twelve flavours or your own",
    formats: &FORMATS,
};

/// The parameter that is the number of a node, unless a field has the name.
const NODE: &str = "node";

#[derive(Clone, Copy, Debug)]
struct Flavoured {
    flavour: Flavour,
    facts: Facts,
    /// How common it is, in bits.
    prior: i32,
}

/// What only its user knows, whichever name it has.
const OWN: (&str, u64, i32) = ("a layout of your own", 0, 0);

static KNOWN: [Flavoured; FLAVOURS.len()] = {
    let mut all = [Flavoured::new(FLAVOURS[0], OWN); FLAVOURS.len()];
    let mut index = 0;
    while index < all.len() {
        all[index] = Flavoured::new(FLAVOURS[index], known(&FLAVOURS[index]));
        index += 1;
    }
    all
};

static FORMATS: [&dyn Format; FLAVOURS.len()] = {
    let mut formats: [&dyn Format; FLAVOURS.len()] = [&KNOWN[0]; FLAVOURS.len()];
    let mut index = 1;
    while index < formats.len() {
        formats[index] = &KNOWN[index];
        index += 1;
    }
    formats
};

impl Flavoured {
    const fn new(flavour: Flavour, (about, born, prior): (&'static str, u64, i32)) -> Self {
        let (forms, mut canonical, mut capacity) = (forms!(Form::ALL), 0, None);
        while Form::ALL[canonical] as u8 != flavour.form() as u8 {
            canonical += 1;
        }
        if flavour.generates() {
            let bits = match flavour.sequence() {
                Some(sequence) => sequence.width(),
                None => 0,
            };
            capacity = Some((1 << bits, "from each node"));
        }
        let facts = Facts {
            flavour: Some(flavour.name()),
            canonical: &forms[canonical],
            capacity,
            born: UnixTime::from_secs(born),
            ..Facts::new("snowflake", about, flavour.layout(), forms)
        };
        Self { flavour, facts, prior }
    }

    /// Whether [`NODE`] is the number of the whole node, and no field of it.
    fn has_node_number(&self) -> bool {
        self.flavour.node_fields().all(|field| field.name() != NODE)
    }
}

/// What a flavour is; when its first identifiers were made, in 2010 where only the epoch says it; and how
/// common they are, in bits.
const fn known(flavour: &Flavour) -> (&'static str, u64, i32) {
    const Y2010: u64 = 1_262_304_000;
    match flavour.name().as_bytes() {
        b"twitter" => ("Twitter and X, since 2010", Y2010, 3),
        b"discord" => ("Discord, since 2015", Y2010, 3),
        b"suou" => ("the suou library", Y2010, -1),
        b"instagram" => ("Instagram, since 2011", Y2010, 2),
        // Version 2.0, October 2017.
        b"mastodon" => ("Mastodon: the low bits are a hash, so it is read only", 1_506_816_000, 0),
        b"sonyflake-v1" => ("Sonyflake 1, 10 ms ticks since 2014", Y2010, 0),
        b"sonyflake-v2" => ("Sonyflake 2, 10 ms ticks since 2025", Y2010, 0),
        b"bwmarrin" => ("the Go library bwmarrin/snowflake", Y2010, 2),
        b"baidu" => ("Baidu's uid-generator, 1 s ticks, ended in 2024", Y2010, -1),
        b"yitter" => ("Yitter's drift algorithm, read only", Y2010, -1),
        // The first public version.
        b"tid" => ("timestamp identifiers of the AT protocol (Bluesky)", 1_666_051_200, 2),
        b"linkedin" => ("LinkedIn, inferred from published identifiers, read only", Y2010, 0),
        _ => OWN,
    }
}

impl Format for Flavoured {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn read(&self, form: &FormInfo, text: &[u8]) -> Result<u128, ParseError> {
        Form::ALL[form.place].decode(text).map(u128::from)
    }

    fn write(&self, form: &FormInfo, bits: u128, out: &mut Vec<u8>) {
        if let Ok(bits) = u64::try_from(bits) {
            out.extend_from_slice(Form::ALL[form.place].encode(bits).as_bytes());
        }
    }

    fn timed(&self) -> Option<&dyn Timed> {
        Some(self)
    }

    /// The node's fields; and `node`, the number of them all together.
    fn params(&self) -> Vec<Param> {
        if !self.flavour.generates() {
            return Vec::new();
        }
        let field = |field: Field| {
            let kind = match field.name() {
                NODE => ParamKind::Parts { max: field.max() },
                _ => ParamKind::Number { max: field.max() },
            };
            Param::new(
                field.name(),
                kind,
                "a part of the node, which is different for each process",
            )
        };
        let mut params: Vec<_> = self.flavour.node_fields().map(field).collect();
        if self.has_node_number() {
            let about = "all parts of the node as one number, or by their names";
            let max = self.flavour.nodes().saturating_sub(1);
            params.push(Param::new(NODE, ParamKind::Parts { max }, about));
        }
        params
    }

    fn maker<'a>(&self, given: &[(&str, Given<'_>)], making: Making<'a>) -> Made<'a> {
        if !self.flavour.generates() {
            return Err(MakeError::None);
        }
        let values = values(self, given)?;
        let mut fields = Vec::new();
        for field in self.flavour.node_fields() {
            if let Some(number) = values.number(field.name())? {
                fields.push((field.name(), number));
            }
        }
        let node = match values.number(NODE)?.filter(|_| self.has_node_number()) {
            Some(_) if !fields.is_empty() => return Err(MakeError::Repeated { name: NODE }),
            Some(number) => DynamicNode::numbered(self.flavour, number),
            None => DynamicNode::new(self.flavour, &fields),
        };
        let node = node.map_err(|error| match error {
            ValuesError::Missing { field } => MakeError::Missing { name: field },
            ValuesError::Range(error) => error.into(),
            _ => MakeError::None,
        })?;
        counting(making, node, |bits| {
            self.check(bits).map_err(|error| MakeError::Parse { name: "after", error })?;
            last(u64::try_from(bits).map_err(|_| ParseError::TooLarge { bits: 64 }))
        })
    }

    /// Each text has its users: those of bwmarrin's library write its bases, Instagram writes
    /// shortcodes.
    fn prior(&self, form: &FormInfo) -> i32 {
        let habit = match (self.flavour.name(), Form::ALL[form.place]) {
            (_, form) if form == self.flavour.form() => 0,
            ("instagram", Form::Shortcode) => 0,
            ("bwmarrin", Form::Base32 | Form::Base36 | Form::Base58) => -3,
            ("suou", Form::SuouBase64 | Form::SuouCb32 | Form::SuouB32l) => -2,
            (_, Form::Hex | Form::Crockford | Form::Base36) => -8,
            _ => -12,
        };
        self.prior + habit
    }
}

impl Timed for Flavoured {
    fn ticks(&self) -> Ticks {
        self.flavour.ticks()
    }

    fn time(&self, bits: u128) -> UnixTime {
        self.flavour.time(low(bits))
    }

    fn first_at(&self, time: UnixTime) -> Result<u128, RangeError> {
        self.flavour.first_at(time).map(u128::from)
    }

    fn last_at(&self, time: UnixTime) -> Result<u128, RangeError> {
        self.flavour.last_at(time).map(u128::from)
    }
}
