//! Formats of which the host is told no more than what their adapters say.

use core::fmt::Write as _;

use ids_core::UnixTime;
use ids_formats::{
    After, Family, Format, Given, MakeError, Maker, Making, Param, ParamKind, families,
};

use crate::{
    args::Args,
    fault::Fault,
    held::Held,
    host::{HostClock, HostRng},
    kind::{Answer, Kind, decode},
};

/// Whether the module has a family: it is built for one, or for all.
const fn has(name: &str) -> bool {
    match option_env!("IDS_FORMAT") {
        Some(only) => same(name, only),
        None => true,
    }
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    one.len() == index && other.len() == index
}

macro_rules! plain {
    ($($name:literal: $format:ident),*) => {
        &[$(if has($name) { Some(ids_formats::$format::FAMILY) } else { None }),*]
    };
}
const PLAIN: &[Option<Family>] = families!(plain);

struct Plain {
    format: &'static dyn Format,
    /// The name of the type of identifiers.
    id: &'static str,
}

pub(crate) fn open(name: &str) -> Option<Box<dyn Kind>> {
    let formats = |family: &'static Family| {
        family.formats.iter().map(|format| Plain { format: *format, id: family.id })
    };
    let mut all = PLAIN.iter().flatten().flat_map(formats);
    Some(Box::new(all.find(|plain| plain.format.facts().layout.name() == name)?))
}

impl Kind for Plain {
    fn format(&self) -> &dyn Format {
        self.format
    }

    fn own(&self, args: Args<'_>) -> Result<Answer, Fault> {
        match args.name {
            "generator" => self.generator(args),
            "describe" => Ok(Answer::output(self.describe())),
            _ => Err(args.unknown()),
        }
    }
}

impl Plain {
    /// The generator of the format's parameters.
    fn generator(&self, args: Args<'_>) -> Result<Answer, Fault> {
        let (format, facts) = (self.format, self.format.facts());
        let mut given = Vec::new();
        for Param { name, kind, .. } in format.params() {
            let value = match kind {
                ParamKind::Flag => Some(Given::Flag(args.flag(name)?)),
                ParamKind::Number { .. } => args.number(name)?.map(Given::Number),
                _ => args.text(name).map(Given::Text),
            };
            given.extend(value.map(|value| (name, value)));
        }
        let making = Making {
            policy: args.policy()?,
            rolling: args.rolling()?,
            max_jump: args.duration("maxJump")?,
            after: match args.text("after") {
                None => After::Nothing,
                Some("now") => After::Now,
                Some(last) => After::Id(decode(self, facts.canonical, last.as_bytes())?),
            },
            ..Making::new(HostClock, HostRng)
        };
        let maker = format.maker(&given, making).map_err(|error| match error {
            MakeError::Range(error) => error.into(),
            MakeError::Generate(error) => error.into(),
            other => Fault::usage(other),
        })?;
        Ok(Answer::held(Made { maker, random: facts.random.is_some() }))
    }

    /// What its classes are written of, in lines: the type's name, what it is about, whether identifiers draw random
    /// bits; then a line for each parameter: its type, its name and what it is for.
    fn describe(&self) -> String {
        let facts = self.format.facts();
        let mut text = format!("{}\n{}\n{}", self.id, facts.about, facts.random.is_some());
        for param in self.format.params() {
            let kind = match param.kind {
                ParamKind::Flag => "flag",
                ParamKind::Number { .. } => "natural",
                _ => "text",
            };
            let optional = if param.needed { "" } else { "?" };
            let _ = write!(text, "\n{kind} {}{optional} {}", param.name, param.about);
        }
        text
    }
}

/// A generator that the host holds.
struct Made {
    maker: Box<dyn Maker>,
    /// Whether each identifier draws random bits: then there may be fewer than are asked for.
    random: bool,
}

impl Held for Made {
    fn generate(&mut self) -> Result<u128, Fault> {
        Ok(self.maker.generate()?)
    }

    fn reserve(&mut self, count: u64) -> Result<Vec<u128>, Fault> {
        let count = usize::try_from(count).unwrap_or_default();
        if !self.random {
            return Ok(self.maker.reserve(count)?);
        }
        let mut ids = vec![0; count];
        let filled = self.maker.fill(&mut ids)?;
        ids.truncate(filled);
        Ok(ids)
    }

    fn accept_jump(&mut self, now: UnixTime) -> Result<(), Fault> {
        Ok(self.maker.accept_jump(now)?)
    }
}
