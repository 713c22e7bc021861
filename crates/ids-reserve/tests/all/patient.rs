//! A store that is out of reach for a while.

use core::{ops::Range, time::Duration};
use std::sync::mpsc;

use ids_core::SystemClock;
use ids_reserve::{Holder, KeyOptions, MemoryStore, Patient, Store, StoreError, claim_key};
use ids_testkit::until;

use crate::between::{Between, Calls};

/// Calls that fail, then those of a store. The first of them was carried out, but its answer was lost.
struct Flaky(Range<u32>);

impl Calls for Flaky {
    fn call<T>(&mut self, call: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
        match self.0.next() {
            Some(0) => call().and_then(|_| Err(StoreError::Unavailable("lost".into()))),
            Some(_) => Err(StoreError::Unavailable("away".into())),
            None => call(),
        }
    }
}

#[test]
fn asks_again() {
    let record = |bits| Holder::new(bits, "").unwrap();
    let (keys, memory) = (KeyOptions::new("person").unwrap(), MemoryStore::new(SystemClock));
    let flaky = |away| Between { store: memory.clone(), calls: Flaky(away) };
    let patient = |away, wait| {
        let (told, heard) = mpsc::channel();
        let tell = move |error: &StoreError| told.send(error.to_string()).unwrap();
        (Patient::new(flaky(0..away), wait, tell), heard)
    };
    let (mut store, heard) = patient(4, Duration::from_secs(600));
    assert_eq!(claim_key(&mut store, &keys, &record(1), [7, 8]).unwrap(), Some(7));
    let told: Vec<_> = heard.try_iter().collect();
    assert_eq!(told.len(), 4);
    assert!(told[0].ends_with("lost") && told[3].ends_with("away"), "{told:?}");
    // The answer of the first was lost, and it was not carried out twice.
    assert_eq!(claim_key(&mut store, &keys, &record(2), [7, 8]).unwrap(), Some(8));

    let (mut store, heard) = patient(4, Duration::ZERO);
    assert!(matches!(store.status(), Err(StoreError::Unavailable(_))));
    assert_eq!(heard.try_iter().count(), 0);
    // A time that is over is not waited for once more by the next call, until the store has answered.
    let (mut store, heard) = until(|| {
        let (mut store, heard) = patient(1000, Duration::from_millis(1));
        assert!(store.status().is_err());
        // A busy machine may take longer than that for one call.
        (heard.try_iter().count() > 0).then_some((store, heard))
    });
    assert!(store.status().is_err());
    assert_eq!(heard.try_iter().count(), 0);
    // Other errors are answers.
    let (mut store, _heard) = patient(4, Duration::from_secs(600));
    let nowhere = ids_reserve::Resource {
        namespace: ids_reserve::Namespace::new("nowhere").unwrap(),
        number: 0,
    };
    assert!(matches!(store.raise(&nowhere, 7), Err(StoreError::Invalid(_))));
}
