//! Fingerprints: two programs share a namespace only if they put their identifiers together alike.
#![cfg(not(loom))]

use core::error::Error;

use chacha20::{ChaCha12Rng, rand_core::SeedableRng};
use ids_core::{UnixTime, format::Scheme};
use ids_reserve::{MemoryStore, Options, StoreError};
use kuid::{Drift, DynamicNode as KuidNode, RangeError};
use siq::{DomainHash, Qualifier};
use snowflake::{Discord, DynamicNode, Field, Flavour, Kind, Layout, Node, Ticks, Tid};

const NOW: UnixTime = UnixTime::from_secs(1_735_689_600);

/// A namespace, and what became of each claim in it.
struct Namespace {
    store: MemoryStore<UnixTime>,
    claims: u64,
}

impl Namespace {
    fn new() -> Self {
        Self { store: MemoryStore::new(NOW), claims: 0 }
    }

    fn claim<N: Scheme<Id: Into<u128>>, E: Error + Send + Sync + 'static>(
        &mut self,
        nodes: u64,
        node: impl Fn(u64) -> Result<N, E>,
    ) -> &'static str {
        self.claims += 1;
        let rng = ChaCha12Rng::seed_from_u64(self.claims);
        let claimed =
            Options::new("shared").unwrap().claim(self.store.clone(), NOW, rng, nodes, node);
        claimed.map_or_else(|error| error.kind(), |_| "fine")
    }
}

/// Milliseconds, and eight bits each of a node and of a number inside a millisecond.
const fn own(layout: Layout) -> Flavour {
    Flavour::new(layout, Ticks::per_second(UnixTime::EPOCH, 1000), "time", Some("sequence"))
}

/// The node above the sequence, and below it.
const ABOVE: Flavour = own(Layout::new(
    "above",
    64,
    &[Field::new("time", 63, 16), Field::new("node", 15, 8), Field::new("sequence", 7, 0)],
));
const BELOW: Flavour = own(Layout::new(
    "below",
    64,
    &[Field::new("time", 63, 16), Field::new("sequence", 15, 8), Field::new("node", 7, 0)],
));

#[test]
fn layouts_that_would_repeat_each_other() {
    // The same ticks, bits and number of nodes, and the same identifier from two nodes.
    let id = |flavour, number, sequence| {
        DynamicNode::numbered(flavour, number).unwrap().id(1_735_689_600_000_u64 << 8 | sequence)
    };
    assert_eq!(id(ABOVE, 3, 5), id(BELOW, 5, 3));
    let mut namespace = Namespace::new();
    let claim = |namespace: &mut Namespace, flavour: Flavour| {
        namespace.claim(flavour.nodes(), |number| DynamicNode::numbered(flavour, number))
    };
    assert_eq!(claim(&mut namespace, ABOVE), "fine");
    assert_eq!(claim(&mut namespace, BELOW), "layout");
    assert_eq!(claim(&mut namespace, ABOVE), "fine");

    // The drift of KUID is not in the identifier.
    let mut namespace = Namespace::new();
    let claim =
        |namespace: &mut Namespace, drift| namespace.claim(1 << 32, |number| kuid(number, drift));
    assert_eq!(claim(&mut namespace, Drift::MIN), "fine");
    assert_eq!(claim(&mut namespace, Drift::DEFAULT), "layout");
    assert_eq!(claim(&mut namespace, Drift::MIN), "fine");

    let (one, two) = (DomainHash::from_name("one.example").unwrap(), DomainHash::DEVELOPMENT);
    let mut namespace = Namespace::new();
    let claim = |namespace: &mut Namespace, domain| {
        namespace.claim(siq::Node::COUNT, |n| siq::Node::numbered(domain, n, Qualifier::User))
    };
    assert_eq!(claim(&mut namespace, one), "fine");
    assert_eq!(claim(&mut namespace, two), "layout");
    assert_eq!(claim(&mut namespace, one), "fine");
}

/// The node of this number with any drift.
fn kuid(number: u64, drift: Drift) -> Result<KuidNode, RangeError> {
    let node = kuid::Node::<8>::numbered(number)?;
    Ok(KuidNode::new(node.node_id(), drift))
}

#[test]
fn one_drift_by_two_ways() {
    let mut namespace = Namespace::new();
    assert_eq!(namespace.claim(1 << 32, kuid::Node::<5>::numbered), "fine");
    assert_eq!(namespace.claim(1 << 32, |number| kuid(number, Drift::MIN)), "fine");
    assert_eq!(namespace.claim(1 << 32, kuid::Node::<8>::numbered), "layout");
}

#[test]
fn one_layout_by_two_ways() {
    // A type of its own, and a flavour that is chosen when the program runs. Their texts differ.
    let mut namespace = Namespace::new();
    let dynamic = |number| DynamicNode::numbered(Tid::FLAVOUR, number);
    assert_eq!(namespace.claim(Node::<Tid>::COUNT, Node::<Tid>::numbered), "fine");
    assert_eq!(namespace.claim(Tid::FLAVOUR.nodes(), dynamic), "fine");
    assert_eq!(namespace.claim(Node::<Discord>::COUNT, Node::<Discord>::numbered), "layout");
}

/// A name of one's own for what another name has, by another kind of its identifiers.
#[test]
fn a_second_name_for_a_family() {
    let store = MemoryStore::new(NOW);
    let mut seed = 0;
    let mut claimed =
        |name: &str, separate, claim: &dyn Fn(Options, ChaCha12Rng) -> Result<(), StoreError>| {
            seed += 1;
            let options = Options::new(name).unwrap().with_separate(separate);
            claim(options, ChaCha12Rng::seed_from_u64(seed))
                .map_or_else(|error| error.to_string(), |()| "fine".into())
        };
    let (one, two) = (DomainHash::from_name("one.example").unwrap(), DomainHash::DEVELOPMENT);
    let siq = |domain, kind| {
        let store = &store;
        move |options: Options, rng| {
            let node = |n| siq::Node::numbered(domain, n, kind);
            options.claim(store.clone(), NOW, rng, siq::Node::COUNT, node).map(drop)
        }
    };
    let kuid = |drift| {
        let store = &store;
        move |options: Options, rng| {
            let node = |n| kuid(n, drift);
            options.claim(store.clone(), NOW, rng, 1 << 32, node).map(drop)
        }
    };
    assert_eq!(claimed("siq-1", false, &siq(one, Qualifier::Message)), "fine");
    let refused = claimed("users", false, &siq(one, Qualifier::User));
    assert!(refused.contains("\"siq-1\"") && refused.contains("\"users\""), "{refused}");
    assert_eq!(claimed("users", true, &siq(one, Qualifier::User)), "fine");
    assert_eq!(claimed("others", false, &siq(two, Qualifier::User)), "fine");
    assert_eq!(claimed("kuid", false, &kuid(Drift::MIN)), "fine");
    let refused = claimed("own", false, &kuid(Drift::DEFAULT));
    assert!(refused.contains("\"kuid\"") && refused.contains("\"own\""), "{refused}");
}
