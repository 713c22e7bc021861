//! What is known before a text is looked at.

use alloc::vec::Vec;
use core::ops::Range;

use crate::{Format, UnixTime};

/// What is known before a text is looked at.
#[derive(Clone, Debug)]
pub struct Context<'a> {
    pub(crate) formats: Vec<&'a dyn Format>,
    pub(crate) now: UnixTime,
    pub(crate) others: bool,
    pub(crate) times: Range<UnixTime>,
    pub(crate) form: Option<&'a str>,
    pub(crate) all: bool,
    pub(crate) spellings: bool,
}

impl<'a> Context<'a> {
    /// Every known format comes into question, and those of [others](crate::others); identifiers from later than
    /// a day after `now`, since the Unix epoch, are implausible.
    #[inline]
    pub fn at(now: UnixTime) -> Self {
        let times = UnixTime::EPOCH..UnixTime::MAX;
        Self {
            formats: crate::all().collect(),
            now,
            others: true,
            times,
            form: None,
            all: false,
            spellings: true,
        }
    }

    /// The same with these formats only, and none of [others](crate::others).
    #[inline]
    #[must_use]
    pub fn with_formats(self, formats: impl IntoIterator<Item = &'a dyn Format>) -> Self {
        Self { formats: formats.into_iter().collect(), others: false, ..self }
    }

    /// The same with or without the formats of [others](crate::others).
    #[inline]
    #[must_use]
    pub fn with_others(self, others: bool) -> Self {
        Self { others, ..self }
    }

    /// The same where the identifiers are known to be of these times, since the Unix epoch: others
    /// are implausible.
    ///
    /// ```
    /// use ids_formats::{Answer, Context, UnixTime, inspect};
    /// let now = Context::at(UnixTime::from_secs(1_800_000_000));
    /// let day = UnixTime::from_secs(1_461_974_400)..UnixTime::from_secs(1_462_060_800);
    /// let found = inspect("175928847299117063", &now.with_times(day));
    /// assert_eq!(found[0].flavour(), Some("discord"));
    /// ```
    #[inline]
    #[must_use]
    pub fn with_times(self, times: Range<UnixTime>) -> Self {
        Self { times, ..self }
    }

    /// The same where only the form of this name is tried, and none of [others](crate::others).
    #[inline]
    #[must_use]
    pub fn with_form(self, form: Option<&'a str>) -> Self {
        Self { form, others: self.others && form.is_none(), ..self }
    }

    /// The same, where nothing is taken off a text that no format reads, or none is likely of, if `spellings` is
    /// `false`: see [`spelling`](crate::spelling).
    #[inline]
    #[must_use]
    pub fn with_spellings(self, spellings: bool) -> Self {
        Self { spellings, ..self }
    }

    /// The same with candidates that are implausible, or far behind the first.
    #[inline]
    #[must_use]
    pub fn with_all(self, all: bool) -> Self {
        Self { all, ..self }
    }
}
