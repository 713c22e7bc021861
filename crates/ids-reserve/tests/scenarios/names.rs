//! One name for one thing: a second one would make each identifier twice.

use ids_core::UnixTime;
use ids_reserve::{Fingerprint, Holder, KeyOptions, Options, Store, StoreError, SysRng, claim_key};
use ids_testkit::threads::at_once;
use luuid::Group;
use snowflake::{Discord, DynamicNode, Kind, Node, Twitter};

use super::{Asker, NEVER, Scenario, Subject, keys, kind, namespace, token};

pub const SCENARIOS: &[Scenario] = &[
    ("a second name for a group", a_second_name_for_a_group),
    ("two names with one checksum", two_names_with_one_checksum),
    ("a second name for a layout", a_second_name_for_a_layout),
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

fn a_second_name_for_a_layout(subject: &dyn Subject) {
    let now = Asker::of_keys(&namespace("now")).ask(&mut *subject.connect(), keys(1)).unwrap().at;
    let clock = UnixTime::from_micros(now);
    let claim = |options: Options, nodes| {
        let claimed =
            options.claim(subject.connect(), clock, SysRng, nodes, Node::<Twitter>::numbered);
        claimed.map(|(_, lease)| lease.number())
    };
    let (users, orders) = (namespace("users"), namespace("orders"));
    let of = |name: &str| Options { idle: NEVER, ..Options::new(name).unwrap() };
    assert_eq!(claim(of(users.as_str()), Node::<Twitter>::COUNT).unwrap(), 0);
    // Fewer nodes are some of the same.
    for nodes in [Node::<Twitter>::COUNT, 8] {
        let both = [orders.to_string(), users.to_string()];
        assert_eq!(refused(claim(of(orders.as_str()), nodes)), both);
    }
    assert_eq!(kind(claim(of(users.as_str()), 8)), "layout");
    let dynamic = |n| DynamicNode::numbered(Twitter::FLAVOUR, n);
    let (nodes, twitter) = (Twitter::FLAVOUR.nodes(), namespace("twitter"));
    let by_number = of(twitter.as_str()).claim(subject.connect(), clock, SysRng, nodes, dynamic);
    assert_eq!(refused(by_number.map(|_| ()))[1], users.to_string());
    let other = of(namespace("discord").as_str());
    let other = other.claim(
        subject.connect(),
        clock,
        SysRng,
        Node::<Discord>::COUNT,
        Node::<Discord>::numbered,
    );
    drop(other.unwrap());
    let apart = Options { separate: true, ..of(orders.as_str()) };
    assert_eq!(claim(apart, Node::<Twitter>::COUNT).unwrap(), 0);
    assert_eq!(claim(of(orders.as_str()), Node::<Twitter>::COUNT).unwrap(), 1);
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
