//! Fingerprints: two programs share a namespace only if they put their identifiers together alike.
#![cfg(not(loom))]

use core::error::Error;

use chacha20::{ChaCha12Rng, rand_core::SeedableRng};
use ids_core::{UnixTime, format::Scheme};
use ids_reserve::{MemoryStore, Options};
use kuid::{Drift, DynamicNode as KuidNode, RangeError};
use siq::{DomainHash, Qualifier};
use snowflake::{Discord, DynamicNode, Field, Flavour, Kind, Layout, Node, Ticks, Tid, Twitter};

use crate::START;

/// A store, and how many claims it has answered.
struct Claims {
    store: MemoryStore<UnixTime>,
    count: u64,
}

impl Claims {
    fn new() -> Self {
        Self { store: MemoryStore::new(START), count: 0 }
    }

    /// What becomes of a claim in the namespace of this name, which may end in `+` for one that is separate.
    fn claim<N: Scheme<Id: Into<u128>>, E: Error + Send + Sync + 'static>(
        &mut self,
        name: &str,
        nodes: u64,
        node: impl Fn(u64) -> Result<N, E>,
    ) -> &'static str {
        self.count += 1;
        let rng = ChaCha12Rng::seed_from_u64(self.count);
        let separate = name.ends_with('+');
        let options = Options { separate, ..Options::new(name.trim_end_matches('+')).unwrap() };
        let claimed = options.claim(self.store.clone(), START, rng, nodes, node);
        claimed.map_or_else(|error| error.kind(), |_| "fine")
    }

    fn dynamic(&mut self, name: &str, flavour: Flavour) -> &'static str {
        self.claim(name, flavour.nodes(), |number| DynamicNode::numbered(flavour, number))
    }

    fn kuid(&mut self, name: &str, drift: Drift) -> &'static str {
        self.claim(name, 1 << 32, |number| {
            let node = kuid::Node::<8>::numbered(number)?;
            Ok::<_, RangeError>(KuidNode::new(node.node_id(), drift))
        })
    }

    fn siq(&mut self, name: &str, domain: DomainHash, kind: Qualifier) -> &'static str {
        self.claim(name, siq::Node::COUNT, |number| siq::Node::numbered(domain, number, kind))
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
    let mut claims = Claims::new();
    for (flavour, answer) in [(ABOVE, "fine"), (BELOW, "layout"), (ABOVE, "fine")] {
        assert_eq!(claims.dynamic("own", flavour), answer);
    }
    // The drift of KUID is not in the identifier.
    for (drift, answer) in [(Drift::MIN, "fine"), (Drift::DEFAULT, "layout"), (Drift::MIN, "fine")]
    {
        assert_eq!(claims.kuid("kuid", drift), answer);
    }
    let (one, two) = (DomainHash::from_name("one.example").unwrap(), DomainHash::DEVELOPMENT);
    for (domain, answer) in [(one, "fine"), (two, "layout"), (one, "fine")] {
        assert_eq!(claims.siq("siq", domain, Qualifier::User), answer);
    }
}

/// A type of its own, and a value that is chosen when the program runs. Their texts may differ.
#[test]
fn one_layout_by_two_ways() {
    let mut claims = Claims::new();
    assert_eq!(claims.claim("kuid", 1 << 32, kuid::Node::<5>::numbered), "fine");
    assert_eq!(claims.kuid("kuid", Drift::MIN), "fine");
    assert_eq!(claims.claim("kuid", 1 << 32, kuid::Node::<8>::numbered), "layout");
    assert_eq!(claims.claim("tid", Node::<Tid>::COUNT, Node::<Tid>::numbered), "fine");
    assert_eq!(claims.dynamic("tid", Tid::FLAVOUR), "fine");
    assert_eq!(claims.claim("tid", Node::<Discord>::COUNT, Node::<Discord>::numbered), "layout");
}

/// A name of one's own for what another name has, by another kind of its identifiers.
#[test]
fn a_second_name_for_a_family() {
    let mut claims = Claims::new();
    let (one, two) = (DomainHash::from_name("one.example").unwrap(), DomainHash::DEVELOPMENT);
    assert_eq!(claims.siq("siq-1", one, Qualifier::Message), "fine");
    assert_eq!(claims.siq("users", one, Qualifier::User), "second_name");
    assert_eq!(claims.siq("others", two, Qualifier::User), "fine");
    assert_eq!(claims.kuid("kuid", Drift::MIN), "fine");
    assert_eq!(claims.kuid("own", Drift::DEFAULT), "second_name");
}

/// A name of one's own for the nodes that another name has.
#[test]
fn a_second_name_for_a_layout() {
    let mut claims = Claims::new();
    let all = Node::<Twitter>::COUNT;
    // Fewer nodes are some of the same. That it is meant is said once.
    for (name, nodes, answer) in [
        ("users", all, "fine"),
        ("orders", all, "second_name"),
        ("orders", 8, "second_name"),
        ("users", 8, "layout"),
        ("orders+", all, "fine"),
        ("orders", all, "fine"),
    ] {
        let claimed = claims.claim(name, nodes, Node::<Twitter>::numbered);
        assert_eq!(claimed, answer, "{name} {nodes}");
    }
    assert_eq!(claims.dynamic("twitter", Twitter::FLAVOUR), "second_name");
    assert_eq!(claims.dynamic("discord", Discord::FLAVOUR), "fine");
}
