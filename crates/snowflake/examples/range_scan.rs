//! All messages of one day, from a map that is sorted by identifier: no field for the time is needed.
//!
//! ```sh
//! cargo run -p snowflake-ids --example snowflake-range-scan
//! ```
//!
//! ```text
//! 24 of 72 messages are of 2026-01-02, from hour 24 to hour 47
//! WHERE id >= 1456436831846400000 AND id < 1456799219712000000
//! ```

use core::{error::Error, time::Duration};
use std::collections::BTreeMap;

use snowflake::{Discord, Generator, Node, Snowflake, UnixTime};

const HOUR: Duration = Duration::from_secs(3600);
/// 2026-01-01T00:00:00Z.
const NEW_YEAR: UnixTime = UnixTime::from_secs(1_767_225_600);

fn main() -> Result<(), Box<dyn Error>> {
    // One message in each hour of three days.
    let mut messages = BTreeMap::new();
    let node = Node::<Discord>::numbered(37)?;
    for hour in 0..72 {
        let clock = NEW_YEAR + HOUR * hour;
        messages.insert(Generator::new(clock, node).generate()?, hour);
    }

    // The second day: its first instant belongs to it, that of the next day does not.
    let from = Snowflake::first_at(NEW_YEAR + HOUR * 24)?;
    let to = Snowflake::first_at(NEW_YEAR + HOUR * 48)?;
    let hours: Vec<u32> = messages.range(from..to).map(|(_, &hour)| hour).collect();
    let (first, last) = (hours.first().ok_or("nothing found")?, hours.last().ok_or("nothing")?);
    println!(
        "{} of {} messages are of 2026-01-02, from hour {first} to hour {last}",
        hours.len(),
        messages.len()
    );
    // The same for a signed column of 64 bits.
    println!("WHERE id >= {} AND id < {}", from.to_i64()?, to.to_i64()?);
    Ok(())
}
