//! Records that are not stored: the way back.

use std::collections::BTreeMap;

use evently_ledger::{AppendError, Chain, EventId, NewEvent, Profile, UnixTime, Verifier, records};
use proptest::{collection::vec, option, prelude::*};

use crate::{GENESIS, NOW};

const EVENTS: [&[u8]; 2] = [
    br#"{"event":"e","entities":{},"meta":{},"data":1}"#,
    br#"{"event":"e","entities":{},"meta":{},"data":2}"#,
];

/// Keys that stand in a record as they are, and with escapes.
const KEYS: [&str; 4] = ["a", "é", "a\nb", "key \\u0041 \""];

/// A chain, and its ledger with the first event.
fn begun() -> (Chain, Vec<u8>) {
    let mut ledger = Vec::new();
    let chain = Chain::begin(&NOW, GENESIS, &mut ledger).unwrap();
    ledger.push(b'\n');
    (chain, ledger)
}

fn verified(ledger: &[u8]) -> Result<u64, (u64, &'static str)> {
    let verified = Verifier::from_genesis(None).verify_lines(ledger);
    verified.map_err(|failure| (failure.index, failure.fault.kind()))
}

/// What is appended before it is stored: with which key, which event.
type Batch = Vec<(Option<u8>, usize)>;

proptest! {
    /// Of each batch the first records are stored, and the others are taken back: their keys are free again, those of stored
    /// events stay, and the ledger is valid. The clock stands still, goes on, and is set back. Now and then another process
    /// goes on, which has read the ledger.
    #[test]
    fn what_is_not_stored_is_taken_back(
        steps in vec((0..3_u64, vec((option::of(0..4_u8), 0..2_usize), 0..5), 0..6_usize, any::<bool>()), 1..12),
    ) {
        let (mut chain, mut ledger) = begun();
        let mut owners: BTreeMap<u8, (usize, EventId)> = BTreeMap::new();
        let mut head = chain.head();
        let steps: Vec<(u64, Batch, usize, bool)> = steps;
        for (hours, batch, stored, is_opened_again) in steps {
            let now = UnixTime::from_secs(hours * 3600 + 1_633_278_732);
            let (mut appended, mut kept) = (Vec::new(), owners.clone());
            for (key, event) in batch {
                let mut record = Vec::new();
                let new = NewEvent::new(EVENTS[event]);
                let new = key.map_or(new, |key| new.with_key(KEYS[usize::from(key)]));
                let id = chain.append(&now, new, &mut record);
                if let Some((own, owner)) = key.and_then(|key| kept.get(&key)) {
                    let same = if *own == event { Ok(*owner) } else { Err(AppendError::KeyConflict { event: *owner }) };
                    prop_assert_eq!((id, record.is_empty()), (same, true));
                } else {
                    let id = id.unwrap();
                    kept.extend(key.map(|key| (key, (event, id))));
                    appended.push((id, record));
                }
            }
            appended.truncate(stored);
            for (id, record) in appended {
                head = id;
                ledger.extend(record);
                ledger.push(b'\n');
            }
            chain.back_to(head);
            kept.retain(|_, (_, id)| *id <= head);
            owners = kept;
            prop_assert_eq!(chain.head(), head);
            prop_assert_eq!(verified(&ledger), Ok(records(&ledger).count() as u64));
            if is_opened_again {
                chain = Chain::resume(Profile::Doc5, head);
                for (_, record) in records(&ledger) {
                    chain.restore(record).unwrap();
                }
            }
        }
    }
}

/// Without it the next event follows one that is nowhere.
#[test]
fn without_going_back() {
    let (mut chain, mut ledger) = begun();
    chain.append(&NOW, EVENTS[0], &mut Vec::new()).unwrap();
    chain.append(&NOW, EVENTS[1], &mut ledger).unwrap();
    assert_eq!(verified(&ledger), Err((1, "mismatch")));
}
