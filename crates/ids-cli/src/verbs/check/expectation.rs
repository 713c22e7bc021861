//! What a stream is expected to be.

use std::time::Duration;

use clap::Args;
use ids_core::{Clock, SystemClock, UnixTime};

use crate::{
    Failure, instant,
    reading::{Moment, Span, Zoned},
    show::Record,
};

/// The options that say more than that each line is an identifier.
#[derive(Args, Debug)]
pub(super) struct Expectation {
    /// Accept any order, and search all identifiers for duplicates
    #[arg(long)]
    pub(super) unordered: bool,
    /// The most memory for that search, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20),
          requires = "unordered")]
    pub(super) memory: u32,
    /// Reject identifiers made before this time
    #[arg(long, value_name = "TIME", value_parser = Moment::parse, allow_hyphen_values = true)]
    from: Option<Moment>,
    /// Reject identifiers made at this time or later; +1d is a day after --from
    #[arg(long, value_name = "TIME", value_parser = Moment::parse_end, allow_hyphen_values = true)]
    to: Option<Moment>,
    /// Reject identifiers whose time differs from this machine's clock by more than this when they
    /// are read
    #[arg(long, value_name = "DURATION", value_parser = instant::parse_duration)]
    pub(super) live: Option<Duration>,
    /// The random parts are independent: measure the balance of all identifiers, not only of the
    /// first of each tick
    #[arg(long)]
    pub(super) independent: bool,
}

impl Expectation {
    /// The times that identifiers may say.
    ///
    /// # Errors
    /// Identifiers of this format cannot be held to what is expected.
    pub(super) fn times(&self, record: &Record<'_>, zoned: &Zoned) -> Result<Span, Failure> {
        if record.timed.is_none()
            && (self.from.is_some() || self.to.is_some() || self.live.is_some())
        {
            return Err(Failure::Usage(format!("{} has no time inside", record.title())));
        }
        let span = zoned.span([("--from", self.from), ("--to", self.to)], None)?;
        if self.independent && record.facts.random.is_none() {
            return Err(Failure::Usage(format!("{} has no random part", record.title())));
        }
        Ok(span)
    }

    /// Whether an identifier may say this time now.
    pub(super) fn is_live(&self, time: UnixTime) -> bool {
        let near = |most| SystemClock.now().is_ok_and(|now| now.abs_diff(time) <= most);
        self.live.is_none_or(near)
    }
}
