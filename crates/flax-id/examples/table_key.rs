//! An identifier as the primary key of a table, in SQLite: 12 bytes, or 16 characters.
//!
//! ```sh
//! cargo run -p flax-id --example flax-table-key
//! ```
//!
//! ```text
//! 1000 rows, read in the order in which they were made
//! a key that is there already: UNIQUE constraint failed: note.id
//! a key that was cut off: ...
//! ```
//!
//! In a program of your own: `cargo add rusqlite --features bundled`.

use core::{error::Error, time::Duration};

use flax_id::{FlaxId, Generate, Generator, IdRng, SystemClock};
use rusqlite::Connection;

fn main() -> Result<(), Box<dyn Error>> {
    let mut database = Connection::open_in_memory()?;
    // Texts compare by their bytes, as the bytes themselves do: either column sorts by time.
    database.execute_batch(
        "CREATE TABLE note (id BLOB PRIMARY KEY CHECK (length(id) = 12),
                            shown TEXT NOT NULL UNIQUE COLLATE BINARY,
                            number INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    )?;

    let mut ids = Generator::monotonic(SystemClock, IdRng::from_os()?);
    let mut ids = ids.blocking(Duration::from_secs(1));
    let transaction = database.transaction()?;
    for number in 0..1000 {
        let id = ids.generate()?;
        transaction.execute(
            "INSERT INTO note VALUES (?1, ?2, ?3)",
            (id.to_bytes(), id.to_string(), number),
        )?;
    }
    transaction.commit()?;

    let mut made = Vec::new();
    let mut query = database.prepare("SELECT id, shown, number FROM note ORDER BY id")?;
    let mut rows = query.query(())?;
    while let Some(row) = rows.next()? {
        let id: FlaxId = row.get::<_, String>(1)?.parse()?;
        assert_eq!(id.to_bytes(), row.get::<_, [u8; 12]>(0)?);
        made.push((id, row.get::<_, u32>(2)?));
    }
    assert!(made.iter().map(|row| row.1).eq(0..1000), "another order");
    println!("{} rows, read in the order in which they were made", made.len());

    let twice = (made[0].0.to_bytes(), "", 0);
    let twice = database.execute("INSERT INTO note VALUES (?1, ?2, ?3)", twice);
    println!("a key that is there already: {}", twice.expect_err("the key is there"));
    // Asked for 12 bytes, the database refuses a column of another width: nothing is padded.
    let cut = database
        .query_row("SELECT substr(id, 1, 11) FROM note", (), |row| row.get::<_, [u8; 12]>(0));
    println!("a key that was cut off: {}", cut.expect_err("11 bytes"));
    Ok(())
}
