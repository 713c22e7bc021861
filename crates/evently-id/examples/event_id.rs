//! Computes the id of each event of a ledger from its JSON, as the service that stored it did, and finds
//! the one that was changed.
//!
//! ```sh
//! cargo run -p evently-id --example evently-event-id
//! ```
//!
//! ```text
//! 0005cd7556b05092aecc815daa77f99c Ledger Created, at 1633278732.816530
//! 0005cd7559804700a6e0dfb8aa77f99c Served, at 1633278780.000000
//! the same event, one digit changed: 0005cd7559804700a6e0dfb8aa77f99c is not its id
//! ```

use core::error::Error;

use evently_id::{EventId, EventReader, Profile};

const CREATED: &str = r#"{"event":"Ledger Created","entities":{"ledger":"testing⑆preview"},
    "timestamp":"2021-10-03T16:32:12.816530Z","meta":{"actor":"matt"},
    "data":{"name":"My Ledger","description":"This ledger is for my example events."}}"#;
const SERVED: &str =
    r#"{"event":"Served","entities":{},"timestamp":"2021-10-03T16:33:00Z","meta":{},"data":15}"#;

fn main() -> Result<(), Box<dyn Error>> {
    // The reader keeps its buffers: one for all events of a program.
    let mut reader = EventReader::new(Profile::Doc5);
    let first = reader.read(CREATED.as_bytes())?.id(None)?;
    show("Ledger Created", first);
    // Every later id covers the one before it.
    let second = reader.read(SERVED.as_bytes())?.id(first)?;
    show("Served", second);

    let changed = SERVED.replace("15", "30");
    let id = reader.read(changed.as_bytes())?.id(first)?;
    assert_ne!(id, second);
    println!("the same event, one digit changed: {second} is not its id");
    Ok(())
}

fn show(name: &str, id: EventId) {
    let micros = id.timestamp();
    println!("{id} {name}, at {}.{:06}", micros / 1_000_000, micros % 1_000_000);
}
