//! One name for one thing: a second one would make each identifier twice.

use ids_reserve::{Fingerprint, Holder, KeyOptions, Store, StoreError, claim_key};
use ids_testkit::threads::at_once;
use luuid::Group;

use super::{Asker, Scenario, Subject, keys, kind, namespace, token};

pub const SCENARIOS: &[Scenario] = &[
    ("a second name for a group", a_second_name_for_a_group),
    ("two names with one checksum", two_names_with_one_checksum),
    ("many begin second names at once", many_begin_second_names_at_once),
];

/// The names of the namespaces that have something.
fn names(store: &mut dyn Store) -> Vec<String> {
    let resources = store.status().unwrap();
    resources.iter().map(|row| row.resource.namespace.to_string()).collect()
}

/// The two names in a refusal: what was asked for, and what the store has.
fn refused<T: core::fmt::Debug>(answer: Result<T, StoreError>) -> [String; 2] {
    match answer {
        Err(error @ StoreError::SecondName { .. }) => {
            let said = error.to_string();
            let StoreError::SecondName { asked, known, subject } = error else { unreachable!() };
            for part in [&asked, &known, &subject, "separate"] {
                assert!(said.contains(part), "{said}");
            }
            [asked.into(), known.into()]
        }
        other => panic!("{other:?}"),
    }
}

/// Blocks of a group's keys, under a name.
fn blocks(name: &str, group: Group, last: u64) -> Asker {
    let fingerprint = Fingerprint::of_keys(1..last + 1).with_group(group);
    Asker { fingerprint, ..Asker::of_keys(&namespace(name)) }
}

fn a_second_name_for_a_group(subject: &dyn Subject) {
    const LAST: u64 = (1 << 48) - 1;
    let (group, mut store) = (const { Group::constant(0x001) }, subject.connect());
    let mut first = blocks("person", group, LAST);
    assert_eq!(first.ask(&mut *store, keys(10)).unwrap().range, 1..11);
    let known = first.resource.namespace.to_string();

    // Another number of keys, and keys that peers check, are of the same group.
    for last in [LAST, 1 << 20] {
        let mut second = blocks("luuid-001", group, last);
        let both = [second.resource.namespace.to_string(), known.clone()];
        assert_eq!(refused(second.ask(&mut *store, keys(10))), both);
    }
    let peers = KeyOptions { group, ..KeyOptions::new(namespace("peers").as_str()).unwrap() };
    let record = Holder::new(token(), "a test").unwrap();
    assert_eq!(refused(claim_key(&mut store, &peers, &record, [7]))[1], known);
    let all = names(&mut *store);
    assert!(!all.iter().any(|name| name.starts_with("luuid-001")), "nothing is written: {all:?}");
    assert_eq!(first.ask(&mut *store, keys(10)).unwrap().range, 11..21);

    // It is meant: said once.
    let mut other = blocks("apart", group, LAST);
    let alike = other.fingerprint.clone();
    other.fingerprint = alike.clone().with_separate(true);
    assert_eq!(other.ask(&mut *store, keys(10)).unwrap().range, 1..11);
    other.fingerprint = alike;
    assert_eq!(other.ask(&mut *store, keys(10)).unwrap().range, 11..21);
    let third = blocks("third", group, LAST).ask(&mut *store, keys(10));
    let there = [known, other.resource.namespace.to_string()];
    assert!(there.contains(&refused(third)[1]), "one of the two that there are");
    let mut else_where = blocks("elsewhere", const { Group::constant(0x002) }, LAST);
    assert_eq!(else_where.ask(&mut *store, keys(10)).unwrap().range, 1..11);
}

/// The pair of the README of `luuid-ids`.
fn two_names_with_one_checksum(subject: &dyn Subject) {
    let mut store = subject.connect();
    let [file, team] = ["com.example.billing.File", "com.example.crm.Team"];
    let claim = |store: &mut Box<dyn Store + Send>, options: &KeyOptions| {
        claim_key(store, options, &Holder::new(token(), "a test").unwrap(), [7])
    };
    let of = |name| KeyOptions::new(name).unwrap();
    assert_eq!(claim(&mut store, &of(file)).unwrap(), Some(7));
    assert_eq!(refused(claim(&mut store, &of(team))), [team, file]);
    assert_eq!(claim(&mut store, &KeyOptions { separate: true, ..of(team) }).unwrap(), Some(7));
    assert_eq!(claim(&mut store, &of(team)).unwrap(), None);
}

fn many_begin_second_names_at_once(subject: &dyn Subject) {
    const MANY: usize = 8;
    let group = const { Group::constant(0x003) };
    let said = at_once(MANY, |_| {
        kind(blocks("at-once", group, 1 << 20).ask(&mut *subject.connect(), keys(10)))
    });
    let refused = said.iter().filter(|kind| **kind == "second_name").count();
    assert_eq!(refused, MANY - 1, "one of them begins: {said:?}");
}
