//! After `fork()`: which generators repeat identifiers, and which do not.
#![cfg(all(unix, feature = "std", not(miri)))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::time::Duration;

use ids_core::clock::ForkGuard;
use ids_testkit::{assert_apart, assert_guarded, assert_repeats};
use siq::{DomainHash, Generator, Policy, Qualifier, UnixTime};

/// A clock that stands still, so that only the shard, the kind and the numbers can differ.
const NOW: UnixTime = UnixTime::from_millis(1_732_104_000_250);
const DOMAIN: DomainHash = DomainHash::from_bits(0x86ce_1947);

/// A tick has fewer serial numbers than all rounds take.
const AHEAD: Policy = Policy::Borrow { max_ahead: Duration::from_secs(60) };

/// Three kinds in turn.
fn kinds() -> impl FnMut() -> Qualifier {
    let mut kinds = [Qualifier::Message, Qualifier::User, Qualifier::Content].into_iter().cycle();
    move || kinds.next().unwrap()
}

#[test]
fn a_child_with_a_shard_of_its_own_differs() {
    let [parent, child] = [1, 2].map(|shard| {
        let mut kind = kinds();
        let mut generator = Generator::new(NOW, DOMAIN, shard).with_policy(AHEAD);
        move || generator.generate(kind())
    });
    assert_apart(parent, child);
}

#[test]
fn a_child_with_the_same_shard_repeats_its_parent() {
    let mut owner = Generator::new(NOW, DOMAIN, 1).with_policy(AHEAD);
    let mut kind = kinds();
    assert_repeats(|| owner.generate(kind()));
    let shared = Generator::shared(NOW, DOMAIN, 1).with_policy(AHEAD);
    let mut kind = kinds();
    assert_repeats(|| shared.generate(kind()));
}

#[test]
fn a_guarded_clock_stops_it() {
    let clock = ForkGuard::of(NOW);
    let (mut owner, mut kind) = (Generator::new(clock, DOMAIN, 1).with_policy(AHEAD), kinds());
    assert_guarded(|| owner.generate(kind()));
    let mut sequence = owner.sequence(Qualifier::Message);
    assert_guarded(|| sequence.generate());
    let shared = Generator::shared(clock, DOMAIN, 1).with_policy(AHEAD);
    assert_guarded(|| shared.generate(kind()));
    let mut sequence = shared.sequence(Qualifier::Message);
    assert_guarded(|| sequence.generate());
}
