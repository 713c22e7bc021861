//! Identifiers of 16 bytes put in order, beside numbers.

use evently_id::EventId;
use luuid::Luuid;

use super::texts::{ids, scattered};
use crate::measure::Row;

impl Row {
    /// The list is copied each time, which is part of the time.
    fn sort<T: Ord + Clone + 'static>(self, name: &'static str, ids: Vec<T>) -> Self {
        let mut work = ids.clone();
        self.way(name, ids.len(), move || {
            work.clone_from(&ids);
            work.sort_unstable();
            std::hint::black_box(&work);
        })
    }
}

pub fn sort(row: Row) -> Row {
    let numbers: Vec<_> = scattered(1_000_000).collect();
    let (luuids, events) = (ids::<Luuid>(&numbers), ids::<EventId>(&numbers));
    row.sort("u128", numbers).sort("luuid", luuids).sort("evently", events)
}
