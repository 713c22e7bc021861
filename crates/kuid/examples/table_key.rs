//! An identifier as the primary key of a table, in SQLite: 12 bytes.
//!
//! ```sh
//! cargo run -p kuid --example kuid-table-key
//! ```
//!
//! ```text
//! 1000 rows, read in the order in which they were made
//! the node that made the first: 03eb2732
//! ```
//!
//! In a program of your own: `cargo add rusqlite --features bundled`.

use core::{error::Error, time::Duration};

use kuid::{Generate, Generator, Global, Node, NodeId, SystemClock};
use rusqlite::Connection;

fn main() -> Result<(), Box<dyn Error>> {
    let mut database = Connection::open_in_memory()?;
    // The drift is not in the identifier: write down beside the table which one it has.
    database.execute_batch(
        "CREATE TABLE entry (id BLOB PRIMARY KEY CHECK (length(id) = 12),
                             number INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    )?;

    let node = Node::<8>::new(NodeId::from_name("uid@127.0.0.1"));
    let mut ids = Generator::new(SystemClock, node);
    let mut ids = ids.blocking(Duration::from_secs(1));
    let transaction = database.transaction()?;
    for number in 0..1000 {
        let id = ids.generate()?;
        transaction.execute("INSERT INTO entry VALUES (?1, ?2)", (id.to_bytes(), number))?;
    }
    transaction.commit()?;

    // Of one node all identifiers are in order. Those of several nodes are in the order of windows.
    let mut query = database.prepare("SELECT id, number FROM entry ORDER BY id")?;
    let rows =
        query.query_map((), |row| Ok((row.get::<_, [u8; 12]>(0)?, row.get::<_, u32>(1)?)))?;
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    assert!(rows.iter().map(|row| row.1).eq(0..1000), "another order");
    println!("{} rows, read in the order in which they were made", rows.len());

    let first = Global::from_bytes(rows[0].0);
    println!("the node that made the first: {}", first.node());
    Ok(())
}
