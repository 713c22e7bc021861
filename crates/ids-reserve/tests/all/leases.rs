//! Leases: claims, generators and their keepers.

use core::time::Duration;
use std::{collections::HashSet, thread};

use chacha20::{ChaCha12Rng, rand_core::SeedableRng};
use ids_core::{Clock, GenerateError, Limits, ManualClock};
use ids_reserve::{
    Lease, MemoryStore, NodeKeeper, Options, Store, StoreError, number_from_env, number_of_name,
};
use ids_testkit::threads::at_once;
use siq::{DomainHash, Qualifier};
use snowflake::{Node, Twitter};

use crate::{START, holders};

const SECOND: Duration = Duration::from_secs(1);
const MILLI: Duration = Duration::from_millis(1);

fn rng(seed: u64) -> ChaCha12Rng {
    ChaCha12Rng::seed_from_u64(seed)
}

type Claimed<C> = (NodeKeeper<MemoryStore<C>, C, ChaCha12Rng>, Lease<C, Node<Twitter>>);

/// A node of Twitter's, by the clock of the store.
fn twitter<C: Clock + Copy>(store: &MemoryStore<C>, clock: C, seed: u64) -> Claimed<C> {
    claim(&Options::new("twitter").unwrap(), store, clock, seed, Node::<Twitter>::COUNT).unwrap()
}

fn claim<C: Clock + Copy>(
    options: &Options,
    store: &MemoryStore<C>,
    clock: C,
    seed: u64,
    nodes: u64,
) -> Result<Claimed<C>, StoreError> {
    options.claim(store.clone(), clock, rng(seed), nodes, Node::numbered)
}

#[test]
fn a_generator_stays_inside_its_grant() {
    let time = ManualClock::new(START);
    let store = MemoryStore::new(&time);
    let (mut keeper, lease) = twitter(&store, &time, 1);
    assert_eq!((lease.number(), keeper.number()), (0, 0));
    let mut generator = lease.generator();
    let first = generator.generate().unwrap();
    assert_eq!(first.time(), START);
    // The last tick of ten seconds, and the one after it.
    time.advance(9_999 * MILLI);
    assert_eq!(generator.reserve(4096).unwrap().count(), 4096);
    time.advance(MILLI);
    assert_eq!(generator.generate(), Err(GenerateError::Spent));
    assert_eq!(generator.fill(&mut [first; 8]), Err(GenerateError::Spent));
    // The keeper has been asleep.
    let pause = keeper.extend().unwrap();
    assert_eq!(pause, 5 * SECOND);
    assert!(generator.generate().unwrap() > first);
    // In time.
    time.advance(5 * SECOND);
    keeper.extend().unwrap();
    time.advance(9_999 * MILLI);
    generator.generate().unwrap();
}

#[test]
fn two_processes_never_meet() {
    let time = ManualClock::new(START);
    let store = MemoryStore::new(&time);
    // Fast by 40 s, and slow by 3 s.
    let fast = ManualClock::new(START + 40 * SECOND);
    let slow = ManualClock::new(START.saturating_sub(3 * SECOND));
    let any = Options::new("one").unwrap();
    let wanted = Options { wanted: Some(0), idle: Duration::ZERO, ..any };
    let (mut keeper, lease) = claim(&wanted, &store, &fast, 1, 1).unwrap();
    let mut generator = lease.generator();
    let early = generator.generate().unwrap();
    assert_eq!(early.time(), START + 40 * SECOND, "as far as its clock");

    // The other takes over. What the first one has stays its own, and reaches at most 60 s ahead.
    let (mut other_keeper, other) = claim(&wanted, &store, &slow, 2, 1).unwrap();
    let mut other = other.generator();
    assert_eq!(other.generate(), Err(GenerateError::Spent), "all of it is the first one's");
    assert!(matches!(keeper.extend(), Err(StoreError::Lost)));
    assert_eq!(generator.generate(), Err(GenerateError::Spent), "it learns that, and ends");
    time.advance(45 * SECOND);
    slow.advance(45 * SECOND);
    other_keeper.extend().unwrap();
    let until = START + 50 * SECOND;
    assert_eq!(other.generate(), Err(GenerateError::Wait { until }));
    slow.advance(8 * SECOND);
    assert!(other.generate().unwrap() > early);
}

/// A counter for each qualifier, all inside one grant.
#[test]
fn several_sequences_share_a_grant() {
    let time = ManualClock::new(START);
    let domain = DomainHash::from_name("example.com").unwrap();
    let (mut keeper, lease) = Options::new("siq")
        .unwrap()
        .claim(MemoryStore::new(&time), &time, rng(4), siq::Node::COUNT, |number| {
            siq::Node::numbered(domain, number, Qualifier::Message)
        })
        .unwrap();
    let (clock, node, counter) = lease.into_parts();
    let mut generator =
        siq::Generator::with_counters(clock, domain, node.shard(), |_| counter.sibling());
    let mut seen = HashSet::new();
    for round in 0..3 {
        for qualifier in Qualifier::ALL {
            assert!(seen.insert(generator.generate(*qualifier).unwrap()), "round {round}");
        }
        time.advance(9 * SECOND);
        keeper.extend().unwrap();
    }
    time.advance(10 * SECOND);
    for qualifier in Qualifier::ALL {
        assert_eq!(generator.generate(*qualifier), Err(GenerateError::Spent));
    }
}

