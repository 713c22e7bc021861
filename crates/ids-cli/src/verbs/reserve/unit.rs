//! What the numbers of a resource count: time, or keys.

use ids_core::UnixTime;
use ids_reserve::{Resource, Unit, protocol::micros};

use crate::{
    instant,
    reading::moment::{Moment, Zoned},
    status::Failure,
};

/// A number of this unit, for people and programs.
pub(super) fn show(unit: Unit, number: u64) -> String {
    match unit {
        Unit::Time => instant::show(UnixTime::from_micros(number)),
        Unit::Keys | Unit::ClaimedKey => number.to_string(),
    }
}

/// How much a range has.
pub(super) fn amount(unit: Unit, number: u64) -> String {
    match unit {
        Unit::Time => format!("{} s", number.div_ceil(1_000_000)),
        Unit::Keys | Unit::ClaimedKey => number.to_string(),
    }
}

/// Reads the value of `--to`.
pub(super) fn read(unit: Unit, text: &str, zoned: &Zoned) -> Result<u64, Failure> {
    let read = match unit {
        Unit::Time => match Moment::parse(text) {
            Ok(moment) => return zoned.time("--to", moment).map(micros),
            Err(error) => Err(error),
        },
        Unit::Keys => text.parse().map_err(|_| "a key is a decimal number".to_owned()),
        Unit::ClaimedKey => Err("the keys of this namespace are claimed one by one".to_owned()),
    };
    read.map_err(|error| Failure::Usage(format!("--to: {error}")))
}

/// The name of a resource, for people.
pub(super) fn name(unit: Unit, resource: &Resource) -> String {
    let Resource { namespace, number } = resource;
    match unit {
        Unit::Time => format!("{namespace} node {number}"),
        Unit::Keys => format!("{namespace} keys"),
        Unit::ClaimedKey => format!("{namespace} key {number}"),
    }
}

/// The name of the unit in JSON.
pub(super) const fn kind(unit: Unit) -> &'static str {
    match unit {
        Unit::Time => "node",
        Unit::Keys => "keys",
        Unit::ClaimedKey => "claimed_key",
    }
}
