//! Generators, by what the format's adapter says of them.

use ids_core::UnixTime;
use ids_formats::{
    After, ErrorFacts, Format, Given, MakeError, Maker, Making, Param, ParamKind, rng,
};

use crate::{
    args::Args,
    fault::Fault,
    held::Held,
    host::{HostClock, fill},
    kind::{Answer, Kind, decode},
};

/// The options that all generators have.
pub(crate) const OPTIONS: [&str; 4] = ["maxAhead", "rolling", "maxJump", "after"];

/// The generator of a kind, by its format's parameters.
pub(crate) fn generator(kind: &dyn Kind, args: Args<'_>) -> Result<Answer, Fault> {
    let (format, facts) = (kind.format(), kind.format().facts());
    let making = Making {
        policy: args.policy()?,
        rolling: args.rolling()?,
        max_jump: args.duration("maxJump")?,
        after: match args.text("after") {
            None => After::Nothing,
            Some("now") => After::Now,
            Some(last) => After::Id(decode(kind, facts.canonical, last.as_bytes())?),
        },
        ..Making::new(HostClock, rng(fill))
    };
    let maker = format.maker(&kind.given(args)?, making)?;
    Ok(Answer::held(Made { maker, random: facts.random.is_some() }))
}

/// The values of a format's parameters.
pub(crate) fn given<'a>(
    format: &dyn Format,
    args: Args<'a>,
) -> Result<Vec<(&'static str, Given<'a>)>, Fault> {
    let mut given = Vec::new();
    for Param { name, kind, .. } in format.params() {
        let value = match kind {
            ParamKind::Flag => Some(Given::Flag(args.flag(name)?)),
            ParamKind::Number { .. } | ParamKind::NumberOrText { .. } => {
                args.number(name)?.map(Given::Number)
            }
            ParamKind::Keys => Some(match (args.number("start")?, args.number("end")?) {
                (Some(start), Some(end)) => Given::Block(start..end),
                (None, None) => Given::Counter,
                _ => return Err(Fault::usage("start and end go together")),
            }),
            _ => args.text(name).map(Given::Text),
        };
        given.extend(value.map(|value| (name, value)));
    }
    Ok(given)
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

impl From<MakeError> for Fault {
    fn from(error: MakeError) -> Self {
        match error {
            MakeError::Unknown { .. }
            | MakeError::Repeated { .. }
            | MakeError::OneOf { .. }
            | MakeError::Kind { .. }
            | MakeError::Differs { .. } => Self::usage(error),
            _ => Self::told(ErrorFacts::from(&error), &error),
        }
    }
}
