//! An identifier as the primary key of a table, in SQLite: 14 bytes. The table holds users alone, and a
//! constraint of the database says so.
//!
//! ```sh
//! cargo run -p siq --example siq-table-key
//! ```
//!
//! ```text
//! 1000 users, read in the order in which they were made
//! a message in the table of users: CHECK constraint failed: ...
//! ```
//!
//! In a program of your own: `cargo add rusqlite --features bundled`.

use core::{error::Error, time::Duration};

use rusqlite::Connection;
use siq::{DomainHash, Generate, Generator, Limits, Qualifier, Siq, SystemClock};

fn main() -> Result<(), Box<dyn Error>> {
    let mut database = Connection::open_in_memory()?;
    // The last byte of a user ends in the five bits 00000: its last two hex digits are one of these.
    database.execute_batch(
        "CREATE TABLE user (
            id BLOB PRIMARY KEY CHECK (length(id) = 14),
            number INTEGER NOT NULL,
            CHECK (hex(substr(id, 14, 1)) IN ('00', '20', '40', '60', '80', 'A0', 'C0', 'E0'))
        ) STRICT, WITHOUT ROWID",
    )?;

    // A tick is shorter than any sleep. Borrowed ticks keep the full rate.
    let limits = Limits::ahead(Duration::from_millis(5));
    let domain = DomainHash::from_name("example.com")?;
    let mut ids = Generator::new(SystemClock, domain, 1).with_limits(limits);
    let transaction = database.transaction()?;
    for number in 0..1000 {
        let id = ids.sequence(Qualifier::User).blocking(Duration::from_secs(1)).generate()?;
        transaction.execute("INSERT INTO user VALUES (?1, ?2)", (id.to_bytes(), number))?;
    }
    transaction.commit()?;

    let mut query = database.prepare("SELECT id, number FROM user ORDER BY id")?;
    let rows =
        query.query_map((), |row| Ok((row.get::<_, [u8; 14]>(0)?, row.get::<_, u32>(1)?)))?;
    let mut count = 0;
    for row in rows {
        let (bytes, number) = row?;
        let id = Siq::from(bytes);
        assert!(id.qualifier() == Qualifier::User && number == count, "{id}");
        count += 1;
    }
    println!("{count} users, read in the order in which they were made");

    let message = ids.generate(Qualifier::Message)?.to_bytes();
    let refused = database.execute("INSERT INTO user VALUES (?1, 0)", [message]);
    println!("a message in the table of users: {}", refused.expect_err("not a user"));
    Ok(())
}
