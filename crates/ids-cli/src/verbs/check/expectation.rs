//! What a stream is expected to be.

use std::time::Duration;

use clap::Args;
use ids_core::{Clock, SystemClock};

use crate::{instant, reading::moment::Moment, show::record::Record, status::Failure};

/// The options that say more than that each line is an identifier.
#[derive(Args, Debug)]
pub(super) struct Expectation {
    /// Accept any order, and search all identifiers for duplicates
    #[arg(long)]
    pub(super) unordered: bool,
    /// The most memory for that search, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(super) memory: u32,
    /// Reject identifiers made before this time
    #[arg(long, value_name = "TIME", value_parser = Moment::parse_now, allow_hyphen_values = true)]
    pub(super) from: Option<Duration>,
    /// Reject identifiers made at this time or later
    #[arg(long, value_name = "TIME", value_parser = Moment::parse_now, allow_hyphen_values = true)]
    pub(super) to: Option<Duration>,
    /// Reject identifiers whose time differs from this machine's clock by more than this when they
    /// are read
    #[arg(long, value_name = "TIME", value_parser = instant::parse_duration)]
    pub(super) live: Option<Duration>,
    /// The random parts are independent: measure the balance of all identifiers, not only of the
    /// first of each tick
    #[arg(long)]
    pub(super) independent: bool,
}

impl Expectation {
    /// Returns an error if identifiers of this format cannot be held to it.
    pub(super) fn suits(&self, record: &Record<'_>) -> Result<(), Failure> {
        if record.timed.is_none()
            && (self.from.is_some() || self.to.is_some() || self.live.is_some())
        {
            return Err(Failure::Usage(format!("{} has no time inside", record.title())));
        }
        if let (Some(from), Some(to)) = (self.from, self.to)
            && from > to
        {
            return Err(Failure::usage("--from is after --to"));
        }
        if self.independent && record.facts.random.is_none() {
            return Err(Failure::Usage(format!("{} has no random part", record.title())));
        }
        Ok(())
    }

    /// Whether an identifier may say this time.
    pub(super) fn admits(&self, time: Duration) -> bool {
        let near = |most| SystemClock.now().is_ok_and(|now| now.abs_diff(time) <= most);
        self.from.is_none_or(|from| from <= time)
            && self.to.is_none_or(|to| time < to)
            && self.live.is_none_or(near)
    }
}
