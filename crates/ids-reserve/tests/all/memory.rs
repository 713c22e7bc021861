//! The store in memory, held against the scenarios of every store.

use ids_core::UnixTime;
use ids_reserve::{MemoryStore, Store};

use crate::{START, scenarios};

struct Memory(MemoryStore<UnixTime>);

impl scenarios::Subject for Memory {
    fn connect(&self) -> Box<dyn Store + Send> {
        Box::new(self.0.clone())
    }

    fn backup(&self) -> Box<dyn FnOnce() + '_> {
        let backup = self.0.copy(START);
        Box::new(move || self.0.restore(&backup))
    }
}

#[test]
fn every_scenario() {
    scenarios::hold(&Memory(MemoryStore::new(START)));
}
