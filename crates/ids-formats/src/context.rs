//! What is known before a text is looked at.

use alloc::vec::Vec;
use core::ops::Range;

use crate::{Format, UnixTime};

/// What is known before a text is looked at.
///
/// ```
/// use ids_formats::{Context, UnixTime, inspect};
/// let now = Context::at(UnixTime::from_secs(1_800_000_000));
/// let times = UnixTime::from_secs(1_461_974_400)..UnixTime::from_secs(1_462_060_800);
/// let found = inspect("175928847299117063", &Context { times, ..now });
/// assert_eq!(found[0].flavour(), Some("discord"));
/// ```
#[derive(Clone, Debug)]
pub struct Context<'a> {
    /// The formats that come into question.
    pub formats: Vec<&'a dyn Format>,
    /// Identifiers from later than a day after this instant are implausible.
    pub now: UnixTime,
    /// Whether those of [others](crate::others) come into question.
    pub others: bool,
    /// When the identifiers are known to be made: others are implausible.
    pub times: Range<UnixTime>,
    /// The name of the only form that is tried; then none of [others](crate::others) comes into question.
    pub form: Option<&'a str>,
    /// Whether candidates that are implausible, or far behind the first, are listed.
    pub all: bool,
    /// Whether something is taken off a text that no format reads, or none is likely of: see
    /// [`spelling`](crate::spelling).
    pub spellings: bool,
}

impl<'a> Context<'a> {
    /// Every known format comes into question, and those of [others](crate::others).
    #[inline]
    pub fn at(now: UnixTime) -> Self {
        Self { others: true, ..Self::of(now, crate::all().map(|format| format as _)) }
    }

    /// The same with these formats only.
    #[inline]
    pub fn of(now: UnixTime, formats: impl IntoIterator<Item = &'a dyn Format>) -> Self {
        Self {
            formats: formats.into_iter().collect(),
            now,
            others: false,
            times: UnixTime::EPOCH..UnixTime::MAX,
            form: None,
            all: false,
            spellings: true,
        }
    }
}
