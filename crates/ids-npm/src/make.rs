//! Generators, by what the format's adapter says of them.

use ids_core::Limits;
use ids_formats::{After, ErrorFacts, Given, MakeError, Making, ParamKind, rng};

use crate::{
    args::Args,
    fault::Fault,
    host::{HostClock, fill},
    kind::{Held, Kind, Reply},
};

/// The generator of a format. Its parameters are behind a dot, or behind `#` where the value is a number: so one may
/// have the name of an option, and a number is no name.
pub(crate) fn generator(kind: &Kind, args: Args<'_>) -> Result<Reply, Fault> {
    let format = kind.format;
    let mut limits = Limits::ahead(args.duration("maxAhead")?.unwrap_or_default());
    // More bits than a tick has count as all of them.
    let rolling = args.number("rolling")?.unwrap_or(0);
    limits.rolling_start = u32::try_from(rolling).unwrap_or(u32::MAX);
    limits.max_jump = args.duration("maxJump")?.unwrap_or(limits.max_jump);
    let making = Making {
        limits,
        after: match args.text("after") {
            None => After::Nothing,
            Some("now") => After::Now(limits.max_ahead),
            Some(last) => After::Id(format.decode(format.facts().canonical, last.as_bytes())?),
        },
        ..Making::new(HostClock, rng(fill))
    };
    let params = format.params();
    let mut given = Vec::new();
    for (at, _) in args.iter() {
        if let Some(name) = at.strip_prefix('#') {
            given.push((name, Given::Number(args.number(at)?.unwrap_or_default())));
        } else if let Some(name) = at.strip_prefix('.') {
            let param = params.iter().find(|param| param.name == name);
            let value = match param.map(|param| param.kind) {
                Some(ParamKind::Flag) => Given::Flag(args.flag(at)?),
                Some(ParamKind::Keys) => match (args.number("start")?, args.number("end")?) {
                    (Some(start), Some(end)) => Given::Block(start..end),
                    _ => Given::Counter,
                },
                _ => Given::Text(args.needed(at)?),
            };
            given.push((name, value));
        }
    }
    let maker = format.maker(&given, making)?;
    let held = Held::Generator(maker, format.facts().random.is_some());
    Ok(Reply { held: Some(held), ..Reply::default() })
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
