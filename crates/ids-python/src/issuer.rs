//! A generator of a class: the parameters of its format, as a caller of Python gives them.

use core::{ops::Range, time::Duration};

use ids_core::{GenerateError, Policy, clock::ForkGuard};
use ids_formats::{After, Given as Value, MakeError, Making, Param, ParamKind, formats};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyDict, PyString},
};

use crate::{
    error::{Raise, not_issued},
    given::{Given, natural, needed},
    id::Id,
    kind::{Family, Maker},
    luuid::{keys, version},
    source::{Callee, Random, clock},
};

/// More identifiers than anybody fills a list with at once.
pub(crate) const MOST: usize = 1 << 26;

/// The arguments that no format has as parameters.
const COMMON: [&str; 6] = ["clock", "rng", "max_ahead", "max_jump", "rolling", "after"];

/// What makes the identifiers of one class.
pub(crate) struct Issuer {
    pub(crate) maker: Box<dyn ids_formats::Maker>,
    /// Notices the child of a fork, which would repeat identifiers. Independent draws of the system's random source
    /// differ there by themselves.
    pub(crate) guard: Option<ForkGuard>,
}

impl Issuer {
    pub(crate) fn ask<T>(
        &mut self,
        ask: impl FnOnce(&mut dyn ids_formats::Maker) -> Result<T, GenerateError>,
    ) -> Result<T, GenerateError> {
        if self.guard.is_some_and(|guard| guard.forked()) {
            return Err(GenerateError::Forked);
        }
        ask(&mut *self.maker)
    }
}

/// A value that is taken out of Python.
enum Taken {
    Flag(bool),
    Number(u64),
    Text(String),
    Keys(Option<Range<u64>>),
}

impl Taken {
    fn value(&self) -> Value<'_> {
        match self {
            Self::Flag(flag) => Value::Flag(*flag),
            Self::Number(number) => Value::Number(*number),
            Self::Text(text) => Value::Text(text),
            Self::Keys(Some(range)) => Value::Block(range.clone()),
            Self::Keys(None) => Value::Counter,
        }
    }
}

/// The generator of a class.
pub(crate) fn issuer(
    maker: &Maker<'_>,
    given: &Given<'_>,
    called: &mut Vec<Callee>,
) -> PyResult<Issuer> {
    let format = match maker.kind.family {
        Family::Evently => {
            return Err(PyTypeError::new_err(
                "the id of an event follows from the event: append it to a Chain or a Ledger",
            ));
        }
        Family::Luuid => formats::luuid::of(version(given.number("version")?.unwrap_or(6))?),
        _ => maker.kind.format,
    };
    let (params, mut taken) = (format.params(), Vec::new());
    for param in &params {
        take(param, &params, given, &mut taken)?;
    }
    // What a format has no use for is an argument too many.
    let (timed, random) = (format.timed().is_some(), format.facts().random.is_some());
    let of = |there: bool, name| if there { given.take(name) } else { Ok(None) };
    let length = |name| if timed { given.length(name) } else { Ok(None::<Duration>) };
    let (time, rng) = (of(timed, "clock")?, of(random, "rng")?);
    let rolling = if random { None } else { given.number("rolling")? };
    let after = given.take("after")?.map(|after| Id::read(maker.kind, &after)).transpose()?;
    let alone = rng.is_none()
        && timed
        && random
        && !taken.iter().any(|(_, value)| matches!(value, Taken::Flag(true)));
    let source = if random { Random::new(rng.as_ref(), called)? } else { Random::None };
    let making = Making {
        policy: length("max_ahead")?.map_or(Policy::Wait, |max_ahead| Policy::Borrow { max_ahead }),
        rolling: rolling.map_or(0, |bits| u32::try_from(bits).unwrap_or(u32::MAX)),
        max_jump: length("max_jump")?,
        after: after.map_or(After::Nothing, |id| After::Id(id.bits)),
        ..Making::new(clock(time.as_ref(), called)?, source)
    };
    let values: Vec<_> = taken.iter().map(|(name, value)| (*name, value.value())).collect();
    let made = format.maker(&values, making);
    // A format that makes none has no parameters, whatever is given.
    if !matches!(made, Err(MakeError::None)) {
        given.end(&params)?;
    }
    let maker = made.map_err(|error| refused(error, &params))?;
    Ok(Issuer { maker, guard: (!alone).then(ForkGuard::new) })
}

/// Takes the value of a parameter, if there is one.
fn take(
    param: &Param,
    params: &[Param],
    given: &Given<'_>,
    taken: &mut Vec<(&'static str, Taken)>,
) -> PyResult<()> {
    let name = param.name;
    if param.kind == ParamKind::Keys {
        taken.push((name, Taken::Keys(keys(given.take(name)?)?)));
        return Ok(());
    }
    // A part of a node that has the name of another argument is given in the dict only.
    let hidden = COMMON.contains(&name);
    let Some(value) = (if hidden { None } else { given.take(name)? }) else { return Ok(()) };
    let text = value.is_instance_of::<PyString>();
    taken.push((
        name,
        match param.kind {
            ParamKind::Flag => Taken::Flag(value.is_truthy()?),
            // The parts of a node in a dict, for those with the names of other arguments.
            ParamKind::Number { .. } if let Ok(parts) = value.cast::<PyDict>() => {
                let parts = Given(parts.copy()?);
                for part in params {
                    let number = parts.number(part.name)?;
                    taken.extend(number.map(|number| (part.name, Taken::Number(number))));
                }
                return parts.end(params);
            }
            ParamKind::Hex { .. } | ParamKind::NumberOrText { .. } if text => {
                Taken::Text(value.extract()?)
            }
            ParamKind::Text | ParamKind::Choice(_) => Taken::Text(value.extract()?),
            _ => Taken::Number(natural(name, &value)?),
        },
    ));
    Ok(())
}

/// Why there is no such generator, as an exception.
fn refused(error: MakeError, params: &[Param]) -> PyErr {
    match error {
        MakeError::Missing { name } if params.iter().any(|it| it.name == name && it.needed) => {
            needed(name)
        }
        MakeError::OneOf { names } => {
            PyTypeError::new_err(format!("the generator needs one of {}", names.join(", ")))
        }
        MakeError::Generate(error) => not_issued(error),
        other => other.raise(),
    }
}
