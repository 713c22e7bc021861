//! What a generator takes, and the values that a caller gives.

use alloc::vec::Vec;
use core::ops::Range;

use ids_core::RangeError;

use crate::{Format, MakeError};

/// A parameter of a format's generator: what tells two generators apart, and what else a caller
/// decides.
///
/// ```
/// let params = ids_formats::formats::siq::FORMAT.params();
/// let names: Vec<_> = params.iter().map(|param| param.name).collect();
/// assert_eq!(names, ["domain", "local_id", "shard", "kind"]);
/// assert!(params[0].needed && !params[1].needed);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name, in every program and every language.
    pub name: &'static str,
    /// What values it takes.
    pub kind: ParamKind,
    /// Whether there is no generator without it.
    pub needed: bool,
    /// Its value where none is given. Without one, it is needed, or one of several, or leaving it out says
    /// something that no value says.
    pub default: Option<Given<'static>>,
    /// The parameters of which exactly one is given, this one among them: none if it stands alone.
    pub one_of: &'static [&'static str],
    /// What it is for, in one line.
    pub about: &'static str,
}

impl Param {
    /// A parameter that may be left out.
    #[inline]
    pub const fn new(name: &'static str, kind: ParamKind, about: &'static str) -> Self {
        Self { name, kind, needed: false, default: None, one_of: &[], about }
    }

    /// The same parameter, without which there is no generator.
    #[inline]
    #[must_use]
    pub const fn needed(self) -> Self {
        Self { needed: true, ..self }
    }

    /// The same parameter with a value where none is given.
    #[inline]
    #[must_use]
    pub const fn or(self, default: Given<'static>) -> Self {
        Self { default: Some(default), ..self }
    }

    /// The same parameter as one of several, of which exactly one is given.
    #[inline]
    #[must_use]
    pub const fn one_of(self, names: &'static [&'static str]) -> Self {
        Self { one_of: names, ..self }
    }
}

/// The values that a [`Param`] takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// True or false.
    Flag,
    /// A number of at most `max`.
    Number {
        /// The largest.
        max: u64,
    },
    /// One of these numbers.
    Numbers(&'static [u64]),
    /// A number of at most `max`, instead of those parameters that are its parts; or some of them by their names.
    Parts {
        /// The largest.
        max: u64,
    },
    /// A text.
    Text,
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// A number of at most `max`, or its text, as identifiers of the format show it in hexadecimal.
    Hex {
        /// The largest.
        max: u64,
    },
    /// A number of at most `max`, or a name that stands for one.
    NumberOrText {
        /// The largest.
        max: u64,
    },
    /// A range of keys that was granted, or keys that are counted from 1.
    Keys,
    /// One key, a number of at most `max`, which identifiers show in hexadecimal.
    Key {
        /// The largest.
        max: u64,
    },
}

/// The value of a [`Param`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given<'a> {
    /// True or false.
    Flag(bool),
    /// A number.
    Number(u64),
    /// A text.
    Text(&'a str),
    /// Keys that no other process has.
    Block(Range<u64>),
    /// Keys that are counted from 1, in each process and after each restart.
    Counter,
}

/// The values of parameters, each under its name.
#[derive(Debug)]
pub(crate) struct Values<'a> {
    params: Vec<Param>,
    given: &'a [(&'a str, Given<'a>)],
}

/// These values, if the format has such parameters, and those that it needs are given.
///
/// # Errors
/// [`MakeError::Unknown`], [`MakeError::Repeated`], [`MakeError::Missing`], [`MakeError::OneOf`].
pub(crate) fn values<'a>(
    format: &dyn Format,
    given: &'a [(&'a str, Given<'a>)],
) -> Result<Values<'a>, MakeError> {
    let params = format.params();
    for (index, (name, _)) in given.iter().enumerate() {
        let param = params.iter().find(|param| param.name == *name);
        let name = param.ok_or(MakeError::Unknown { index })?.name;
        if given[..index].iter().any(|(before, _)| *before == name) {
            return Err(MakeError::Repeated { name });
        }
    }
    let count = |names: &[&str]| given.iter().filter(|(name, _)| names.contains(name)).count();
    for param in &params {
        if !param.one_of.is_empty() && count(param.one_of) != 1 {
            return Err(MakeError::OneOf { names: param.one_of });
        }
        if param.needed && count(&[param.name]) == 0 {
            return Err(MakeError::Missing { name: param.name });
        }
    }
    Ok(Values { params, given })
}

impl<'a> Values<'a> {
    /// The value that is given, or else the default.
    pub(crate) fn get(&self, name: &str) -> Option<&Given<'a>> {
        let given = self.given.iter().find(|(given, _)| *given == name).map(|(_, value)| value);
        given.or_else(|| self.params.iter().find(|param| param.name == name)?.default.as_ref())
    }

    fn of<T>(
        &self,
        name: &'static str,
        kind: impl FnOnce(&Given<'a>) -> Option<T>,
    ) -> Result<Option<T>, MakeError> {
        self.get(name).map(|given| kind(given).ok_or(MakeError::Kind { name })).transpose()
    }

    pub(crate) fn flag(&self, name: &'static str) -> Result<bool, MakeError> {
        let flag = |given: &_| if let Given::Flag(flag) = given { Some(*flag) } else { None };
        Ok(self.of(name, flag)?.unwrap_or_default())
    }

    pub(crate) fn number(&self, name: &'static str) -> Result<Option<u64>, MakeError> {
        self.of(name, |given| if let Given::Number(number) = given { Some(*number) } else { None })
    }

    /// A number of a narrow type.
    pub(crate) fn narrow<N: TryFrom<u64>>(
        &self,
        name: &'static str,
        max: u64,
    ) -> Result<Option<N>, MakeError> {
        let narrow =
            |value| N::try_from(value).map_err(|_| RangeError::Field { field: name, value, max });
        Ok(self.number(name)?.map(narrow).transpose()?)
    }

    pub(crate) fn text(&self, name: &'static str) -> Result<Option<&'a str>, MakeError> {
        self.of(name, |given| if let Given::Text(text) = given { Some(*text) } else { None })
    }
}
