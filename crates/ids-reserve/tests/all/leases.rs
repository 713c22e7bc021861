//! Leases: claims, generators of every counting format, and their keepers.

use core::time::Duration;
use std::{collections::HashSet, thread};

use chacha20::{ChaCha12Rng, rand_core::SeedableRng};
use ids_core::{GenerateError, Policy, UnixTime};
use ids_reserve::{
    Lease, MemoryStore, NodeKeeper, Options, Store, StoreError, number_from_env, number_of_name,
};
use ids_testkit::threads::at_once;
use siq::{DomainHash, Qualifier};
use snowflake::{Node, Twitter};

use crate::{Moved, START};

fn rng(seed: u64) -> ChaCha12Rng {
    ChaCha12Rng::seed_from_u64(seed)
}

type Keeper = NodeKeeper<MemoryStore<Moved>, Moved, ChaCha12Rng>;
type Twitters = Lease<Moved, Node<Twitter>>;

/// A node of Twitter's, over a store and with a clock of its own.
fn twitter(store: &MemoryStore<Moved>, clock: &Moved, seed: u64) -> (Keeper, Twitters) {
    claim(&Options::new("twitter").unwrap(), store, clock, seed, Node::<Twitter>::COUNT).unwrap()
}

fn claim(
    options: &Options,
    store: &MemoryStore<Moved>,
    clock: &Moved,
    seed: u64,
    nodes: u64,
) -> Result<(Keeper, Twitters), StoreError> {
    options.claim(store.clone(), clock.clone(), rng(seed), nodes, Node::numbered)
}

#[test]
fn a_generator_stays_inside_its_grant() {
    let time = Moved::new();
    let store = MemoryStore::new(time.clone());
    let (mut keeper, lease) = twitter(&store, &time, 1);
    assert_eq!((lease.number(), keeper.number()), (0, 0));
    let mut generator = lease.generator();
    let first = generator.generate().unwrap();
    assert_eq!(first.time(), UnixTime::from_micros(START));
    // The last tick of ten seconds, and the one after it.
    time.step(9_999);
    assert_eq!(generator.reserve(4096).unwrap().count(), 4096);
    time.step(1);
    assert_eq!(generator.generate(), Err(GenerateError::Spent));
    assert_eq!(generator.fill(&mut [first; 8]), Err(GenerateError::Spent));
    // The keeper has been asleep.
    let pause = keeper.extend().unwrap();
    assert_eq!(pause, Duration::from_secs(5));
    assert!(generator.generate().unwrap() > first);
    // In time.
    time.step(5_000);
    keeper.extend().unwrap();
    time.step(9_999);
    generator.generate().unwrap();
}

#[test]
fn two_processes_never_meet() {
    let time = Moved::new();
    let store = MemoryStore::new(time.clone());
    // Fast by 40 s, and slow by 3 s.
    let (fast, slow) = (Moved::new(), Moved::new());
    fast.set(START + 40_000_000);
    slow.set(START - 3_000_000);
    let wanted = Options::new("one").unwrap().with_wanted(0).with_idle(Duration::ZERO);
    let claim = |clock: &Moved, seed| {
        wanted
            .claim(store.clone(), clock.clone(), rng(seed), 1, |_| Node::<Twitter>::numbered(7))
            .unwrap()
    };
    let (mut keeper, lease) = claim(&fast, 1);
    let mut generator = lease.generator();
    let early = generator.generate().unwrap();
    assert_eq!(early.time(), UnixTime::from_micros(START + 40_000_000), "as far as its clock");

    // The other takes over. What the first one has stays its own, and reaches at most 60 s ahead.
    let (mut other_keeper, other) = claim(&slow, 2);
    let mut other = other.generator();
    assert_eq!(other.generate(), Err(GenerateError::Spent), "all of it is the first one's");
    assert!(matches!(keeper.extend(), Err(StoreError::Lost)));
    assert_eq!(generator.generate(), Err(GenerateError::Spent), "it learns that, and ends");
    time.step(45_000);
    slow.step(45_000);
    other_keeper.extend().unwrap();
    let until = UnixTime::from_micros(START + 50_000_000);
    assert_eq!(other.generate(), Err(GenerateError::Wait { until }));
    slow.step(8_000);
    assert!(other.generate().unwrap() > early);
}

