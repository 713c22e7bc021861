//! What a generator takes, and the values that a caller gives.

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name, in every program and every language.
    pub name: &'static str,
    /// What values it takes.
    pub kind: ParamKind,
    /// Whether there is no generator without it.
    pub needed: bool,
    /// What it is for, in one line.
    pub about: &'static str,
}

impl Param {
    /// A parameter that may be left out.
    #[inline]
    pub const fn new(name: &'static str, kind: ParamKind, about: &'static str) -> Self {
        Self { name, kind, needed: false, about }
    }

    /// The same parameter, without which there is no generator.
    #[inline]
    #[must_use]
    pub const fn needed(self) -> Self {
        Self { needed: true, ..self }
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
    /// A text.
    Text,
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// A number of at most `max`, or its text: all of its hexadecimal digits.
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
#[derive(Clone, Copy, Debug)]
pub(crate) struct Values<'a>(&'a [(&'a str, Given<'a>)]);

/// These values, if the format has such parameters, and those that it needs are given.
///
/// # Errors
/// [`MakeError::Unknown`], [`MakeError::Repeated`], [`MakeError::Missing`].
pub(crate) fn values<'a>(
    format: &dyn Format,
    given: &'a [(&'a str, Given<'a>)],
) -> Result<Values<'a>, MakeError> {
    let (params, values) = (format.params(), Values(given));
    for (index, (name, _)) in given.iter().enumerate() {
        let param = params.iter().find(|param| param.name == *name);
        let name = param.ok_or(MakeError::Unknown { index })?.name;
        if Values(&given[..index]).get(name).is_some() {
            return Err(MakeError::Repeated { name });
        }
    }
    match params.iter().find(|param| param.needed && values.get(param.name).is_none()) {
        Some(param) => Err(MakeError::Missing { name: param.name }),
        None => Ok(values),
    }
}

impl<'a> Values<'a> {
    pub(crate) fn get(self, name: &str) -> Option<&'a Given<'a>> {
        self.0.iter().find(|(given, _)| *given == name).map(|(_, value)| value)
    }

    fn of<T>(
        self,
        name: &'static str,
        kind: impl FnOnce(&'a Given<'a>) -> Option<T>,
    ) -> Result<Option<T>, MakeError> {
        self.get(name).map(|given| kind(given).ok_or(MakeError::Kind { name })).transpose()
    }

    pub(crate) fn flag(self, name: &'static str) -> Result<bool, MakeError> {
        let flag = |given: &_| if let Given::Flag(flag) = given { Some(*flag) } else { None };
        Ok(self.of(name, flag)?.unwrap_or_default())
    }

    pub(crate) fn number(self, name: &'static str) -> Result<Option<u64>, MakeError> {
        self.of(name, |given| if let Given::Number(number) = given { Some(*number) } else { None })
    }

    /// A number of a narrow type.
    pub(crate) fn narrow<N: TryFrom<u64>>(
        self,
        name: &'static str,
        max: u64,
    ) -> Result<Option<N>, MakeError> {
        let narrow =
            |value| N::try_from(value).map_err(|_| RangeError::Field { field: name, value, max });
        Ok(self.number(name)?.map(narrow).transpose()?)
    }

    pub(crate) fn text(self, name: &'static str) -> Result<Option<&'a str>, MakeError> {
        self.of(name, |given| if let Given::Text(text) = given { Some(*text) } else { None })
    }
}
