//! The events of one hour in one ledger, from a table that holds several ledgers.
//!
//! ```sh
//! cargo run -p evently-id --example evently-range-scan
//! ```
//!
//! ```text
//! 4 of 24 events are of ledger aa77f99c and of the first hour
//! ```
//!
//! Ids sort by time first. So the bounds of a time select all ledgers, and the ledger is a filter.

use core::{error::Error, time::Duration};
use std::collections::BTreeMap;

use evently_id::{EventId, LedgerId, UnixTime};

const QUARTER: Duration = Duration::from_secs(900);
/// 2026-01-01T00:00:00Z.
const NEW_YEAR: UnixTime = UnixTime::from_secs(1_767_225_600);

fn main() -> Result<(), Box<dyn Error>> {
    let ledgers: [LedgerId; 2] = ["aa77f99c".parse()?, "2468ace0".parse()?];
    // One event in each quarter of three hours, in both ledgers.
    let mut events = BTreeMap::new();
    for ledger in ledgers {
        for quarter in 0..12 {
            let id = EventId::first_at(NEW_YEAR + QUARTER * quarter, ledger)?;
            events.insert(id, quarter);
        }
    }

    let wanted = ledgers[0];
    let hour =
        EventId::first_at(NEW_YEAR, wanted)?..EventId::first_at(NEW_YEAR + QUARTER * 4, wanted)?;
    let found = events.range(hour).filter(|(id, _)| id.ledger() == wanted).count();
    println!("{found} of {} events are of ledger {wanted} and of the first hour", events.len());
    Ok(())
}
