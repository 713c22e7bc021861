//! A generator of a class: the parameters of its format, as a caller of Python gives them.

use core::time::Duration;

use ids_core::{GenerateError, Limits, clock::ForkGuard};
use ids_formats::{
    After, ErrorFacts, Format, Given as Value, MakeError, Making, Param, ParamKind, formats,
};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyDict, PyString},
};

use crate::{
    error::{Raise, Reason, not_issued},
    given::{Given, all_spelled, natural},
    id::{Id, utf8},
    instant::length,
    kind::Maker,
    luuid::{KEYS, keys},
    source::{self, AnyRng, Callee, clock},
};

/// More identifiers than a list can hold.
pub(crate) const MOST: usize = 1 << 26;

/// The arguments that no format has as parameters.
const COMMON: [&str; 6] = ["clock", "rng", "max_ahead", "max_jump", "rolling", "after"];

/// Those of them that a format has use for.
pub(crate) fn common(format: &dyn Format) -> Vec<&'static str> {
    let (timed, random) = (format.timed().is_some(), format.facts().random.is_some());
    let is_of = |name: &&str| match *name {
        "rng" => random,
        "rolling" => !random,
        "after" => true,
        _ => timed,
    };
    COMMON.into_iter().filter(is_of).collect()
}

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

/// The generator of a class, and what it calls in Python.
pub(crate) fn issuer(
    maker: &Maker<'_>,
    given: &Given<'_>,
) -> PyResult<(Issuer, [Option<Callee>; 2])> {
    let format = maker.kind.format;
    if format.facts().family == formats::evently::FAMILY.name {
        return Err(PyTypeError::new_err(
            "the id of an event follows from the event: append it to a Chain or a Ledger",
        ));
    }
    let (params, common, mut taken) = (format.params(), common(format), Vec::new());
    let open = |param: &&Param| !common.contains(&param.name);
    // A part of a node that has the name of another argument is given in the dict only.
    for param in params.iter().filter(open) {
        let Some(value) = given.take(param.name)? else { continue };
        // The parts of a node in a dict, for those with the names of other arguments.
        if matches!(param.kind, ParamKind::Parts { .. })
            && let Ok(parts) = value.cast::<PyDict>()
        {
            let parts = Given(parts.copy()?);
            for part in &params {
                taken.extend(parts.take(part.name)?.map(|value| (part, value)));
            }
            parts.end(&all_spelled(&params, &[]))?;
        } else {
            taken.push((param, value));
        }
    }
    let values = taken.iter().map(|(param, given)| Ok((param.name, value(param, given)?)));
    let values = values.collect::<PyResult<Vec<_>>>()?;
    let (timed, random) = (format.timed().is_some(), format.facts().random.is_some());
    // What a format has no use for is an argument too many.
    let of = |name| if common.contains(&name) { given.take(name) } else { Ok(None) };
    let length = |name| of(name)?.map(|value| length(&value)).transpose();
    let (time, rng) = (of("clock")?, of("rng")?);
    // More bits than a tick has count as all of them.
    let rolling = of("rolling")?.map(|bits| natural::<u128>("rolling", &bits));
    let rolling = rolling.transpose()?;
    let after = of("after")?.map(|after| Id::read(maker.kind, &after)).transpose()?;
    let alone = rng.is_none()
        && timed
        && random
        && !values.iter().any(|(_, value)| matches!(value, Value::Flag(true)));
    let limits = Limits {
        max_ahead: length("max_ahead")?.unwrap_or_default(),
        rolling_start: rolling.map_or(0, |bits| u32::try_from(bits).unwrap_or(u32::MAX)),
        max_jump: length("max_jump")?.unwrap_or(Duration::MAX),
    };
    let (clock, timer) = clock(time.as_ref())?;
    let (rng, source) = if random { source::random(rng.as_ref())? } else { (no_rng(), None) };
    let making =
        Making { clock, rng, limits, after: after.map_or(After::Nothing, |id| After::Id(id.bits)) };
    let made = format.maker(&values, making);
    let names = all_spelled(&params, &common);
    // A format that makes none has no parameters, whatever is given.
    if !matches!(made, Err(MakeError::None)) {
        given.end(&names)?;
    }
    let maker = made.map_err(|error| refused(error, &params, &names))?;
    Ok((Issuer { maker, guard: (!alone).then(ForkGuard::new) }, [timer, source]))
}

/// The random source of a format that draws no random bits.
pub(crate) fn no_rng() -> AnyRng {
    Box::new(ids_formats::rng(|_| Err(GenerateError::Entropy)))
}

/// The value of a parameter.
fn value<'a>(param: &Param, given: &'a Bound<'_, PyAny>) -> PyResult<Value<'a>> {
    Ok(match (param.kind, given.cast::<PyString>()) {
        (ParamKind::Flag, _) => Value::Flag(given.is_truthy()?),
        (ParamKind::Keys, _) => keys(given)?,
        (
            ParamKind::Hex { .. }
            | ParamKind::NumberOrText { .. }
            | ParamKind::Text
            | ParamKind::Choice(_),
            Ok(text),
        ) => Value::Text(utf8(text)?),
        (ParamKind::Text | ParamKind::Choice(_), Err(_)) => {
            let (name, found) = (param.name, given.get_type().name()?);
            return Err(PyTypeError::new_err(format!("{name} is a str, not of type {found}")));
        }
        _ => Value::Number(natural(param.name, given)?),
    })
}

/// Why there is no such generator, as an exception.
fn refused(error: MakeError, params: &[Param], names: &str) -> PyErr {
    match error {
        MakeError::Missing { name } => {
            match params.iter().find(|it| it.name == name && it.needed) {
                Some(param) => {
                    let about = if param.kind == ParamKind::Keys { KEYS } else { param.about };
                    let why = format!("the generator needs the argument {name}: {about}");
                    PyTypeError::new_err(why)
                }
                // The number of all parts together would do as well.
                None => Reason::from(ErrorFacts::from(&error))
                    .invalid(&format_args!("{error}: the arguments of this format are {names}")),
            }
        }
        MakeError::OneOf { names } => {
            PyTypeError::new_err(format!("the generator needs one of {}", names.join(", ")))
        }
        MakeError::Generate(error) => not_issued(error),
        other => other.raise(),
    }
}
