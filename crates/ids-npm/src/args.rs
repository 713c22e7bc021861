//! What a call is told beyond numbers: texts by name.

use core::{str, time::Duration};

use ids_core::{ParseError, UnixTime};

use crate::fault::Fault;

/// Texts, some of them by name. The host writes each as `LENGTH:BYTES`.
#[derive(Clone, Copy)]
pub(crate) struct Args<'a> {
    /// The name of the call.
    pub(crate) name: &'a str,
    rest: &'a [u8],
}

/// The first text, and what follows it.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = bytes.iter().position(|byte| *byte == b':')?;
    let length: usize = str::from_utf8(&bytes[..colon]).ok()?.parse().ok()?;
    bytes[colon + 1..].split_at_checked(length)
}

impl<'a> Args<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let (name, rest) = split(bytes).unwrap_or_default();
        Self { name: str::from_utf8(name).unwrap_or_default(), rest }
    }

    /// The error of a call that nothing answers.
    pub(crate) fn unknown(self) -> Fault {
        Fault::usage(format!("no call is named {}", self.name))
    }

    /// The names and their values, as the host has written them.
    pub(crate) fn iter(self) -> impl Iterator<Item = (&'a str, &'a [u8])> {
        let mut rest = self.rest;
        core::iter::from_fn(move || {
            let (name, after) = split(rest)?;
            let (value, after) = split(after)?;
            rest = after;
            Some((str::from_utf8(name).ok()?, value))
        })
    }

    fn get(self, name: &str) -> Option<&'a [u8]> {
        self.iter().find_map(|(found, value)| (found == name).then_some(value))
    }

    /// The bytes under a name, none if there is no such name.
    pub(crate) fn bytes(self, name: &str) -> &'a [u8] {
        self.get(name).unwrap_or_default()
    }

    /// The text under a name; the host writes UTF-8.
    pub(crate) fn text(self, name: &str) -> Option<&'a str> {
        str::from_utf8(self.get(name)?).ok()
    }

    /// The text under a name that the call needs.
    pub(crate) fn needed(self, name: &str) -> Result<&'a str, Fault> {
        self.text(name).ok_or_else(|| Fault::usage(format!("{name} is missing")))
    }

    /// Whether something is so; no if nothing is said.
    pub(crate) fn flag(self, name: &str) -> Result<bool, Fault> {
        match self.text(name) {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(other) => {
                Err(Fault::usage(format!("{name} is {other}: there are true and false")))
            }
        }
    }

    /// A number, or the largest one if it does not fit.
    pub(crate) fn wide(self, name: &str) -> Result<Option<u128>, Fault> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) if digits => Ok(Some(u128::MAX)),
            Err(_) => Err(Fault::usage(format!("{name} is {text}, which is not a natural number"))),
        }
    }

    /// The number `bits` in the width of a type.
    #[expect(clippy::cast_possible_truncation, reason = "a number has at most 128 bits")]
    pub(crate) fn bits<T: TryFrom<u128>>(self) -> Result<T, Fault> {
        let bits = 8 * size_of::<T>() as u32;
        let wide = self.wide("bits")?.unwrap_or_default();
        T::try_from(wide).map_err(|_| ParseError::TooLarge { bits }.into())
    }

    /// A number, or the largest one of 64 bits. Where that would be another one, the host has refused it.
    pub(crate) fn number(self, name: &str) -> Result<Option<u64>, Fault> {
        Ok(self.wide(name)?.map(|number| u64::try_from(number).unwrap_or(u64::MAX)))
    }

    /// A number of nanoseconds, or the longest duration if they do not fit.
    pub(crate) fn duration(self, name: &str) -> Result<Option<Duration>, Fault> {
        Ok(self.instant(name)?.map(UnixTime::since_epoch))
    }

    /// An instant, in nanoseconds since the Unix epoch.
    pub(crate) fn instant(self, name: &str) -> Result<Option<UnixTime>, Fault> {
        Ok(self.wide(name)?.map(UnixTime::saturating_from_nanos))
    }
}
