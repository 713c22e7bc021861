//! One generator and four real threads.

#![cfg(target_has_atomic = "64")]

use core::time::Duration;

use ids_testkit::threads::{EACH, THREADS, Unsteady, each_once, increasing};
use siq::{DomainHash, Generator, Qualifier, SharedGenerator, Siq, UnixTime};

/// Goes on by a nanosecond with each reading, so that ticks are shared, spent and passed, and steps
/// two ticks back once in a while.
static GENERATOR: SharedGenerator<Unsteady> = Generator::shared(
    Unsteady::new(
        UnixTime::from_secs(1_732_104_000),
        Duration::from_nanos(1),
        Duration::from_nanos(30_518),
    ),
    DomainHash::from_bits(0x86ce_1947),
    1,
);

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn every_identifier_once_and_each_thread_in_order() {
    const KINDS: [Qualifier; 3] = [Qualifier::Message, Qualifier::User, Qualifier::Content];
    let start = |_| {
        let mut kinds = KINDS.into_iter().cycle();
        move |ids: &mut Vec<Siq>| {
            // Where one kind's tick is spent, another may have some left.
            ids.extend(kinds.next().map(|kind| GENERATOR.generate(kind)).transpose()?);
            Ok(())
        }
    };
    let in_order = |ids: &[Siq]| {
        KINDS.iter().all(|kind| {
            let of_kind = |id: &Siq| id.qualifier() == *kind;
            let own: Vec<_> = ids.iter().copied().filter(of_kind).collect();
            own.len() > EACH / 10 && increasing(&own)
        })
    };
    let all = each_once(EACH, start, in_order);
    assert_eq!(all.len(), THREADS * EACH);
    // Miri makes too few to spend a tick.
    let spent = all.iter().filter(|id| u64::from(id.serial()) + 1 == id.qualifier().capacity());
    assert!(cfg!(miri) || spent.count() > 20, "no tick was spent");
}
