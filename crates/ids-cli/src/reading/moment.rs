//! Instants, some of them told from the present one.

use std::time::Duration;

use ids_core::{Clock, GenerateError, SystemClock};

use crate::{instant, status::Failure};

/// An instant, or so long before the present one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Moment {
    At(Duration),
    Ago(Duration),
}

impl Moment {
    /// Reads `now`, a duration with a minus sign such as `-1h` or `-7d`, or an instant.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        match text.strip_prefix('-') {
            _ if text == "now" => Ok(Self::Ago(Duration::ZERO)),
            Some(ago) if ago.starts_with(|first: char| first.is_ascii_digit()) => {
                ago_in_days(ago).map_or_else(|| instant::parse_duration(ago), Ok).map(Self::Ago)
            }
            _ => instant::parse(text).map(Self::At),
        }
    }

    /// The instant, if the present one is `now`, or what the clock reads.
    pub(crate) fn time(self, now: Option<Duration>) -> Result<Duration, Failure> {
        let ago = match self {
            Self::At(time) => return Ok(time),
            Self::Ago(ago) => ago,
        };
        let now = now.map_or_else(|| SystemClock.now(), Ok).map_err(GenerateError::from)?;
        now.checked_sub(ago)
            .ok_or_else(|| Failure::Refused("the time is before the Unix epoch, 1970-01-01".into()))
    }
}

/// Whole days, of 24 hours as all days of UTC here.
fn ago_in_days(text: &str) -> Option<Duration> {
    let days: u32 = text.strip_suffix('d')?.parse().ok()?;
    Some(Duration::from_secs(u64::from(days) * 86_400))
}