#[test]
fn threads_share_a_lease() {
    let store = MemoryStore::new(START);
    let (_keeper, lease) = twitter(&store, START, 1);
    let ahead = Limits::ahead(Duration::from_secs(5));
    let each = |_| {
        let mut handle = lease.handle().with_limits(ahead);
        (0..5_000).map(|_| handle.generate().unwrap()).collect::<Vec<_>>()
    };
    let mut ids = at_once(4, each).concat();
    // An owner after them goes on where they are.
    ids.push(lease.generator().with_limits(ahead).generate().unwrap());
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), 20_001);
}

#[test]
fn a_keeper_runs_until_it_is_told_to_stop() {
    let store = MemoryStore::new(START);
    let (mut keeper, lease) = twitter(&store, START, 1);
    let (stop, mut generator) = (keeper.stop(), lease.generator());
    thread::scope(|scope| {
        let running = scope.spawn(|| keeper.run(|_| ()));
        generator.generate().unwrap();
        stop();
        running.join().unwrap().unwrap();
    });
    assert_eq!(holders(&store), 0, "the number was given back");
    assert_eq!(generator.generate(), Err(GenerateError::Spent));
    // Or until the generator is gone.
    let (mut keeper, lease) = twitter(&store, START, 2);
    assert_eq!(holders(&store), 1);
    drop(lease);
    keeper.run(|_| ()).unwrap();
    assert_eq!(holders(&store), 0);
    // Or until the number is another's.
    let (mut keeper, _lease) = twitter(&store, START, 3);
    keeper.release().unwrap();
    assert!(matches!(keeper.run(|_| ()), Err(StoreError::Lost)));
}

#[test]
fn options_that_cannot_work() {
    let (ms, secs) = (Duration::from_millis, Duration::from_secs);
    let plain = || Options::new("options").unwrap();
    for (options, said) in [
        (Options { segment: ms(1), ..plain() }, "two ticks of the format, of 1ms, not 1ms"),
        (Options { segment: secs(61), ..plain() }, "the bound for it, 60s, not 61s"),
        (Options { idle: secs(59), ..plain() }, "the reach of a grant, 60s, not 59s"),
        (Options { label: "two\nlines".into(), ..plain() }, "no control character"),
        (Options { wanted: Some(5000), ..plain() }, "the wanted number is 0 to 1023, not 5000"),
        (Options { segment: ms(2), ..plain() }, "fine"),
        (Options { idle: secs(0), wanted: Some(1023), ..plain() }, "fine"),
    ] {
        let store = MemoryStore::new(START);
        let claimed = claim(&options, &store, START, 1, Node::<Twitter>::COUNT);
        let text = claimed.map_or_else(|error| error.to_string(), |_| "fine".to_owned());
        assert!(text.ends_with(said), "{options:?}: {text}");
    }
    // A format with fewer nodes than it was said to have. The number is given back.
    let mut store = MemoryStore::new(START);
    let options = Options { wanted: Some(1024), ..plain() };
    let claimed = claim(&options, &store, START, 1, 2048);
    assert_eq!(claimed.unwrap_err().kind(), "node");
    assert_eq!(store.status().unwrap()[0].holders, []);
    assert!(Options::new("").is_err());
    assert!(Options::new(&"x".repeat(101)).is_err());
}

#[test]
fn numbers_of_names() {
    let no_number = "the node number is not a decimal number";
    let no_ordinal = "the name does not end with a hyphen and a number, as users-37 does";
    for (name, expected) in [
        ("users-37", Ok(37)),
        ("a-b-0", Ok(0)),
        ("users-18446744073709551615", Ok(u64::MAX)),
        ("users-18446744073709551616", Err("the node number does not fit 64 bits")),
        ("users-037", Err("the node number has a leading zero")),
        ("users-00", Err("the node number has a leading zero")),
        ("users-", Err(no_number)),
        ("users-+3", Err(no_number)),
        ("users-3 ", Err(no_number)),
        ("users-\u{0663}", Err(no_number)),
        ("users", Err(no_ordinal)),
        ("-3", Err(no_ordinal)),
        ("37", Err(no_ordinal)),
        ("", Err(no_ordinal)),
    ] {
        let found = number_of_name(name).map_err(|error| error.to_string());
        assert_eq!(found, expected.map_err(str::to_owned), "{name}");
    }
    let number = |variable| number_from_env(variable).map_err(|error| error.to_string());
    let not_set = "the variable IDS_RESERVE_NO_SUCH: it is not set";
    assert_eq!(number("IDS_RESERVE_NO_SUCH"), Err(not_set.to_owned()));
    // Set by cargo for every test.
    assert_eq!(number("CARGO_PKG_VERSION_MAJOR"), Ok(0));
    let version = format!("the variable CARGO_PKG_VERSION: {no_number}");
    assert_eq!(number("CARGO_PKG_VERSION"), Err(version));
}
