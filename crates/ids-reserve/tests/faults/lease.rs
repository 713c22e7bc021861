//! What others do: a lease with a time-out, and a plain generator under it.

use std::path::Path;

use ids_core::Clock;

use crate::{
    ground::{Failure, Table, table},
    world::FileClock,
};

/// How long a lease lasts, in microseconds.
const TIME_OUT: u64 = 10_000_000;

/// A lease of the numbers 0 to 63, with the mistakes that are usual.
pub struct TimedLease {
    table: Box<dyn Table>,
    clock: FileClock,
    owner: String,
    number: u64,
    until: u64,
}

impl TimedLease {
    pub fn new(place: &str, folder: &Path, clock: FileClock, owner: &str) -> Self {
        let table = table(place, folder);
        Self { table, clock, owner: owner.to_owned(), number: 0, until: 0 }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.clock.now().unwrap().as_micros()).unwrap()
    }

    /// The lowest number that is free, expired or its own.
    pub fn read(&mut self) -> u64 {
        let now = self.now();
        let mut is_taken = |number: &u64| {
            let row = self.table.get(*number).unwrap();
            row.is_some_and(|(owner, until)| until > now && owner != self.owner)
        };
        (0..64).find(|number| !is_taken(number)).unwrap()
    }

    pub fn write(&mut self, number: u64) {
        self.number = number;
        self.extend().unwrap();
    }

    pub fn extend(&mut self) -> Result<(), Failure> {
        let until = self.now() + TIME_OUT;
        self.table.put(self.number, &self.owner, until)?;
        self.until = until;
        Ok(())
    }

    pub fn release(&mut self) {
        self.table.put(self.number, "", 0).unwrap();
    }

    /// Whether it is still the owner, by its own clock.
    pub fn lasts(&self) -> bool {
        self.now() < self.until
    }
}
