//! After `fork()`: the child has no grant, and learns so before its first identifier.
#![cfg(all(unix, not(miri)))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::time::Duration;

use chacha20::{ChaCha12Rng, rand_core::SeedableRng};
use ids_core::{Limits, UnixTime};
use ids_reserve::{Lease, MemoryStore, NodeKeeper, Options};
use ids_testkit::{Way, after_fork, assert_guarded, assert_repeats};
use snowflake::{Generator, Node, Twitter};

const NOW: UnixTime = UnixTime::from_secs(1_735_689_600);
const AHEAD: Limits = Limits::ahead(Duration::from_secs(5));

type Keeper = NodeKeeper<MemoryStore<UnixTime>, UnixTime, ChaCha12Rng>;

fn claim() -> (Keeper, Lease<UnixTime, Node<Twitter>>) {
    let (options, rng) = (Options::new("fork").unwrap(), ChaCha12Rng::seed_from_u64(1));
    let nodes = Node::<Twitter>::COUNT;
    options.claim(MemoryStore::new(NOW), NOW, rng, nodes, Node::numbered).unwrap()
}

#[test]
fn a_child_is_refused_where_a_plain_generator_repeats() {
    let (_keeper, lease) = claim();
    let mut generator = lease.generator().with_limits(AHEAD);
    assert_guarded(|| generator.generate());
    let (_keeper, lease) = claim();
    assert_guarded(|| lease.handle().with_limits(AHEAD).generate());

    let mut plain = Generator::new(NOW, Node::<Twitter>::numbered(1).unwrap()).with_limits(AHEAD);
    assert_repeats(|| plain.generate());
}

#[test]
fn the_keeper_of_a_child_is_refused_too() {
    let (mut keeper, _lease) = claim();
    for way in Way::ALL {
        let extend = |in_child| {
            let forked = in_child && keeper.extend().is_err_and(|error| error.kind() == "forked");
            Some(u128::from(forked))
        };
        let (ours, theirs) = after_fork(*way, extend);
        assert!(ours.iter().all(|forked| *forked == 0));
        assert!(theirs.iter().all(|forked| *forked == 1), "{way:?}");
    }
}
