//! Finds an entity by the short number that people read out, in a map that is sorted by identifier.
//!
//! ```sh
//! cargo run -p luuid --example luuid-range-scan
//! ```
//!
//! ```text
//! person 3e9-62a0 is Ada, ...
//! building 3e9-6b44 is the library, ...
//! person 3ea-62a0 is unknown
//! ```
//!
//! A database does the same with `id BETWEEN ? AND ?` on a column of UUIDs or 16 bytes.

use core::error::Error;
use std::collections::BTreeMap;

use luuid::{Generator, Group, IdRng, Keys, Luuid, Prefix};

const PERSON: Group = Group::from_name("person");
const BUILDING: Group = Group::from_name("building");

fn main() -> Result<(), Box<dyn Error>> {
    let mut rng = IdRng::from_os()?;
    let mut entities: BTreeMap<Luuid, &str> = BTreeMap::new();
    // Persons and buildings are numbered apart, so both have a number 1001.
    for (group, name) in [(PERSON, "Ada"), (BUILDING, "the library")] {
        let mut ids = Generator::new(Keys::block(1001..1002)?, &mut rng, group);
        entities.insert(ids.generate()?, name);
    }

    for (kind, read) in [("person", "3e9-62a0"), ("building", "3e9-6b44"), ("person", "3ea-62a0")] {
        let prefix: Prefix = read.parse()?;
        match entities.range(prefix.range()).next() {
            Some((id, name)) => println!("{kind} {read} is {name}, {id}"),
            None => println!("{kind} {read} is unknown"),
        }
    }
    Ok(())
}
