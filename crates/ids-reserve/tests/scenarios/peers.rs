//! Keys that are made without asking, and checked with peers.

use std::collections::BTreeSet;

use ids_reserve::{Holder, KeyOptions, Namespace, StoreError, claim_key};
use ids_testkit::threads::at_once;

use super::{Asker, Scenario, Subject, keys, kind, namespace, token};

pub const SCENARIOS: &[Scenario] = &[
    ("a key that peers check", a_key_that_peers_check),
    ("claimed keys and blocks do not mix", claimed_keys_and_blocks_do_not_mix),
    ("many claim the same keys at once", many_claim_the_same_keys_at_once),
];

const LIMIT: u64 = 1 << 48;

/// The keys of a namespace. Names of scenarios may have one checksum.
fn of(namespace: &Namespace) -> KeyOptions {
    KeyOptions { separate: true, ..KeyOptions::new(namespace.as_str()).unwrap() }
}

fn record() -> Holder {
    Holder::new(token(), "a test").unwrap()
}

fn a_key_that_peers_check(subject: &dyn Subject) {
    let (namespace, mut store) = (namespace("checked"), subject.connect());
    let [one, two, three] = [(); 3].map(|()| record());
    let mut claim = |record: &Holder, keys: &[u64]| {
        claim_key(&mut store, &of(&namespace), record, keys.iter().copied())
    };
    assert_eq!(claim(&one, &[7, 8]).unwrap(), Some(7));
    assert_eq!(claim(&two, &[7, 8]).unwrap(), Some(8));
    // Again, after a lost answer.
    assert_eq!(claim(&one, &[7, 8]).unwrap(), Some(7));
    assert_eq!(claim(&two, &[7, 8]).unwrap(), Some(8));
    assert_eq!(claim(&three, &[7, 8]).unwrap(), None);
    assert_eq!(claim(&three, &[]).unwrap(), None);
    assert_eq!(claim(&three, &[0, LIMIT - 1]).unwrap(), Some(0));
    let wide = claim(&record(), &[LIMIT]);
    let Err(StoreError::Invalid(text)) = wide else { panic!("{wide:?}") };
    assert_eq!(*text, format!("a key is 0 to {}, not {LIMIT}", LIMIT - 1));
}

fn claimed_keys_and_blocks_do_not_mix(subject: &dyn Subject) {
    let (blocks, claimed) = (namespace("blocks-first"), namespace("claimed-first"));
    let mut store = subject.connect();
    Asker::of_keys(&blocks).ask(&mut *store, keys(10)).unwrap();
    assert_eq!(kind(claim_key(&mut store, &of(&blocks), &record(), [7])), "layout");
    assert_eq!(claim_key(&mut store, &of(&claimed), &record(), [7]).unwrap(), Some(7));
    assert_eq!(kind(Asker::of_keys(&claimed).ask(&mut *store, keys(10))), "layout");
    let rows = [(claimed, 1..1 << 32, "layout"), (namespace("no-limit"), 1..1 << 63, "invalid")];
    for (namespace, keys, refused) in rows {
        let options = KeyOptions { keys, ..of(&namespace) };
        assert_eq!(kind(claim_key(&mut store, &options, &record(), [8])), refused);
    }
}

fn many_claim_the_same_keys_at_once(subject: &dyn Subject) {
    const MANY: usize = 8;
    const EACH: usize = 5;
    let namespace = namespace("checked-race");
    let taken = at_once(MANY, |_| {
        let mut store = subject.connect();
        let claim = |_| claim_key(&mut store, &of(&namespace), &record(), 1..).unwrap().unwrap();
        (0..EACH).map(claim).collect::<Vec<_>>()
    })
    .concat();
    let keys: BTreeSet<_> = taken.iter().copied().collect();
    assert_eq!(keys.len(), MANY * EACH, "a key twice: {taken:?}");
    assert_eq!(keys.last(), Some(&((MANY * EACH) as u64)), "none was skipped");
}
