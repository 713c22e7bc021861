//! All entries of one day, from a map that is sorted by identifier: no field for the time is needed.
//!
//! ```sh
//! cargo run -p flax-id --example flax-range-scan
//! ```
//!
//! ```text
//! 24 of 72 entries are of 2026-01-02, from hour 24 to hour 47
//! ```
//!
//! A key-value store and an index of a database are scanned alike: by the bytes or the texts of the
//! two bounds.

use core::{error::Error, time::Duration};
use std::collections::BTreeMap;

use flax_id::{FlaxId, Generator, LocalRng, UnixTime};

const HOUR: Duration = Duration::from_secs(3600);
/// 2026-01-01T00:00:00Z.
const NEW_YEAR: UnixTime = UnixTime::from_secs(1_767_225_600);

fn main() -> Result<(), Box<dyn Error>> {
    // One entry in each hour of three days.
    let mut entries = BTreeMap::new();
    for hour in 0..72 {
        let clock = NEW_YEAR + HOUR * hour;
        entries.insert(Generator::new(clock, LocalRng).generate()?, hour);
    }

    // The second day: its first instant belongs to it, that of the next day does not.
    let (from, to) = (NEW_YEAR + HOUR * 24, NEW_YEAR + HOUR * 48);
    let day = FlaxId::first_at(from)?..FlaxId::first_at(to)?;
    let hours: Vec<u32> = entries.range(day).map(|(_, &hour)| hour).collect();
    let (first, last) = (hours.first().ok_or("nothing found")?, hours.last().ok_or("nothing")?);
    println!(
        "{} of {} entries are of 2026-01-02, from hour {first} to hour {last}",
        hours.len(),
        entries.len()
    );
    Ok(())
}