/// A counter for each qualifier, all inside one grant.
#[test]
fn several_sequences_share_a_grant() {
    let time = Moved::new();
    let domain = DomainHash::from_name("example.com").unwrap();
    let (mut keeper, lease) = Options::new("siq")
        .unwrap()
        .claim(MemoryStore::new(time.clone()), time.clone(), rng(4), siq::Node::COUNT, |number| {
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
        time.step(9_000);
        keeper.extend().unwrap();
    }
    time.step(10_000);
    for qualifier in Qualifier::ALL {
        assert_eq!(generator.generate(*qualifier), Err(GenerateError::Spent));
    }
}

#[test]
fn threads_share_a_lease() {
    let time = Moved::new();
    let store = MemoryStore::new(time.clone());
    let (_keeper, lease) = twitter(&store, &time, 1);
    let ahead = Policy::Borrow { max_ahead: Duration::from_secs(5) };
    let each = |_| {
        let mut handle = lease.handle().with_policy(ahead);
        (0..5_000).map(|_| handle.generate().unwrap()).collect::<Vec<_>>()
    };
    let mut ids = at_once(4, each).concat();
    // An owner after them goes on where they are.
    ids.push(lease.generator().with_policy(ahead).generate().unwrap());
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), 20_001);
}

#[test]
fn a_keeper_runs_until_it_is_told_to_stop() {
    let time = Moved::new();
    let store = MemoryStore::new(time.clone());
    let (mut keeper, lease) = twitter(&store, &time, 1);
    let (stop, mut generator) = (keeper.stop(), lease.generator());
    let holders = || {
        let resources = store.clone().status().unwrap();
        resources.iter().map(|resource| resource.holders.len()).sum::<usize>()
    };
    thread::scope(|scope| {
        let running = scope.spawn(|| keeper.run());
        generator.generate().unwrap();
        stop();
        running.join().unwrap().unwrap();
    });
    assert_eq!(holders(), 0, "the number was given back");
    assert_eq!(generator.generate(), Err(GenerateError::Spent));
    // Or until the generator is gone.
    let (mut keeper, lease) = twitter(&store, &time, 2);
    assert_eq!(holders(), 1);
    drop(lease);
    keeper.run().unwrap();
    assert_eq!(holders(), 0);
    // Or until the number is another's.
    let (mut keeper, _lease) = twitter(&store, &time, 3);
    keeper.release().unwrap();
    assert!(matches!(keeper.run(), Err(StoreError::Lost)));
}

#[test]
fn options_that_cannot_work() {
    let time = Moved::new();
    let (ms, secs) = (Duration::from_millis, Duration::from_secs);
    let plain = || Options::new("options").unwrap();
    for (options, kind) in [
        (plain().with_segment(ms(1)), "invalid"),
        (plain().with_segment(secs(61)), "invalid"),
        (plain().with_idle(secs(59)), "invalid"),
        (plain().with_label("two\nlines"), "invalid"),
        (plain().with_wanted(1024), "invalid"),
        (plain().with_segment(ms(2)), "fine"),
        (plain().with_idle(secs(0)).with_wanted(1023), "fine"),
    ] {
        let store = MemoryStore::new(time.clone());
        let claimed = claim(&options, &store, &time, 1, Node::<Twitter>::COUNT);
        assert_eq!(claimed.map_or_else(|error| error.kind(), |_| "fine"), kind, "{options:?}");
    }
    // A format with fewer nodes than it was said to have. The number is given back.
    let mut store = MemoryStore::new(time.clone());
    let options = plain().with_wanted(1024);
    let claimed = claim(&options, &store, &time, 1, 2048);
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
    let not_set = "the variable with the node number is not set";
    assert_eq!(number("IDS_RESERVE_NO_SUCH"), Err(not_set.to_owned()));
    // Set by cargo for every test.
    assert_eq!(number("CARGO_PKG_VERSION_MAJOR"), Ok(0));
    assert_eq!(number("CARGO_PKG_VERSION"), Err(no_number.to_owned()));
}
