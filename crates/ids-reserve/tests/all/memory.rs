//! The store in memory, held against the scenarios of every store.

use ids_core::UnixTime;
use ids_reserve::{MemoryStore, Store};

use crate::scenarios;

struct Memory(MemoryStore<UnixTime>);

const NOW: UnixTime = UnixTime::from_secs(1_735_689_600);

impl scenarios::Subject for Memory {
    fn connect(&self) -> Box<dyn Store + Send> {
        Box::new(self.0.clone())
    }

    fn backup(&self) -> Box<dyn FnOnce() + '_> {
        let backup = self.0.copy(NOW);
        Box::new(move || self.0.restore(&backup))
    }
}

#[test]
fn every_scenario() {
    scenarios::hold(&Memory(MemoryStore::new(NOW)));
}
