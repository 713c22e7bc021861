//! The messages of one day, from a map that is sorted by identifier and holds messages and users.
//!
//! ```sh
//! cargo run -p siq --example siq-range-scan
//! ```
//!
//! ```text
//! 24 of 144 things are messages of 2026-01-02
//! ```
//!
//! The bounds say the time. What an identifier names is in its lowest bits, so the kind is a filter.

use core::{error::Error, time::Duration};
use std::collections::BTreeSet;

use siq::{DomainHash, Generator, Qualifier, Siq, UnixTime};

const HOUR: Duration = Duration::from_secs(3600);
/// 2026-01-01T00:00:00Z.
const NEW_YEAR: UnixTime = UnixTime::from_secs(1_767_225_600);

fn main() -> Result<(), Box<dyn Error>> {
    let domain = DomainHash::from_name("example.com")?;
    // A message and a user in each hour of three days.
    let mut things = BTreeSet::new();
    for hour in 0..72 {
        let clock = NEW_YEAR + HOUR * hour;
        let mut ids = Generator::new(clock, domain, 1);
        things.insert(ids.generate(Qualifier::Message)?);
        things.insert(ids.generate(Qualifier::User)?);
    }

    // The second day: its first instant belongs to it, that of the next day does not.
    let day = Siq::first_at(NEW_YEAR + HOUR * 24)?..Siq::first_at(NEW_YEAR + HOUR * 48)?;
    let messages = things.range(day).filter(|id| id.qualifier() == Qualifier::Message).count();
    println!("{messages} of {} things are messages of 2026-01-02", things.len());
    Ok(())
}
