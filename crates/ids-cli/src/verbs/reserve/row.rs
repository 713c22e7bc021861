//! A resource as it is shown: its numbers count time, or keys.

use std::fmt;

use ids_core::UnixTime;
use ids_reserve::{Resource, Status, Unit, protocol::micros};

use crate::{
    Failure, instant,
    reading::{Moment, Zoned},
    show::json,
};

/// What a store says of a resource, and what its numbers count.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    pub(super) status: &'a Status,
    pub(super) unit: Unit,
}

impl<'a> Row<'a> {
    pub(super) fn new(status: &'a Status) -> Self {
        Self { status, unit: status.unit() }
    }

    /// A number of the resource, for people and programs.
    pub(super) fn show(&self, number: u64) -> String {
        match self.unit {
            Unit::Time => instant::show(UnixTime::from_micros(number)),
            Unit::Keys | Unit::ClaimedKey => number.to_string(),
        }
    }

    /// How much a range has.
    pub(super) fn amount(&self, number: u64) -> String {
        match self.unit {
            Unit::Time => format!("{} s", number.div_ceil(1_000_000)),
            Unit::Keys | Unit::ClaimedKey => number.to_string(),
        }
    }

    /// Reads the value of `--to`.
    pub(super) fn read(&self, text: &str, zoned: &Zoned) -> Result<u64, Failure> {
        let read = match self.unit {
            Unit::Time => match Moment::parse(text) {
                Ok(moment) => return zoned.time("--to", moment).map(micros),
                Err(error) => Err(error),
            },
            Unit::Keys => text.parse().map_err(|_| "a key is a decimal number".to_owned()),
            Unit::ClaimedKey => Err("the keys of this namespace are claimed one by one".to_owned()),
        };
        read.map_err(|error| Failure::Usage(format!("--to: {error}")))
    }

    /// Appends the members of JSON that say which resource it is.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let Resource { namespace, number } = &self.status.resource;
        let kind = match self.unit {
            Unit::Time => "node",
            Unit::Keys => "keys",
            Unit::ClaimedKey => "claimed_key",
        };
        json::member(out, "namespace", namespace.as_str().as_bytes());
        json::member(out, "kind", kind.as_bytes());
        if self.unit != Unit::Keys {
            json::digits(out, "number", *number);
        }
    }
}

impl fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Resource { namespace, number } = &self.status.resource;
        match self.unit {
            Unit::Time => write!(f, "{namespace} node {number}"),
            Unit::Keys => write!(f, "{namespace} keys"),
            Unit::ClaimedKey => write!(f, "{namespace} key {number}"),
        }
    }
}
