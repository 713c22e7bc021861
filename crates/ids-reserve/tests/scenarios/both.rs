//! What is true of node numbers as of keys.

use core::time::Duration;

use ids_reserve::{Amount, Fingerprint, Resource, Store, StoreError};

use super::{
    Asker, NEVER, Scenario, Subject, disjoint, keys, kind, layout, namespace, time, token,
};

pub const SCENARIOS: &[Scenario] = &[
    ("a lost reply", a_lost_reply),
    ("a copy of a holder", a_copy_of_a_holder),
    ("another layout", another_layout),
    ("a store from an older copy", a_store_from_an_older_copy),
    ("another is faster on an older copy", another_is_faster_on_an_older_copy),
];

/// A holder, and how much it asks for at each of its steps, up to 5.
type Asking = (Asker, fn(u64) -> Amount);

/// One of the only node number of a namespace, and one of keys.
fn both(name: &str, store: &mut dyn Store) -> [Asking; 2] {
    let of_nodes = Asker::of_nodes(&namespace(name), 1);
    let mut both: [Asking; 2] =
        [(of_nodes, |step| time(10_000 * step)), (Asker::of_keys(&namespace(name)), |_| keys(10))];
    for (asker, amount) in &mut both {
        if let Amount::Time { .. } = amount(0) {
            asker.claim(store, 1, None, NEVER).unwrap();
        }
        asker.ask(store, amount(1)).unwrap();
    }
    both
}

/// Another holder of the same. It takes a number over.
fn another(of: &Asker, amount: Amount, store: &mut dyn Store) -> Asker {
    let namespace = &of.resource.namespace;
    let mut other = Asker { fingerprint: of.fingerprint.clone(), ..Asker::of_keys(namespace) };
    if let Amount::Time { .. } = amount {
        other.claim(store, 1, None, Duration::ZERO).unwrap();
    }
    other
}

fn a_lost_reply(subject: &dyn Subject) {
    let store = &mut *subject.connect();
    for (mut asker, amount) in both("reply", store) {
        let (id, before) = (token(), asker.clone());
        let granted = asker.ask_as(store, id, amount(2)).unwrap().range;
        // Of keys, another is faster than the retry.
        let faster = Asker::of_keys(&asker.resource.namespace).ask(store, keys(10));
        let end = faster.map_or(granted.end, |theirs| theirs.range.end);
        // The holder knows of nothing, and asks again, by another connection too.
        for _ in 0..2 {
            let mut retry = before.clone();
            let again = retry.ask_as(&mut *subject.connect(), id, amount(3)).unwrap();
            assert_eq!(again.range, granted);
            assert_eq!(asker.end(store), end, "the retry granted nothing");
        }
        // It goes on where it would have.
        let next = asker.ask(store, amount(4)).unwrap().range;
        assert!(end <= next.start);
        // A request that comes that late is not valid.
        assert_eq!(kind(before.clone().ask_as(store, id, amount(5))), "lost");
        assert_eq!(asker.end(store), next.end);
    }
}

fn a_copy_of_a_holder(subject: &dyn Subject) {
    let store = &mut *subject.connect();
    for (mut asker, amount) in both("copy", store) {
        let mut copy = asker.clone();
        let ours = asker.ask(store, amount(2)).unwrap().range;
        assert_eq!(kind(copy.ask(store, amount(3))), "lost");
        assert_eq!(asker.end(store), ours.end, "what is refused grants nothing");
        let more = asker.ask(store, amount(4)).unwrap().range;
        disjoint(vec![ours, more]);
    }
}

fn another_layout(subject: &dyn Subject) {
    let store = &mut *subject.connect();
    for (mut asker, amount) in both("layout", store) {
        let namespace = asker.resource.namespace.clone();
        for fingerprint in [layout(16), Fingerprint::of_keys(1..1 << 32)] {
            let own = asker.fingerprint.as_str();
            let mut other =
                Asker { fingerprint: fingerprint.clone(), ..Asker::of_keys(&namespace) };
            let mut changed = Asker { fingerprint, ..asker.clone() };
            for refused in [
                other.claim(store, 1, None, Duration::ZERO).map(drop),
                other.ask(store, amount(2)).map(drop),
                changed.ask(store, amount(2)).map(drop),
            ] {
                let Err(StoreError::Layout { stored, asked }) = refused else {
                    panic!("{refused:?}")
                };
                assert_eq!((&*stored, &*asked), (own, other.fingerprint.as_str()));
            }
        }
        assert_eq!(asker.end(store), asker.seen);
        asker.ask(store, amount(2)).unwrap();
    }
    let nowhere = Resource { namespace: namespace("nowhere"), number: 0 };
    assert_eq!(store.spans(&nowhere).unwrap(), []);
}

fn a_store_from_an_older_copy(subject: &dyn Subject) {
    let all = both("restored", &mut *subject.connect());
    let restore = subject.backup();
    let all = all.map(|(mut asker, amount)| {
        let first = asker.seen;
        asker.ask(&mut *subject.connect(), amount(2)).unwrap();
        (first, asker, amount)
    });
    restore();

    let store = &mut *subject.connect();
    for (first, mut asker, amount) in all {
        let refused = asker.ask(store, amount(3));
        let Err(StoreError::Restored { stored, seen }) = refused else { panic!("{refused:?}") };
        assert_eq!((stored, seen), (first, asker.seen));
        // The way out: the end is raised past all that was granted. The store still does not know what
        // it granted to this holder, so the holder begins again.
        store.raise(&asker.resource, seen).unwrap();
        assert_eq!(kind(asker.ask(store, amount(3))), "restored");
        let mut again = another(&asker, amount(0), store);
        assert!(again.ask(store, amount(4)).unwrap().range.start >= seen);
    }
}

fn another_is_faster_on_an_older_copy(subject: &dyn Subject) {
    let all = both("restored-faster", &mut *subject.connect());
    let restore = subject.backup();
    let all = all.map(|(mut one, amount)| {
        let ours = one.ask(&mut *subject.connect(), amount(2)).unwrap().range;
        (one, amount, ours)
    });
    restore();

    // The copy grants what it has forgotten: the end is past all that the first holder has seen.
    let store = &mut *subject.connect();
    for (mut one, amount, ours) in all {
        let mut two = another(&one, amount(0), store);
        let more = |step| match amount(step) {
            Amount::Keys { .. } => keys(100),
            time @ Amount::Time { .. } => time,
        };
        let theirs = two.ask(store, more(3)).unwrap().range;
        assert!(theirs.start < ours.end, "granted twice");
        let refused = one.ask(store, amount(4));
        let Err(StoreError::Restored { stored, seen }) = refused else { panic!("{refused:?}") };
        assert_eq!((stored, seen), (theirs.end, ours.end));
        // The store knows all of the second holder.
        assert!(two.ask(store, amount(4)).unwrap().range.start >= theirs.end);
    }
}
