//! Keys that are made without asking, and checked with peers before they are used.

use crate::{
    Amount, Fingerprint, Holder, KeyOptions, Request, Resource, Store, StoreError, protocol,
};

/// Enters the first of these keys that no record has, and returns it. `None` if each is taken.
///
/// The keys may come from anywhere: a customer number, a counter of an office that was cut off, a
/// guess. The store has an entry for each key of the namespace, at most one. Entries stay for ever.
///
/// `record` stands for the record that wants a key: a [`Holder`] with a token of its own. After an
/// error call it again with the same record and the same keys. If the answer to an entry was lost,
/// the record has its key already, and gets that one.
///
/// A namespace has either such keys or blocks, [`KeyBlocks`](crate::KeyBlocks): a store refuses one
/// where the other was begun ([`StoreError::Layout`]). Of the options it takes the namespace, the
/// group and the last key: all programs of a namespace must agree on them.
///
/// Each key costs one request to the store, and more where keys are taken: use blocks unless the
/// key must be a certain number.
///
/// ```
/// use ids_core::SystemClock;
/// use ids_reserve::{Holder, KeyOptions, MemoryStore, claim_key};
/// let (orders, mut store) = (KeyOptions::new("orders")?, MemoryStore::new(SystemClock));
/// // `Holder::random` in a program.
/// let record = |number| Holder::new(number, "office 3");
/// assert_eq!(claim_key(&mut store, &orders, &record(1)?, 7..100)?, Some(7));
/// assert_eq!(claim_key(&mut store, &orders, &record(2)?, 7..100)?, Some(8));
/// // Again, because the answer was lost.
/// assert_eq!(claim_key(&mut store, &orders, &record(2)?, 7..100)?, Some(8));
/// assert_eq!(claim_key(&mut store, &orders, &record(3)?, [7, 8])?, None);
/// # Ok::<(), ids_reserve::StoreError>(())
/// ```
///
/// # Errors
/// [`StoreError::Invalid`] if a key is past the last one, or the options do not fit together;
/// [`StoreError::Layout`], [`StoreError::SecondName`]; others as the store says.
#[inline]
pub fn claim_key<S: Store>(
    store: &mut S,
    options: &KeyOptions,
    record: &Holder,
    keys: impl IntoIterator<Item = u64>,
) -> Result<Option<u64>, StoreError> {
    options.check()?;
    let (namespace, limit) = (&options.namespace, options.keys.end);
    let fingerprint = Fingerprint::of_claimed_keys(limit).with_group(options.group);
    let fingerprint = fingerprint.with_separate(options.separate);
    for key in keys {
        protocol::check("a key", key, 0..=limit - 1)?;
        // A resource of one unit: only the first request is granted it.
        let granted = store.grant(&Request {
            resource: &Resource { namespace: namespace.clone(), number: key },
            fingerprint: &fingerprint,
            holder: record,
            id: record.token(),
            previous: None,
            seen: 0,
            amount: Amount::Keys { count: 1, at_least: 0, limit: 1 },
        });
        match granted {
            Ok(_) => return Ok(Some(key)),
            Err(StoreError::Exhausted { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}
