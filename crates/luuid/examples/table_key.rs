//! An identifier as the primary key of a table, in SQLite: the 16 bytes of a UUID.
//!
//! ```sh
//! cargo run -p luuid --example luuid-table-key
//! ```
//!
//! ```text
//! 3 rows in the order of their keys: 1 person, 1 building, 2 person
//! persons alone, by the bits of the group: 2
//! a UUID of another kind: ...
//! ```
//!
//! In a program of your own: `cargo add rusqlite --features bundled`.

use core::error::Error;

use luuid::{Generator, Group, Groups, IdRng, Keys, Luuid, NamedGroup};
use rusqlite::Connection;

const GROUPS: Groups<'_> = Groups::new(&[NamedGroup::new("person"), NamedGroup::new("building")]);

fn main() -> Result<(), Box<dyn Error>> {
    let database = Connection::open_in_memory()?;
    database.execute_batch(
        "CREATE TABLE entity (id BLOB PRIMARY KEY CHECK (length(id) = 16)) STRICT, WITHOUT ROWID",
    )?;
    let mut rng = IdRng::from_os()?;
    for (name, end) in [("person", 3), ("building", 2)] {
        let mut ids = Generator::new(Keys::block(1..end)?, &mut rng, Group::from_name(name));
        for _ in 1..end {
            let id = ids.generate()?;
            database.execute("INSERT INTO entity VALUES (?1)", [id.to_bytes()])?;
        }
    }

    let mut shown = Vec::new();
    let mut query = database.prepare("SELECT id FROM entity ORDER BY id")?;
    for bytes in query.query_map((), |row| row.get::<_, [u8; 16]>(0))? {
        let id = Luuid::from_bytes(bytes?)?;
        let name = GROUPS.name(id.group()).unwrap_or("?");
        shown.push(format!("{} {name}", id.key().to_bits()));
    }
    // The group comes after the key: sorted by key, then by version and group.
    println!("{} rows in the order of their keys: {}", shown.len(), shown.join(", "));

    // Bytes 6 and 7 are the version and the group.
    let person = format!("6{:03x}", Group::from_name("person").to_bits());
    let persons: u32 = database.query_row(
        "SELECT count(*) FROM entity WHERE hex(substr(id, 7, 2)) = upper(?1)",
        [person],
        |row| row.get(0),
    )?;
    println!("persons alone, by the bits of the group: {persons}");

    // A random UUID of version 4 is no LUUID, and reading one is an error.
    let other = u128::from_str_radix("9f1c1d2a64b34c0d8a5e0f6b7c8d9e0f", 16)?.to_be_bytes();
    println!("a UUID of another kind: {}", Luuid::from_bytes(other).expect_err("version 4"));
    Ok(())
}
