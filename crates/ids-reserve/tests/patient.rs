//! A store that is out of reach for a while.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::{ops::Range, time::Duration};
use std::sync::mpsc;

use ids_core::SystemClock;
use ids_reserve::{Holder, KeyOptions, MemoryStore, Patient, Store, StoreError, Token, claim_key};

/// Calls that fail, then those of a store. The first of them was carried out, but its answer was lost.
struct Flaky(MemoryStore, Range<u32>);

impl Flaky {
    fn call<T>(
        &mut self,
        call: impl FnOnce(&mut MemoryStore) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match self.1.next() {
            Some(0) => call(&mut self.0).and_then(|_| Err(StoreError::Unavailable("lost".into()))),
            Some(_) => Err(StoreError::Unavailable("away".into())),
            None => call(&mut self.0),
        }
    }
}

impl Store for Flaky {
    fn claim(
        &mut self,
        claim: &ids_reserve::Claim<'_>,
    ) -> Result<ids_reserve::Claimed, StoreError> {
        self.call(|store| store.claim(claim))
    }
    fn grant(
        &mut self,
        request: &ids_reserve::Request<'_>,
    ) -> Result<ids_reserve::Grant, StoreError> {
        self.call(|store| store.grant(request))
    }
    fn release(&mut self, release: &ids_reserve::Release<'_>) -> Result<(), StoreError> {
        self.call(|store| store.release(release))
    }
    fn raise(&mut self, resource: &ids_reserve::Resource, end: u64) -> Result<u64, StoreError> {
        self.call(|store| store.raise(resource, end))
    }
    fn status(&mut self) -> Result<ids_reserve::Status, StoreError> {
        self.call(Store::status)
    }
    fn spans(
        &mut self,
        resource: &ids_reserve::Resource,
    ) -> Result<Vec<ids_reserve::Span>, StoreError> {
        self.call(|store| store.spans(resource))
    }
}

#[test]
fn asks_again() {
    let record = |bits| Holder::new(Token::from_bits(bits), "").unwrap();
    let (keys, memory) = (KeyOptions::new("person").unwrap(), MemoryStore::new(SystemClock));
    let patient = |wait| {
        let (told, heard) = mpsc::channel();
        let tell = move |error: &StoreError| told.send(error.to_string()).unwrap();
        (Patient::new(Flaky(memory.clone(), 0..4), wait, tell), heard)
    };
    let (mut store, heard) = patient(Duration::from_secs(600));
    assert_eq!(claim_key(&mut store, &keys, &record(1), [7, 8]).unwrap(), Some(7));
    let told: Vec<_> = heard.try_iter().collect();
    assert_eq!(told.len(), 4);
    assert!(told[0].ends_with("lost") && told[3].ends_with("away"), "{told:?}");
    // The answer of the first was lost, and it was not carried out twice.
    assert_eq!(claim_key(&mut store, &keys, &record(2), [7, 8]).unwrap(), Some(8));

    let (mut store, heard) = patient(Duration::ZERO);
    assert!(matches!(store.status(), Err(StoreError::Unavailable(_))));
    assert_eq!(heard.try_iter().count(), 0);
    // A time that is over is not waited for once more by the next call, until the store has answered.
    let (told, heard) = mpsc::channel();
    let tell = move |error: &StoreError| told.send(error.to_string()).unwrap();
    let mut store = Patient::new(Flaky(memory.clone(), 0..1000), Duration::from_millis(1), tell);
    assert!(store.status().is_err());
    assert!(heard.try_iter().count() > 0);
    assert!(store.status().is_err());
    assert_eq!(heard.try_iter().count(), 0);
    // Other errors are answers.
    let (mut store, _heard) = patient(Duration::from_secs(600));
    let nowhere = ids_reserve::Resource {
        namespace: ids_reserve::Namespace::new("nowhere").unwrap(),
        number: 0,
    };
    assert!(matches!(store.raise(&nowhere, 7), Err(StoreError::Invalid(_))));
}
