//! All entries of one hour and all nodes, from a map that is sorted by identifier.
//!
//! ```sh
//! cargo run -p kuid --example kuid-range-scan
//! ```
//!
//! ```text
//! 180 of 540 entries are of the second hour; the scan read 192
//! ```
//!
//! Global identifiers sort by windows of 256 seconds, and inside a window by node. So a scan reads whole windows,
//! and the exact time is a filter.

use core::{error::Error, time::Duration};
use std::collections::BTreeSet;

use kuid::{Generator, Global, Node, NodeId, UnixTime};

const MINUTE: Duration = Duration::from_secs(60);
/// 2026-01-01T00:00:00Z.
const NEW_YEAR: UnixTime = UnixTime::from_secs(1_767_225_600);

fn main() -> Result<(), Box<dyn Error>> {
    // An entry of each of three nodes in each minute of three hours.
    let mut entries = BTreeSet::new();
    for node in ["a@host", "b@host", "c@host"] {
        let node = Node::new(NodeId::from_name(node));
        for minute in 0..180 {
            let clock = NEW_YEAR + MINUTE * minute;
            entries.insert(Generator::new(clock, node).generate()?);
        }
    }

    let hour = NEW_YEAR + MINUTE * 60..NEW_YEAR + MINUTE * 120;
    let scan = Global::first_at(hour.start)?..=Global::last_at(hour.end)?;
    let read: Vec<Global> = entries.range(scan).copied().collect();
    let found = read.iter().filter(|id| hour.contains(&id.time())).count();
    println!(
        "{found} of {} entries are of the second hour; the scan read {}",
        entries.len(),
        read.len()
    );
    Ok(())
}
