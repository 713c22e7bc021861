//! An identifier as the primary key of a table, in SQLite: a signed integer of 64 bits.
//!
//! ```sh
//! cargo run -p snowflake-ids --example snowflake-table-key
//! ```
//!
//! ```text
//! 1000 rows, read in the order in which they were made
//! an identifier of the year 2100: ...
//! a negative number in the column: ...
//! ```
//!
//! In a program of your own: `cargo add rusqlite --features bundled`.

use core::{error::Error, time::Duration};

use rusqlite::Connection;
use snowflake::{Discord, Generate, Generator, Node, Snowflake, SystemClock, UnixTime};

fn main() -> Result<(), Box<dyn Error>> {
    let mut database = Connection::open_in_memory()?;
    database.execute_batch(
        "CREATE TABLE message (id INTEGER PRIMARY KEY, number INTEGER NOT NULL)
             STRICT, WITHOUT ROWID",
    )?;

    let mut ids = Generator::new(SystemClock, Node::<Discord>::numbered(37)?);
    let mut ids = ids.blocking(Duration::from_secs(1));
    let transaction = database.transaction()?;
    for number in 0..1000 {
        let id = ids.generate()?;
        transaction.execute("INSERT INTO message VALUES (?1, ?2)", (id.to_i64()?, number))?;
    }
    transaction.commit()?;

    let mut last = Snowflake::<Discord>::from_bits(0)?;
    let mut query = database.prepare("SELECT id, number FROM message ORDER BY id")?;
    let rows = query.query_map((), |row| Ok((row.get(0)?, row.get::<_, u32>(1)?)))?;
    let mut count = 0;
    for row in rows {
        let (id, number) = row?;
        let id = Snowflake::from_i64(id)?;
        assert!(id > last && number == count, "another order");
        (last, count) = (id, count + 1);
    }
    println!("{count} rows, read in the order in which they were made");

    // Discord's layout has no sign bit: from 2084 on, a signed column cannot hold its identifiers. That
    // is an error, and no negative number that would sort before all others.
    let late = Snowflake::<Discord>::first_at(UnixTime::from_secs(4_102_444_800))?;
    println!("an identifier of the year 2100: {}", late.to_i64().expect_err("bit 63 is set"));
    let negative = Snowflake::<Discord>::from_i64(-1).expect_err("not an identifier");
    println!("a negative number in the column: {negative}");
    Ok(())
}
