//! What notices a fork, and what does not, by each way to copy a process.
#![cfg(all(unix, feature = "rng", not(any(miri, loom))))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(clippy::incompatible_msrv, reason = "the oldest compiler builds the library only")]

use core::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};

use chacha20::ChaCha12Rng;
use ids_core::{
    Generate, Generator, IdRng, Limits, LocalRng, UnixTime, clock::ForkGuard, format::Ticks,
};
use ids_testkit::{
    EACH, FORKED, Plain, Way, after_fork, assert_guarded, assert_repeats, in_common, or_forked,
};
use rand_core::{SeedableRng, TryRng};

/// A clock that stands still, so that only the counter can differ.
const NOW: UnixTime = UnixTime::from_secs(1);

const MILLIS: Plain =
    Plain { ticks: Ticks::per_second(UnixTime::EPOCH, 1000), bits: 20, last: (1 << 43) - 1 };

#[test]
fn random_sources_differ() {
    for way in Way::ALL {
        let mut rng = IdRng::from_os().unwrap();
        // Into the middle of the buffer, where a copy would go on.
        rng.try_next_u64().unwrap();
        assert_eq!(in_common(*way, |_| rng.try_next_u64().ok().map(u128::from)), 0, "{way:?}");
        LocalRng.try_next_u64().unwrap();
        assert_eq!(in_common(*way, |_| LocalRng.try_next_u64().ok().map(u128::from)), 0, "{way:?}");
        let mut bytes = [0; 16];
        let fill = |_| rng.try_fill_bytes(&mut bytes).ok().map(|()| u128::from_ne_bytes(bytes));
        assert_eq!(in_common(*way, fill), 0, "{way:?}");
        let narrow = |_| {
            let [high, low] = [rng.try_next_u32().ok()?, rng.try_next_u32().ok()?].map(u128::from);
            Some(high << 32 | low)
        };
        assert_eq!(in_common(*way, narrow), 0, "{way:?}");
    }
}

/// What the test above would see without a guard.
#[test]
fn a_bare_source_repeats_itself() {
    for way in Way::ALL {
        let mut bare = ChaCha12Rng::seed_from_u64(7);
        let draw = |_| bare.try_next_u64().ok().map(u128::from);
        assert_eq!(in_common(*way, draw), EACH, "{way:?}");
    }
}

#[test]
fn generators_under_a_guarded_clock_stop() {
    let clock = ForkGuard::of(NOW);
    let mut owner = Generator::new(clock, MILLIS);
    owner.generate().unwrap();
    assert_guarded(|| owner.generate());
    assert_guarded(|| owner.reserve(1).map(|mut ids| ids.next().unwrap()));
    assert_guarded(|| {
        let mut ids = [0];
        owner.fill(&mut ids).map(|_| ids[0])
    });
    assert_guarded(|| owner.blocking(Duration::ZERO).generate());
    let shared = Generator::shared(clock, MILLIS);
    shared.generate().unwrap();
    assert_guarded(|| shared.generate());
    let mut handle = shared.handle();
    assert_guarded(|| handle.generate());
    // One that has given nothing yet is a copy, too.
    let mut unused = Generator::new(clock, MILLIS);
    assert_guarded(|| unused.generate());
}

/// What the test above would see without a guard.
#[test]
fn a_bare_counter_repeats_itself() {
    let mut owner = Generator::new(NOW, MILLIS);
    assert_repeats(|| owner.generate());
    let shared = Generator::shared(NOW, MILLIS);
    assert_repeats(|| shared.generate());
}

/// A guard that a child has made holds there, not in the child's child nor in the parent's others.
#[test]
fn a_child_has_guards_of_its_own() {
    let guard = ForkGuard::new();
    let state = |guard: &ForkGuard| Some(u128::from(guard.forked()));
    let mut renewed = None;
    let (ours, theirs) = after_fork(Way::Fork, |in_child| {
        if !in_child {
            return state(&guard);
        }
        let made = *renewed.get_or_insert_with(|| {
            let made = ForkGuard::new();
            let (child, grandchild) = after_fork(Way::Fork, |_| state(&made));
            let both = (child, grandchild) == (vec![0; EACH], vec![1; EACH]);
            both.then_some(made)
        });
        (state(&made?) == Some(0)).then(|| state(&guard))?
    });
    assert_eq!((ours, theirs), (vec![0; EACH], vec![1; EACH]));
    // The next child gets the generation that the last one had: no guard of that one is here.
    assert_eq!(after_fork(Way::Fork, |_| state(&guard)), (vec![0; EACH], vec![1; EACH]));
}

/// A source that was reseeded in a child does so in the child's child again.
#[test]
fn a_child_of_a_child_differs_from_it() {
    let mut rng = IdRng::from_os().unwrap();
    let mut common = None;
    let (_, theirs) = after_fork(Way::Fork, |in_child| {
        if in_child && common.is_none() {
            rng.try_next_u64().ok()?;
            common = Some(in_common(Way::Fork, |_| rng.try_next_u64().ok().map(u128::from)));
        }
        common.or(Some(0)).map(|count| count as u128)
    });
    assert_eq!(theirs, vec![0; EACH]);
}

/// The child has the thread that forked, and what the others were doing stays as it was.
#[test]
fn other_threads_hold_nothing_that_the_child_needs() {
    /// Ends the other threads, however this one ends.
    struct Stop<'a>(&'a AtomicBool);
    impl Drop for Stop<'_> {
        fn drop(&mut self) {
            self.0.store(true, Relaxed);
        }
    }
    let stop = AtomicBool::new(false);
    let limits = Limits::ahead(Duration::from_secs(1 << 32));
    let shared = Generator::shared(ForkGuard::of(NOW), MILLIS).with_limits(limits);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !stop.load(Relaxed) {
                    assert!(!ForkGuard::new().forked());
                    shared.generate().unwrap();
                    LocalRng.try_next_u64().unwrap();
                }
            });
        }
        let _stop = Stop(&stop);
        for way in Way::ALL.iter().cycle().take(40) {
            let mut guard = None;
            let (ours, theirs) = after_fork(*way, |_| {
                let own = *guard.get_or_insert_with(ForkGuard::new);
                LocalRng.try_next_u64().ok()?;
                // Parent and child have made one each.
                if own.forked() { None } else { or_forked(shared.generate()) }
            });
            assert!(!ours.contains(&FORKED), "{way:?}");
            assert_eq!(theirs, vec![FORKED; EACH], "{way:?}");
        }
    });
}
