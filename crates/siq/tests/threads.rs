//! One generator and four real threads.
#![cfg(target_has_atomic = "64")]

use core::{sync::atomic::AtomicU64, time::Duration};

use ids_testkit::threads::{THREADS, Unsteady, each_once, increasing};
use siq::{DomainHash, Generator, Qualifier, SharedGenerator, Siq, UnixTime};

/// Ten million in all where the code is optimised, as the lane `threads` has it.
const EACH: usize = if cfg!(miri) {
    200
} else if cfg!(debug_assertions) {
    250_000
} else {
    2_500_000
};

const KINDS: [Qualifier; 3] = [Qualifier::Message, Qualifier::User, Qualifier::Content];

/// Goes on by a nanosecond with each reading, so that ticks are shared, spent and passed, and steps two ticks back.
static GENERATOR: SharedGenerator<Unsteady> = Generator::shared(
    Unsteady {
        start: UnixTime::from_secs(1_732_104_000),
        step: Duration::from_nanos(1),
        back: Duration::from_nanos(30_518),
        readings: AtomicU64::new(0),
    },
    DomainHash::from_bits(0x86ce_1947),
    1,
);

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn every_identifier_once_and_each_thread_in_order() {
    let take = |ids: &mut Vec<Siq>| {
        ids.push(GENERATOR.generate(KINDS[ids.len() % KINDS.len()])?);
        Ok(())
    };
    let in_order = |ids: &[Siq]| {
        KINDS.iter().all(|kind| {
            let of_kind = |id: &Siq| id.qualifier() == *kind;
            let own: Vec<_> = ids.iter().copied().filter(of_kind).collect();
            increasing(&own)
        })
    };
    let all = each_once(EACH, take, in_order);
    assert_eq!(all.len(), THREADS * EACH);
    // Miri makes too few to spend a tick.
    let spent = all.iter().filter(|id| u64::from(id.serial()) + 1 == id.qualifier().capacity());
    assert!(cfg!(miri) || spent.count() > 20, "no tick was spent");
}
