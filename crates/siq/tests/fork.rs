//! After `fork()`: what goes well and what does not.
#![cfg(all(unix, not(miri)))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::time::Duration;

use ids_core::Id;
use ids_testkit::{EACH, in_common};
use siq::{DomainHash, Generator, Qualifier};

/// A clock that stands still, so that only the shard, the kind and the numbers can differ.
const NOW: Duration = Duration::from_millis(1_732_104_000_250);

const fn shard(number: u8) -> Generator<Duration> {
    Generator::new(NOW, DomainHash::from_bits(0x86ce_1947), number)
}

/// Three kinds in turn.
fn kinds() -> impl Iterator<Item = Qualifier> {
    [Qualifier::Message, Qualifier::User, Qualifier::Content].into_iter().cycle()
}

#[test]
fn a_child_with_a_shard_of_its_own_differs() {
    let (mut parent, mut child, mut kinds) = (shard(1), shard(2), kinds());
    let next = |in_child| {
        let generator = if in_child { &mut child } else { &mut parent };
        generator.generate(kinds.next()?).ok().map(Id::to_bits)
    };
    assert_eq!(in_common(next), 0);
}

/// What the documentation warns of: nothing tells a generator that it is a copy.
#[test]
fn a_child_with_the_same_shard_repeats_its_parent() {
    let (mut both, mut kinds) = (shard(1), kinds());
    assert_eq!(in_common(|_| both.generate(kinds.next()?).ok().map(Id::to_bits)), EACH);
}
