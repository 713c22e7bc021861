//! After `fork()`: which generators repeat identifiers, and which do not.
#![cfg(all(unix, feature = "std", not(miri)))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::time::Duration;

use ids_core::clock::GuardedClock;
use ids_testkit::{EACH, Way, assert_guarded, in_common, or_forked};
use siq::{DomainHash, FixedClock, Generator, Policy, Qualifier, UnixTime};

/// A clock that stands still, so that only the shard, the kind and the numbers can differ.
const NOW: UnixTime = UnixTime::from_millis(1_732_104_000_250);
const DOMAIN: DomainHash = DomainHash::from_bits(0x86ce_1947);

/// Three kinds in turn.
fn kinds() -> impl FnMut() -> Qualifier {
    let mut kinds = [Qualifier::Message, Qualifier::User, Qualifier::Content].into_iter().cycle();
    move || kinds.next().unwrap()
}

#[test]
fn a_child_with_a_shard_of_its_own_differs() {
    for way in Way::ALL {
        let mut kind = kinds();
        let (mut parent, mut child) = (
            Generator::new(FixedClock::new(NOW), DOMAIN, 1),
            Generator::new(FixedClock::new(NOW), DOMAIN, 2),
        );
        let next = |in_child| {
            let generator = if in_child { &mut child } else { &mut parent };
            or_forked(generator.generate(kind()))
        };
        assert_eq!(in_common(*way, next), 0, "{way:?}");
    }
}

#[test]
fn a_child_with_the_same_shard_repeats_its_parent() {
    for way in Way::ALL {
        let (mut owner, mut kind) = (Generator::new(FixedClock::new(NOW), DOMAIN, 1), kinds());
        assert_eq!(in_common(*way, |_| or_forked(owner.generate(kind()))), EACH, "{way:?}");
        let (shared, mut kind) = (Generator::shared(FixedClock::new(NOW), DOMAIN, 1), kinds());
        assert_eq!(in_common(*way, |_| or_forked(shared.generate(kind()))), EACH, "{way:?}");
    }
}

#[test]
fn a_guarded_clock_stops_it() {
    let clock = GuardedClock::new(FixedClock::new(NOW));
    // A tick has fewer serial numbers than all rounds take.
    let policy = Policy::Borrow { max_ahead: Duration::from_secs(60) };
    let (mut owner, mut kind) = (Generator::new(clock, DOMAIN, 1).with_policy(policy), kinds());
    assert_guarded(|| owner.generate(kind()));
    let mut sequence = owner.sequence(Qualifier::Message);
    assert_guarded(|| sequence.generate());
    let shared = Generator::shared(clock, DOMAIN, 1).with_policy(policy);
    assert_guarded(|| shared.generate(kind()));
    let mut sequence = shared.sequence(Qualifier::Message);
    assert_guarded(|| sequence.generate());
}
