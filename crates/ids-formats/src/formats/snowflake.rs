//! The Snowflake family: the known flavours, and any other.

#[cfg(feature = "make")]
use alloc::boxed::Box;
use alloc::vec::Vec;

use ids_core::{ParseError, RangeError, format::Ticks};
#[cfg(feature = "make")]
use snowflake::{DynamicNode, ValuesError};
use snowflake::{FLAVOURS, Flavour, Form};

use crate::{Column, Facts, Family, FormInfo, Format, Timed, UnixTime};
#[cfg(feature = "make")]
use crate::{
    Given, MakeError, Maker, Making, Param, ParamKind,
    make::{counting, last, values},
};

const NAME: &str = "snowflake";

/// The parameter that is the number of a node, unless a field has the name.
#[cfg(feature = "make")]
const NODE: &str = "node";

/// Snowflakes of one flavour.
#[derive(Clone, Copy, Debug)]
pub struct SnowflakeFormat {
    flavour: Flavour,
    facts: Facts,
}

static KNOWN: [SnowflakeFormat; FLAVOURS.len()] = {
    let mut known = [SnowflakeFormat::new(FLAVOURS[0]); FLAVOURS.len()];
    let mut index = 1;
    while index < known.len() {
        known[index] = SnowflakeFormat::new(FLAVOURS[index]);
        index += 1;
    }
    known
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

impl SnowflakeFormat {
    /// The known flavours.
    pub const FAMILY: Family = Family {
        name: NAME,
        id: "Snowflake",
        about: "64 bits: a timestamp, a node and a sequence; twelve flavours or your own",
        formats: &FORMATS,
    };

    /// A flavour: one of the known, or your own.
    #[inline]
    pub const fn new(flavour: Flavour) -> Self {
        let about = about(&flavour);
        let mut facts = Facts::new(
            NAME,
            about,
            flavour.layout(),
            forms!(Form::ALL, form => FormInfo::new(form.name(), column(form))),
        )
        .with_flavour(flavour.name())
        .with_canonical(place(flavour.form()))
        .with_born(born(&flavour));
        if flavour.generates() {
            let bits = match flavour.sequence() {
                Some(sequence) => sequence.width(),
                None => 0,
            };
            facts = facts.with_capacity(1 << bits, "from each node");
        }
        Self { flavour, facts }
    }

    /// Whether [`NODE`] is the number of the whole node, and no field of it.
    #[cfg(feature = "make")]
    fn has_node_number(&self) -> bool {
        self.flavour.node_fields().all(|field| field.name() != NODE)
    }

    /// The flavour.
    #[inline]
    pub const fn flavour(&self) -> Flavour {
        self.flavour
    }
}

const fn column(form: Form) -> Option<Column> {
    match form {
        Form::Decimal => Some(Column::Number),
        other => Column::of_text(other.sorts()),
    }
}

/// The place of a form in the list of all.
const fn place(form: Form) -> usize {
    let mut place = 0;
    while Form::ALL[place] as u8 != form as u8 {
        place += 1;
    }
    place
}

const fn about(flavour: &Flavour) -> &'static str {
    match flavour.name().as_bytes() {
        b"twitter" => "Twitter and X, since 2010",
        b"discord" => "Discord, since 2015",
        b"suou" => "the suou library",
        b"instagram" => "Instagram, since 2011",
        b"mastodon" => "Mastodon: the low bits are a hash, so it is read only",
        b"sonyflake-v1" => "Sonyflake 1, 10 ms ticks since 2014",
        b"sonyflake-v2" => "Sonyflake 2, 10 ms ticks since 2025",
        b"bwmarrin" => "the Go library bwmarrin/snowflake",
        b"baidu" => "Baidu's uid-generator, 1 s ticks, ended in 2024",
        b"yitter" => "Yitter's drift algorithm, read only",
        b"tid" => "timestamp identifiers of the AT protocol (Bluesky)",
        b"linkedin" => "LinkedIn, inferred from published identifiers, read only",
        _ => "a layout of your own",
    }
}

/// When the first identifiers were made; 2010 where only the epoch says it.
const fn born(flavour: &Flavour) -> u64 {
    match flavour.name().as_bytes() {
        // Version 2.0 of Mastodon, October 2017.
        b"mastodon" => 1_506_816_000,
        // The first public version of the AT protocol.
        b"tid" => 1_666_051_200,
        // Only who made it knows.
        b"own" => 0,
        _ => 1_262_304_000,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "an identifier has 64 bits")]
const fn low(bits: u128) -> u64 {
    bits as u64
}

impl Format for SnowflakeFormat {
    #[inline]
    fn facts(&self) -> &Facts {
        &self.facts
    }

    #[inline]
    fn read(&self, form: usize, text: &[u8]) -> Result<u128, ParseError> {
        Form::ALL[form].decode(text).map(u128::from)
    }

    #[inline]
    fn write(&self, form: usize, bits: u128, out: &mut Vec<u8>) {
        if let Ok(bits) = u64::try_from(bits) {
            out.extend_from_slice(Form::ALL[form].encode(bits).as_bytes());
        }
    }

    #[inline]
    fn timed(&self) -> Option<&dyn Timed> {
        Some(self)
    }

    /// The node's fields; and `node`, the number of them all together.
    #[cfg(feature = "make")]
    #[inline]
    fn params(&self) -> Vec<Param> {
        if !self.flavour.generates() {
            return Vec::new();
        }
        let field = |field: snowflake::Field| {
            let kind = ParamKind::Number { max: field.max() };
            Param::new(
                field.name(),
                kind,
                "a part of the node, which is different for each process",
            )
        };
        let mut params: Vec<_> = self.flavour.node_fields().map(field).collect();
        if self.has_node_number() {
            let kind = ParamKind::Number { max: self.flavour.nodes().saturating_sub(1) };
            params.push(Param::new(NODE, kind, "all parts of the node as one number"));
        }
        params
    }

    #[cfg(feature = "make")]
    #[inline]
    fn maker<'a>(
        &self,
        given: &[(&str, Given<'_>)],
        making: Making<'a>,
    ) -> Result<Box<dyn Maker + 'a>, MakeError> {
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
    #[inline]
    fn prior(&self, form: usize) -> i32 {
        let known = match self.flavour.name() {
            "twitter" | "discord" => 3,
            "instagram" | "tid" | "bwmarrin" => 2,
            "suou" | "yitter" | "baidu" => -1,
            _ => 0,
        };
        let habit = match (self.flavour.name(), Form::ALL[form]) {
            (_, form) if form == self.flavour.form() => 0,
            ("instagram", Form::Shortcode) => 0,
            ("bwmarrin", Form::Base32 | Form::Base36 | Form::Base58) => -3,
            ("suou", Form::SuouBase64 | Form::SuouCb32 | Form::SuouB32l) => -2,
            (_, Form::Hex | Form::Crockford | Form::Base36) => -8,
            _ => -12,
        };
        known + habit
    }
}

impl Timed for SnowflakeFormat {
    #[inline]
    fn ticks(&self) -> Ticks {
        self.flavour.ticks()
    }

    #[inline]
    fn time(&self, bits: u128) -> UnixTime {
        self.flavour.time(low(bits))
    }

    #[inline]
    fn first_at(&self, time: UnixTime) -> Result<u128, RangeError> {
        self.flavour.first_at(time).map(u128::from)
    }

    #[inline]
    fn last_at(&self, time: UnixTime) -> Result<u128, RangeError> {
        self.flavour.last_at(time).map(u128::from)
    }
}
